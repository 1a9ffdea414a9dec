;;; ishi-board.el --- A Go board beside a game record  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; `M-x ishi-board' shows the position at point in a window beside the record, which follows point.  Keys and the mouse
;; play there, mark points, set up stones and change variations.

;;; Code:

(require 'ishi-board-draw)
(require 'ishi-walk)
;; Where a line of Chinese or Japanese may end.
(require 'kinsoku)
(require 'subr-x)

(defvar ishi-board-buffer "*ishi-board*" "The name of the buffer with the board.")

(defvar-local ishi-board--answer nil "The answer of the server about the position on this board.")

(defvar ishi-words-buffer "*ishi-words*"
  "The name of the buffer with the words that have no room around the board.")

(defconst ishi-board--columns 43
  "The columns that a board of text takes: two for each of 19 lines, and numbers.")

(defun ishi-board--request (board)
  "Request the position at point for the buffer BOARD."
  (ishi-view--request board :ishi/board #'ishi-board--show
                      :format (symbol-name (buffer-local-value 'ishi-view--format board)) :width ishi-board--columns))

;;; The windows

;;;###autoload
(defun ishi-board ()
  "Show the board of the position at point in a window beside the record."
  (interactive)
  (unless (derived-mode-p 'ishi-mode) (user-error "This is not a record"))
  (ishi-server--current)
  (let ((record (current-buffer)))
    (with-current-buffer (get-buffer-create ishi-board-buffer)
      ;; The display may be another one than last time.
      (ishi-board-mode)
      (add-hook 'kill-buffer-hook (lambda () (ishi-board--show-words nil)) nil t)
      (add-hook 'window-size-change-functions #'ishi-board--redraw nil t)
      (setq ishi-view--record record ishi-view--place nil)
      (ishi-view--start-following)
      ;; A picture fits any window, and leaves room for the record.
      (display-buffer (current-buffer)
                      (ishi-view--beside (if (eq ishi-view--format 'svg) (min 46 (/ (frame-width) 2)) 45)))))
  (ishi-view--follow))

(defun ishi-board--redraw (window)
  "Draw the board in WINDOW again, because its size has changed."
  (with-current-buffer (window-buffer window)
    (when (and ishi-board--answer
               (equal (buffer-name) ishi-board-buffer)
               ;; A message or a list of completions that takes some lines is soon gone.
               (= (window-height (minibuffer-window (window-frame window))) 1))
      (ishi-board--show (current-buffer) ishi-view--place ishi-board--answer nil))))

(defun ishi-board--show-words (text)
  "Show TEXT in a window below the record, or without TEXT close it."
  (let ((record ishi-view--record) (format ishi-view--format)
        ;; A window that the user has closed stays closed until the board is opened again.
        (is-new (not (get-buffer ishi-words-buffer))))
    (if (not text)
        (when-let ((buffer (get-buffer ishi-words-buffer)))
          (delete-windows-on buffer)
          (kill-buffer buffer))
      (with-current-buffer (get-buffer-create ishi-words-buffer)
        (unless (derived-mode-p 'ishi-board-mode) (ishi-board-mode))
        (setq ishi-view--record record ishi-view--format format header-line-format nil)
        (let ((inhibit-read-only t))
          (erase-buffer)
          (insert text)
          (goto-char (point-min)))
        (when is-new (ishi-view--show-below record))))))

(defun ishi-board--reason (answer)
  "Return the reason why the event of ANSWER has no board, or nil."
  (when-let ((reason (plist-get answer :reason))) (concat reason ".")))

(defun ishi-board--show (board place answer failure)
  "Write the ANSWER about PLACE, or a FAILURE, into the buffer BOARD."
  (when (and (buffer-live-p board) (equal place (buffer-local-value 'ishi-view--place board)))
    (with-current-buffer board
      (let* ((inhibit-read-only t)
             (window (get-buffer-window board t))
             (at (if window (window-point window) (point)))
             (row (save-excursion (goto-char at) (- (line-number-at-pos) (ishi-board--first-row))))
             (column (save-excursion (goto-char at) (current-column))))
        (setq ishi-board--answer (and (plist-get answer :board) answer))
        (erase-buffer)
        (setq header-line-format (replace-regexp-in-string "%" "%%" (ishi-board--title answer)))
        (if (not (plist-get answer :board))
            (progn (insert (or failure (ishi-board--reason answer) "There is no position here."))
                   (ishi-board--show-words nil))
          (pcase-let* ((`(,rows . ,legend) (if (eq ishi-view--format 'svg) '("" . "") (ishi-board--parts answer)))
                       (summary (ishi-board--summary answer))
                       (notes (ishi-board--notes answer legend))
                       (has-room (ishi-board--has-room-p answer rows)))
            (when has-room (insert summary "\n"))
            (ishi-board--insert answer rows)
            (when has-room (insert notes))
            (ishi-board--show-words (and (not has-room) (concat summary notes)))))
        ;; The cursor stays on its point of the board from move to move.
        (goto-char (point-min))
        (forward-line (1- (+ row (ishi-board--first-row))))
        (move-to-column column)
        (when window (set-window-point window (point)))))))

