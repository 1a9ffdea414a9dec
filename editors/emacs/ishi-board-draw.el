;;; ishi-board-draw.el --- Drawing of a Go board and of the words around it  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A board is a picture or text, of wood where there are the colors for it.  The words around it are about the players,
;; the next moves and the game, and the comment.

;;; Code:

(require 'ishi-view)
(require 'subr-x)

(defcustom ishi-board-wood t
  "Whether a board of text is of wood, where Emacs shows 24-bit colors."
  :type 'boolean
  :group 'ishi)

(defface ishi-next-face '((t :inherit font-lock-constant-face :weight bold))
  "Face for the next move on a board." :group 'ishi)
(defface ishi-variation-face '((t :inherit shadow)) "Face for the moves of variations on a board." :group 'ishi)

;; The face of the wood is below the others on it.
(defface ishi-wood-face '((t :foreground "#4a3414" :background "#c0965a")) "Face for a board of wood." :group 'ishi)
(defface ishi-wood-line-face '((t :foreground "#6f5024")) "Face for the lines on wood." :group 'ishi)
(defface ishi-wood-black-face '((t :foreground "#000000")) "Face for black stones on wood." :group 'ishi)
(defface ishi-wood-white-face '((t :foreground "#ffffff")) "Face for white stones on wood." :group 'ishi)
(defface ishi-wood-mark-face '((t :foreground "#00246b" :weight bold)) "Face for marks on wood." :group 'ishi)
(defface ishi-wood-last-face '((t :foreground "#8b0000" :weight bold)) "Face for the brackets on wood." :group 'ishi)
(defface ishi-wood-next-face '((t :foreground "#8b0000" :background "#e6c48c" :weight bold))
  "Face for the next move on wood." :group 'ishi)
(defface ishi-wood-variation-face '((t :foreground "#4a3414" :background "#d3ae72"))
  "Face for the moves of variations on wood." :group 'ishi)

;;; Words around the board

(defun ishi-board--join (&rest parts)
  "Return a line of PARTS, without those that are nil."
  (string-join (delq nil parts) (if (eq ishi-view--format 'ascii) ", " " · ")))

(defun ishi-board--header (answer name &optional label)
  "Return the header called NAME of the event in ANSWER after a LABEL, or nil."
  (let ((text (plist-get (plist-get answer :headers) name)))
    (and text (concat label text))))

(defun ishi-board--next-moves (answer)
  "Return the moves that follow the position of ANSWER."
  (append (plist-get (plist-get answer :scene) :following) nil))

(defun ishi-board--next-move-names (answer)
  "Return the names of the moves that follow the position of ANSWER.
The move of the line comes first, then those of variations."
  (mapcar (lambda (move)
            (let* ((location (or (plist-get move :location) "pass"))
                   (number (plist-get move :number))
                   (label (if (eq (plist-get move :continues) t)
                              (and number (number-to-string number))
                            (plist-get move :marker))))
              (string-join (delq nil (list label location)) " ")))
          (ishi-board--next-moves answer)))

(defun ishi-board--continuations (answer)
  "Return the result of the last search for the position of ANSWER, or nil.
These are the number of games, and the moves that followed in them."
  (when-let* ((continuations (plist-get (plist-get answer :scene) :continuations))
              (games (plist-get continuations :games)))
    (concat
     (format (if (= games 1) "found in %d game" "found in %d games") games)
     (and (> (length (plist-get continuations :moves)) 0) ": ")
     (apply #'ishi-board--join
            (mapcar (lambda (move)
                      (let* ((black (plist-get move :black)) (decided (+ black (plist-get move :white))))
                        (concat (elt (plist-get move :locations) 0) (format " %d" (plist-get move :games))
                                (and (> decided 0) (format " (Black %.0f %%)" (/ (* 100.0 black) decided))))))
                    (seq-take (append (plist-get continuations :moves) nil) 5))))))

(defun ishi-board--summary (answer)
  "Return the lines about the players, the turn, the next moves and the game.
They are about the position of ANSWER."
  (let* ((moves (ishi-board--next-move-names answer))
         (to-play (plist-get answer :toPlay))
         (handicap (ishi-board--header answer :handicap "handicap "))
         (game (ishi-board--join (plist-get (plist-get answer :count) :text)
                                 (ishi-board--header answer :result) (ishi-board--header answer :komi "komi ")
                                 (and (not (equal handicap "handicap 0")) handicap)
                                 (ishi-board--header answer :rules))))
    (concat
     (mapconcat (lambda (player)
                  (let ((captures (plist-get (plist-get answer :captures) (car player))))
                    (concat (ishi-view--stone (cadr player)) " "
                            (ishi-board--join (or (ishi-board--header answer (car player)) (capitalize (cadr player)))
                                              (and (> captures 0)
                                                   (format (if (= captures 1) "%d capture" "%d captures") captures)))
                            "\n")))
                '((:black "black") (:white "white")) "")
     (and (or to-play moves)
          (concat (if to-play (concat (capitalize to-play) " to play") "next")
                  (and moves (concat ": " (apply #'ishi-board--join moves)))
                  "\n"))
     (when-let* ((continuations (ishi-board--continuations answer))) (concat continuations "\n"))
     (and (not (string-empty-p game)) (concat game "\n")))))

(defun ishi-board--unwrap (text)
  "Return TEXT with each line joined to the line before it, if that was full.
The window breaks the lines anew."
  (let* ((lines (split-string text "\n"))
         (longest (apply #'max (mapcar #'length lines)))
         (joined (list (car lines))) (before (car lines)))
    (dolist (line (cdr lines))
      (let ((word (and (string-match "\\`[^ \t]+" line) (match-string 0 line))))
        (if (and word (>= longest 50) (not (string-empty-p before)) (> (+ (length before) 1 (length word)) longest))
            (setcar joined (concat (car joined) " " line))
          (push line joined)))
      (setq before line))
    (string-join (nreverse joined) "\n")))

(defun ishi-board--notes (answer legend)
  "Return the comment of ANSWER, the LEGEND of its board, and the occasion."
  (let ((comment (ishi-board--unwrap (or (plist-get answer :comment) "")))
        (occasion (ishi-board--join (ishi-board--header answer :date) (ishi-board--header answer :place))))
    (mapconcat (lambda (part) (concat "\n" part "\n"))
               (seq-remove #'string-empty-p (list comment legend occasion))
               "")))

;;; The board

(defun ishi-board--parts (answer)
  "Return the rows of the board of ANSWER, and the legend below them."
  (let* ((parts (split-string (string-trim-right (plist-get answer :board)) "\n\n"))
         (words (replace-regexp-in-string "\\([,;]\\)\n" "\\1 " (or (cadr parts) "")))
         (captures (plist-get answer :captures))
         ;; The last move, the captures and whose turn it is.
         (has-state (or (plist-get answer :toPlay) (plist-get (plist-get answer :scene) :last)
                        (> (+ (plist-get captures :black) (plist-get captures :white)) 0))))
    (cons (car parts)
          (string-join (if has-state (cdr (split-string words "\n")) (split-string words "\n")) "\n"))))

(defun ishi-board--wooden-p ()
  "Return whether the board is of wood here."
  (and ishi-board-wood (>= (display-color-cells) 16777216)))

(defun ishi-board--mark-next-moves (answer start)
  "Show the moves that follow in ANSWER on the board of text at START."
  (let ((letters (save-excursion (goto-char start) (buffer-substring (point) (line-end-position)))))
    ;; Of two moves at one point, that of the line stays.
    (dolist (move (reverse (ishi-board--next-moves answer)))
      (let* ((location (or (plist-get move :location) ""))
             (column (and (> (length location) 1) (seq-position letters (aref location 0)))))
        (save-excursion
          (goto-char start)
          (when (and column (re-search-forward (format "^ *%s[^0-9]" (substring location 1)) nil t))
            (move-to-column column)
            (when (string-match-p "[─-╿.+•◦xo]" (string (char-after)))
              (delete-char 1)
              (insert (propertize (ishi-view--sign 'following (plist-get move :color))
                                  'ishi-next (if (eq (plist-get move :continues) t) 'next 'variation))))))))))

(defun ishi-board--paint (start end)
  "Give the board of text from START to END its colors."
  (let* ((wooden (ishi-board--wooden-p))
         (width (save-excursion
                  (goto-char start)
                  (let ((widest 0))
                    (while (< (point) end)
                      (end-of-line)
                      (setq widest (max widest (current-column)))
                      (forward-line))
                    widest)))
         (stones (ishi-view--signs 'stones))
         (end (copy-marker end)))
    (save-excursion
      (goto-char start)
      (while (< (point) end)
        (let* ((sign (string (char-after)))
               (next (get-text-property (point) 'ishi-next))
               (face (cond ((eq next 'next) (if wooden 'ishi-wood-next-face 'ishi-next-face))
                           (next (if wooden 'ishi-wood-variation-face 'ishi-variation-face))
                           ((not wooden) (and (equal sign "●") 'ishi-black-stone-face))
                           ((equal sign (car stones)) 'ishi-wood-black-face)
                           ((equal sign (cdr stones)) 'ishi-wood-white-face)
                           ((string-match-p "[][()|]" sign) 'ishi-wood-last-face)
                           ((string-match-p "[─-╿.+]" sign) 'ishi-wood-line-face)
                           ((or (string-match-p "[ \n]" sign) (ishi-board--coordinate-p)) 'ishi-wood-face)
                           (t 'ishi-wood-mark-face))))
          (when (and face (not (equal sign "\n")))
            (put-text-property (point) (1+ (point)) 'face (if wooden (list face 'ishi-wood-face) face)))
          (when (and wooden (equal sign "○"))
            (put-text-property (point) (1+ (point)) 'display "●"))
          (if (and wooden (equal sign "\n") (< (current-column) width))
              (insert (propertize (make-string (- width (current-column)) ?\s) 'face 'ishi-wood-face))
            (forward-char)))))))

(defconst ishi-board--letters-row "^ +[A-T]\\(?: +[A-T]\\)* *$"
  "The row above a board of text, which ends in spaces where the board is of wood.")

(defun ishi-board--coordinate-p ()
  "Return whether the character at point is a coordinate of a board."
  (save-excursion
    (let ((column (current-column)))
      (beginning-of-line)
      (or (let (case-fold-search) (looking-at ishi-board--letters-row))
          (and (looking-at " *[0-9]+") (< column (- (match-end 0) (match-beginning 0))))
          (and (looking-at ".* \\([0-9]+\\) *$") (>= column (- (match-beginning 1) (line-beginning-position))))))))

(defun ishi-board--insert (answer rows)
  "Insert the board of ANSWER with its next moves; ROWS are its text."
  (if (eq ishi-view--format 'svg)
      ;; Keys such as + have another meaning on what `insert-image' inserts.
      (insert (propertize (plist-get answer :alt)
                          'display (create-image (plist-get answer :board) 'svg t
                                                 :scale 1 :height (ishi-board--picture-height answer)))
              "\n")
    (let ((start (point)))
      (insert rows "\n")
      (ishi-board--mark-next-moves answer start)
      (ishi-board--paint start (point)))))

(defun ishi-board--picture-height (answer)
  "Return the height in pixels at which all of the picture of ANSWER is in view.
Its lines are at most as far apart as two lines of text."
  (let* ((window (get-buffer-window (current-buffer) t))
         (grid (plist-get answer :grid))
         (width (plist-get grid :width))
         (height (plist-get grid :height))
         ;; Without fringes, the last column of a window is not for the picture.
         ;; To count, Emacs selects the window, and point goes where it is there.
         (room (and window (* (save-excursion (window-max-chars-per-line window)) (frame-char-width)))))
    (truncate (* height (min (/ (* 2.0 (frame-char-height)) (plist-get grid :step))
                          (if window (/ (float room) width) 0.5)
                          (if window (/ (float (window-body-height window t)) height) 0.5))))))

(defun ishi-board--title (answer)
  "Return the title of the board of ANSWER, the end of which is in view."
  (let* ((title (or (plist-get answer :title) "Board"))
         (window (get-buffer-window (current-buffer) t))
         (move (if (string-match " — [^—]*\\'" title) (match-string 0 title) ""))
         (name (substring title 0 (- (length title) (length move))))
         (room (- (if window (window-max-chars-per-line window) 80) (string-width move))))
    (concat (truncate-string-to-width name (max 1 room) nil nil t) move)))

(defun ishi-board--has-room-p (answer rows)
  "Return whether there is room for the players above the board of ANSWER.
Its text has ROWS, and some words have room below it."
  (let ((window (get-buffer-window (current-buffer) t))
        (height (if (eq ishi-view--format 'svg)
                    (/ (ishi-board--picture-height answer) (frame-char-height))
                  (length (split-string rows "\n")))))
    (or (not window) (>= (window-body-height window) (+ height 9)))))

(defun ishi-board--first-row ()
  "Return how many lines are before the board in the current buffer."
  (save-excursion
    (goto-char (point-min))
    (if (let (case-fold-search) (re-search-forward ishi-board--letters-row nil t)) (1- (line-number-at-pos)) 0)))

(provide 'ishi-board-draw)
;;; ishi-board-draw.el ends here