(defun ishi-board-quit ()
  "Close the board, and the window with its words."
  (interactive)
  (let ((board (get-buffer ishi-board-buffer)))
    (when board (with-current-buffer board (ishi-board--show-words nil)))
    (when-let ((window (and board (get-buffer-window board)))) (quit-window nil window))))

;;; Keys

(defconst ishi-board--keys
  `(,@ishi-walk--keys
    ("RET click" "play, or go to the move there"
     ("\r" ishi-board-play) ([mouse-1] ishi-board-click) ([down-mouse-1] ignore))
    ("z Z" "pass, insert a pass" ("z" ishi-board-pass) ("Z" ishi-board-insert-pass))
    ("t s d c" "triangle, square, diamond, check"
     ("t" ishi-board-triangle) ("s" ishi-board-square) ("d" ishi-board-diamond) ("c" ishi-board-check))
    ("a 1 l" "next letter, next number, label"
     ("a" ishi-board-letter) ("1" ishi-board-number) ("l" ishi-board-label))
    ("DEL" "remove the mark" ([?\d] ishi-board-erase))
    ("b w" "black, white setup stone"
     ("b" ishi-board-black) ("w" ishi-board-white))
    (";" "write the comment" (";" ishi-board-comment))
    ("D" "add a diagram" ("D" ishi-board-diagram))
    ("x X" "delete the move, the variation"
     ("x" ishi-board-delete) ("X" ishi-board-delete-variation))
    ("+ -" "to the main line, to a variation"
     ("+" ishi-board-promote) ("-" ishi-board-demote))
    ("u" "undo the last change" ("u" ishi-board-undo))
    ("T" "show the tree of the moves" ("T" ishi-tree))
    ("o" "go to the record" ("o" ishi-go-to-record))
    ("g" "draw the board again")
    ("?" "these keys" ("?" ishi-board-help))
    ("q" "close the board" ("q" ishi-board-quit)))
  "The keys in the window of the board: keys, description and bindings.")

(defun ishi-board-help ()
  "List the keys in the window of the board."
  (interactive)
  (ishi-view--help ishi-board--keys))

(defvar ishi-board-mode-map (ishi-view--keymap ishi-board--keys)
  "The keys in the window of the board.")

(define-derived-mode ishi-board-mode special-mode "Board"
  "The board of the position at point in a record.
Move to a point of the board, then \\[ishi-board-play] plays there, and the keys below mark it.

\\{ishi-board-mode-map}"
  (setq-local ishi-view--format (ishi-view--choose-format)
              ;; A point is one column to the cursor, whatever the signs around it are.  On a picture, no point has the
              ;; cursor.
              cursor-type (if (eq ishi-view--format 'svg) nil 'box)
              ishi-view--request-function #'ishi-board--request
              revert-buffer-function #'ishi-view--revert
              word-wrap t
              word-wrap-by-category t
              fringe-indicator-alist '((continuation nil nil))
              truncate-lines nil
              truncate-partial-width-windows nil))

;;; Points

(defun ishi-board--point-at (position)
  "Return the location, such as Q16, at a POSITION of a text board, or nil."
  (save-excursion
    (goto-char position)
    (let ((column (current-column)) (between (memq (char-after) '(?─ ?\s ?\) ?\] ?| ?\n nil))) row letter)
      (beginning-of-line)
      (when (looking-at " *\\([0-9]+\\)[^0-9]")
        (setq row (match-string 1))
        (goto-char (point-min))
        ;; Where marks stand beside stones, points are three columns apart instead of two.
        (when (let (case-fold-search) (re-search-forward ishi-board--letters-row nil t))
          (beginning-of-line)
          ;; A line or a closing bracket beside a point belongs to the point before it, or else to the one after it.  A
          ;; mark or an opening bracket belongs to the point after it.
          (let ((text (concat (buffer-substring (point) (line-end-position)) "  "))
                (columns (if between (list column (1- column) (1+ column)) (list column (1+ column) (1- column)))))
            (setq letter (seq-find (lambda (letter) (not (eq letter ?\s)))
                                   (mapcar (lambda (at) (if (< -1 at (length text)) (aref text at) ?\s)) columns))))))
      (and letter (<= ?A letter ?T) (concat (string letter) row)))))

(defun ishi-board--point-of-event (event)
  "Return the location of the board at a mouse EVENT on a picture."
  (when-let* ((position (event-start event))
              (place (posn-object-x-y position))
              (size (posn-object-width-height position))
              (grid (plist-get ishi-board--answer :grid)))
    (let* ((scale (/ (float (plist-get grid :width)) (car size)))
           (step (plist-get grid :step))
           (index (lambda (pixel start) (round (/ (- (* pixel scale) start) step))))
           (from (plist-get (plist-get ishi-board--answer :region) :from))
           (to (plist-get (plist-get ishi-board--answer :region) :to))
           (letters "ABCDEFGHJKLMNOPQRST")
           (column (+ (seq-position letters (aref from 0)) (funcall index (car place) (plist-get grid :left))))
           (row (- (string-to-number (substring to 1)) (funcall index (cdr place) (plist-get grid :top)))))
      (when (and (<= 0 column (seq-position letters (aref to 0)))
                 (<= (string-to-number (substring from 1)) row (string-to-number (substring to 1))))
        (format "%c%d" (aref letters column) row)))))

(defun ishi-board--read-point ()
  "Return the point under the cursor, or the one that the user names."
  (or (and (not (eq ishi-view--format 'svg)) (ishi-board--point-at (point)))
      (let ((name (upcase (string-trim (read-string "Point: ")))))
        (unless (string-match-p "\\`[A-HJ-T][0-9]\\{1,2\\}\\'" name) (user-error "%s is not a point such as Q16" name))
        name)))

;;; Changes

(defun ishi-board--change (command &rest arguments)
  "Change the record by COMMAND of the server, with ARGUMENTS."
  (ishi-view--in-record (lambda () (apply #'ishi-server--change command arguments))))

(defun ishi-board-play ()
  "Play at the point under the cursor, or go to the move recorded there."
  (interactive)
  (ishi-board--change "ishi.play" :point (ishi-board--read-point)))

(defun ishi-board-click (event)
  "Play at the point of the board where EVENT, a click, is."
  (interactive "e")
  (select-window (posn-window (event-start event)))
  (let ((point (if (eq ishi-view--format 'svg)
                   (ishi-board--point-of-event event)
                 (ignore-errors (goto-char (posn-point (event-start event))))
                 (ishi-board--point-at (point)))))
    (unless point (user-error "Here is no point of the board"))
    (ishi-board--change "ishi.play" :point point)))

(defun ishi-board-pass ()
  "Write a pass as the next move."
  (interactive)
  (ishi-board--change "ishi.pass"))

(defun ishi-board-delete ()
  "Delete the move that is shown, with all that follows it."
  (interactive)
  (when (y-or-n-p "Delete this move with all that follows it? ")
    (ishi-board--change "ishi.delete")))

(defun ishi-board-delete-variation ()
  "Delete the variation that is shown."
  (interactive)
  (when (y-or-n-p "Delete this variation? ")
    (ishi-board--change "ishi.deleteVariation")))

(defun ishi-board-insert-pass ()
  "Insert a pass after the move, and renumber the moves after it."
  (interactive)
  (ishi-board--change "ishi.insertPass"))

(defun ishi-board-diagram ()
  "Add a diagram after the move."
  (interactive)
  (ishi-board--change "ishi.addDiagram"))

(defun ishi-board-promote ()
  "Make the variation the main line."
  (interactive)
  (ishi-board--change "ishi.promote"))

(defun ishi-board-demote ()
  "Make the move a variation, and its first variation the main line."
  (interactive)
  (ishi-board--change "ishi.demote"))

(defun ishi-board-black ()
  "Set up a black stone at the point under the cursor, or take it away."
  (interactive)
  (ishi-board--change "ishi.setup" :point (ishi-board--read-point) :color "black"))

(defun ishi-board-white ()
  "Set up a white stone at the point under the cursor, or take it away."
  (interactive)
  (ishi-board--change "ishi.setup" :point (ishi-board--read-point) :color "white"))

(defun ishi-board-undo ()
  "Undo the last change of the record."
  (interactive)
  (ishi-view--in-record (lambda () (undo-only 1))))

(defun ishi-board-comment (text)
  "Write TEXT as the comment of the position."
  (interactive (list (read-string "Comment: " (plist-get ishi-board--answer :comment))))
  (ishi-board--change "ishi.comment" :text text))

(defmacro ishi-board--define-mark (name mark description)
  "Define the command NAME to put MARK on a point, with DESCRIPTION in its help."
  `(defun ,name ()
     ,(format "Mark the point under the cursor with %s." description)
     (interactive)
     (ishi-board--change "ishi.mark" :point (ishi-board--read-point) :mark ,mark)))

(ishi-board--define-mark ishi-board-triangle "triangle" "a triangle")
(ishi-board--define-mark ishi-board-square "square" "a square")
(ishi-board--define-mark ishi-board-diamond "diamond" "a diamond")
(ishi-board--define-mark ishi-board-check "check" "a check mark")
(ishi-board--define-mark ishi-board-letter "letter" "the next letter")
(ishi-board--define-mark ishi-board-number "number" "the next number")
(ishi-board--define-mark ishi-board-erase "erase" "nothing")

(defun ishi-board-label (label)
  "Mark the point under the cursor with LABEL, one or two characters."
  (interactive "sLabel: ")
  (ishi-board--change "ishi.mark" :point (ishi-board--read-point) :mark "label" :label label))

(provide 'ishi-board)
;;; ishi-board.el ends here
