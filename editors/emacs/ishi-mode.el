;;; ishi-mode.el --- Go game records in the Ishi Standard Format  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: games, languages
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A major mode for records, which are files named *.ishi or *.prb: highlighting, the language server `ishi' through Eglot (or
;; lsp-mode), formatting on save, and a board beside the text that follows point and changes the record:
;;
;;     (require 'ishi-mode)
;;     (add-hook 'ishi-mode-hook #'eglot-ensure)
;;
;; `M-x ishi-board' opens the board; `?' in its window lists the keys.

;;; Code:

(require 'eglot)
(require 'subr-x)

(defgroup ishi nil
  "Go game records in the Ishi Standard Format."
  :group 'games)

(defcustom ishi-server-command '("ishi" "lsp")
  "The program and the arguments that start the language server."
  :type '(repeat string))

(defcustom ishi-format-on-save t
  "Whether a record is formatted when it is saved, where the server runs."
  :type 'boolean)

(defcustom ishi-board-format 'auto
  "How the board is drawn: as a picture (`svg'), as text, or as text of ASCII only.
`auto' draws a picture where Emacs can show one."
  :type '(choice (const auto) (const svg) (const text) (const ascii)))

(defface ishi-black-face '((t :inherit font-lock-keyword-face)) "Face for the B of a move.")
(defface ishi-white-face '((t :inherit font-lock-type-face)) "Face for the W of a move.")

;;; Highlighting

(defconst ishi-data-keywords
  '("BOARDSIZE" "COM" "DIAGRAM" "ENDCOM" "ENDUSER" "ENDVAR" "EVENT" "HIDE" "MARK" "PRISONER" "SETUP" "UNMARK"
    "USER" "VAR")
  "The keywords of lines that are not headers, moves and remarks.")

(defconst ishi-header-keywords
  '("ANALYSIS" "BLACK" "DATE" "HANDICAP" "KOMI" "PLACE" "RECORDER" "RESULT" "RULES" "SOURCE" "TIMELIMIT" "WHITE")
  "The keywords of headers.")

(defconst ishi-font-lock-keywords
  `((,(concat "^[ \t]*\\(" (regexp-opt ishi-data-keywords) "\\)\\(?:[ \t]\\|$\\)") 1 font-lock-keyword-face)
    (,(concat "^[ \t]*\\(" (regexp-opt ishi-header-keywords) "\\)\\(?:[ \t]+\\(.*\\)\\)?$")
     (1 font-lock-builtin-face) (2 font-lock-string-face nil t))
    ("^[ \t]*\\(?:\\(B\\)\\|\\(W\\)\\)[ \t]+\\([0-9]+\\)[ \t]+\\([A-HJ-T][0-9]\\{1,2\\}\\|PASS\\)\\(?:[ \t]\\|$\\)"
     (1 'ishi-black-face nil t) (2 'ishi-white-face nil t) (3 font-lock-constant-face) (4 font-lock-variable-name-face)))
  "Font lock keywords outside comments and user data.")

(defun ishi--event-start (position)
  "Return the start of the event around POSITION."
  (save-excursion
    (goto-char position)
    (end-of-line)
    (let ((case-fold-search t))
      (if (re-search-backward "^[ \t]*EVENT\\(?:[ \t]\\|$\\)" nil t) (line-beginning-position) (point-min)))))

(defun ishi--extend-region (start end)
  "Return the region from the event at START to END.\nA block may begin far above a change."
  (let ((event (ishi--event-start start)))
    (and (< event start) (cons event end))))

(defun ishi--mark-blocks (start end)
  "Mark remarks and the text of blocks between START and END as comments.
A COM without its ENDCOM is not marked.  Only the server knows where it ends."
  (let ((case-fold-search t))
    (goto-char start)
    (while (and (< (point) end) (re-search-forward "^[ \t]*\\(COM\\|USER\\|REMARK\\)\\(?:[ \t]\\|$\\)" end 'move))
      (let ((word (upcase (match-string 1))) (after (match-end 1)))
        (if (equal word "REMARK")
            (ishi--fence (match-beginning 1) (line-end-position))
          (save-excursion
            (forward-line 1)
            (when (re-search-forward (format "^[ \t]*\\(?:\\(END%s\\)\\|\\(?:%s\\|EVENT\\)\\)\\(?:[ \t]\\|$\\)" word word) nil t)
              (if (match-beginning 1)
                  (ishi--fence after (1- (line-beginning-position)))
                (goto-char (match-beginning 0))
                (backward-char))
              (setq after (point))))
          (goto-char (max after (line-end-position))))))))

(defun ishi--fence (from to)
  "Make a comment of the text FROM the first character TO the last."
  (when (< from to)
    (put-text-property from (1+ from) 'syntax-table (string-to-syntax "!"))
    (put-text-property to (min (1+ to) (point-max)) 'syntax-table (string-to-syntax "!"))))

;;; The mode

;;;###autoload
(define-derived-mode ishi-mode text-mode "Ishi"
  "Go game records in the Ishi Standard Format."
  (setq-local comment-start "REMARK "
              comment-start-skip "^[ \t]*REMARK[ \t]+"
              indent-tabs-mode nil
              tab-width 2
              ;; The server indents what is in a variation.
              indent-line-function #'indent-relative-first-indent-point
              electric-indent-inhibit t
              case-fold-search t
              imenu-generic-expression '((nil "^[ \t]*EVENT[ \t]+\\(.*\\)$" 1))
              syntax-propertize-function #'ishi--mark-blocks
              font-lock-defaults '(ishi-font-lock-keywords nil t))
  (add-hook 'syntax-propertize-extend-region-functions #'ishi--extend-region nil t)
  (add-hook 'post-self-insert-hook #'ishi--after-newline 90 t)
  (add-hook 'before-save-hook #'ishi--format nil t))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:ishi\\|prb\\)\\'" . ishi-mode))

(defun ishi--format ()
  "Format the record, where the server runs and `ishi-format-on-save' is set."
  (when (and ishi-format-on-save (eglot-managed-p))
    ;; Emacs saves nothing after an error in this hook.
    (with-demoted-errors "ishi: %S" (eglot-format-buffer))))

(defun ishi--after-newline ()
  "Let the server write the line above point as a move, if it is a point."
  ;; Eglot 1.9 reads the key, which is not the character that it inserts.
  (when (and (eq last-command-event ?\n) (eglot-managed-p) (not (eq eglot--last-inserted-char ?\n)))
    (eglot-format (point) nil ?\n)))

(add-to-list 'eglot-server-programs (cons 'ishi-mode (lambda (&rest _) ishi-server-command)))

(defvar lsp-language-id-configuration)
(declare-function lsp-register-client "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(ishi-mode . "ishi"))
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection (lambda () ishi-server-command))
                    :major-modes '(ishi-mode ishi-ts-mode)
                    :server-id 'ishi)))

;;; Asking the server

(defun ishi--server ()
  "Return the server of the current record, or signal a `user-error'."
  (or (eglot-current-server) (user-error "The server does not run here; start it with M-x eglot")))

(defun ishi--parameters (&rest more)
  "Return the document and the position of point as parameters, and MORE."
  (eglot--signal-textDocument/didChange)
  (append (list :textDocument (eglot--VersionedTextDocumentIdentifier)
                :position (plist-get (eglot--TextDocumentPositionParams) :position))
          more))

(defun ishi--message (failure)
  "Return the message of the server about a FAILURE."
  (or (plist-get failure :message) "The server does not answer"))

(defun ishi--change (command &rest arguments)
  "Apply what COMMAND of the server changes at point, and go to its line.\nARGUMENTS go with the place."
  (let* ((arguments (apply #'ishi--parameters arguments))
         (version (plist-get (plist-get arguments :textDocument) :version))
         (result (condition-case failure
                     (jsonrpc-request (ishi--server) :workspace/executeCommand
                                      (list :command command :arguments (vector arguments)))
                   (jsonrpc-error
                    (user-error "%s" (or (alist-get 'jsonrpc-error-message (cddr failure)) (cadr failure))))))
         (edits (ishi--edits (plist-get result :edit)))
         (line (plist-get result :line)))
    (undo-boundary)
    (when edits (eglot--apply-text-edits edits version))
    (undo-boundary)
    (when line (ishi--go-to-line line))))

(defun ishi--edits (edit)
  "Return the text edits of a workspace EDIT of one document."
  (let ((documents (plist-get edit :documentChanges)))
    (if (> (length documents) 0)
        (plist-get (aref documents 0) :edits)
      (cadr (plist-get edit :changes)))))

(defun ishi--go-to-line (line)
  "Move point to the first word of a LINE, counted from 0, in all windows."
  (goto-char (point-min))
  (forward-line line)
  (back-to-indentation)
  (dolist (window (get-buffer-window-list nil nil t))
    (set-window-point window (point))))

;;; Walking

(defun ishi--tree ()
  "Return a list of the moves of the event, and the current one."
  (let* ((answer (jsonrpc-request (ishi--server) :ishi/tree (ishi--parameters)))
         (nodes (append (plist-get answer :nodes) nil))
         (current (plist-get answer :current)))
    (unless (and nodes current) (user-error "There is nothing to walk through"))
    (list nodes (nth current nodes))))

(defun ishi--children (nodes node)
  "Return the moves among NODES that follow NODE."
  (seq-filter (lambda (one) (and (equal (plist-get one :kind) "move") (eql (plist-get one :parent) (plist-get node :id)))) nodes))

(defun ishi--parent (nodes node)
  "Return the parent of NODE among NODES."
  (let ((parent (plist-get node :parent))) (and parent (nth parent nodes))))

(defun ishi--walk (step failure)
  "Go to the node that STEP finds from the current one, or say FAILURE."
  (ishi--in-record
   (lambda ()
     (pcase-let* ((`(,nodes ,current) (ishi--tree))
                  (node (funcall step nodes current)))
       (if node (ishi--go-to-line (plist-get node :line)) (message "%s" failure))))))

(defun ishi-next-move ()
  "Go to the next move of the line of play."
  (interactive)
  (ishi--walk (lambda (nodes node) (car (ishi--children nodes node))) "This is the last move of its line"))

(defun ishi-previous-move ()
  "Go to the previous move."
  (interactive)
  (ishi--walk #'ishi--parent "This is the beginning"))

(defun ishi-first-move ()
  "Go to the position before the first move."
  (interactive)
  (ishi--walk (lambda (nodes _) (car nodes)) ""))

(defun ishi-last-move ()
  "Go to the last move of the line of play."
  (interactive)
  (ishi--walk (lambda (nodes node)
                (let (next)
                  (while (setq next (car (ishi--children nodes node))) (setq node next))
                  node))
              ""))

(defun ishi--sibling (offset)
  "Return a step to the variation that comes OFFSET after the current one."
  (lambda (nodes node)
    (let* ((all (ishi--children nodes (ishi--parent nodes node)))
           (index (+ (or (seq-position all node) 0) offset)))
      (and (>= index 0) (nth index all)))))

(defun ishi-next-variation ()
  "Go to the next variation on the move at point."
  (interactive)
  (ishi--walk (ishi--sibling 1) "There is no further variation here"))

(defun ishi-previous-variation ()
  "Go to the previous variation on the move at point."
  (interactive)
  (ishi--walk (ishi--sibling -1) "There is no variation before this one"))

;;; The board

(defvar ishi-board-buffer "*ishi-board*" "The name of the buffer with the board.")

(defvar-local ishi--record nil "The buffer of the record whose board this is.")
(defvar-local ishi--answer nil "What the server says of the position that is shown.")
(defvar-local ishi--place nil "The place in the record that was asked about last.")
(defvar ishi--timer nil "The timer after which the board follows point.")

(defun ishi--in-record (work)
  "Call WORK in the buffer of the record, from there or from the board."
  (let ((record (if (derived-mode-p 'ishi-board-mode) ishi--record (current-buffer))))
    (unless (buffer-live-p record) (user-error "The record is closed"))
    (with-current-buffer record
      (let ((window (get-buffer-window record)))
        (when window (goto-char (window-point window))))
      (funcall work)
      (ishi--follow))))

(defun ishi--board-format ()
  "Return how the board is drawn here."
  (if (eq ishi-board-format 'auto)
      (if (and (display-graphic-p) (image-type-available-p 'svg)) 'svg 'text)
    ishi-board-format))

;;;###autoload
(defun ishi-board ()
  "Show the board of the position at point in a window beside the record."
  (interactive)
  (unless (derived-mode-p 'ishi-mode) (user-error "This is not a record"))
  (ishi--server)
  (let ((record (current-buffer)))
    (with-current-buffer (get-buffer-create ishi-board-buffer)
      (unless (derived-mode-p 'ishi-board-mode) (ishi-board-mode))
      (setq ishi--record record ishi--place nil)
      (display-buffer (current-buffer) '(display-buffer-in-side-window (side . right) (window-width . 50)))))
  (add-hook 'post-command-hook #'ishi--follow-soon)
  (ishi--follow))

(defun ishi--follow-soon ()
  "Let the board follow point, as soon as Emacs is idle."
  (cond ((not (get-buffer ishi-board-buffer)) (remove-hook 'post-command-hook #'ishi--follow-soon))
        ((and (derived-mode-p 'ishi-mode) (eglot-managed-p) (not (timerp ishi--timer)))
         (setq ishi--timer (run-with-idle-timer 0.03 nil (lambda () (setq ishi--timer nil) (ishi--follow)))))))

(defconst ishi--board-width 43
  "The columns that a board of text takes: two for each of 19 lines, and numbers.")

(defun ishi--follow ()
  "Show the board of the position at point, unless it is shown already."
  (let ((board (get-buffer ishi-board-buffer)))
    (when (and board (derived-mode-p 'ishi-mode) (eglot-managed-p))
      (let ((place (list (current-buffer) (line-number-at-pos) (buffer-chars-modified-tick)))
            (record (current-buffer))
            (format (buffer-local-value 'ishi--format board)))
        (unless (equal place (buffer-local-value 'ishi--place board))
          (with-current-buffer board (setq ishi--record record ishi--place place))
          (jsonrpc-async-request
           (ishi--server) :ishi/board (ishi--parameters :format (symbol-name format) :width ishi--board-width)
           :success-fn (lambda (answer) (ishi--show board place answer nil))
           :error-fn (lambda (failure) (ishi--show board place nil (ishi--message failure)))
           :deferred 'ishi/board))))))

(defvar-local ishi--format 'text "How the board is drawn: `svg', `text' or `ascii'.")

(defun ishi--show (board place answer failure)
  "Write the ANSWER about PLACE, or a FAILURE, into the buffer BOARD."
  (when (and (buffer-live-p board) (equal place (buffer-local-value 'ishi--place board)))
    (with-current-buffer board
      (let ((inhibit-read-only t) (at (point)))
        (setq ishi--answer answer)
        (erase-buffer)
        (setq header-line-format (replace-regexp-in-string "%" "%%" (or (plist-get answer :title) "Board")))
        (cond (failure (insert failure))
              ((not answer) (insert "There is no position here."))
              ((eq ishi--format 'svg)
               (insert-image (create-image (plist-get answer :board) 'svg t :scale 1) (plist-get answer :alt))
               (insert "\n"))
              (t (insert (plist-get answer :board) "\n")))
        (when-let ((comment (plist-get answer :comment))) (insert "\n" comment "\n"))
        ;; The cursor stays on its point of the board from move to move.
        (goto-char (min at (point-max)))))))

(defvar ishi-board-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map special-mode-map)
    (pcase-dolist (`(,key ,command)
                   '(("n" ishi-next-move) ("p" ishi-previous-move) ("<" ishi-first-move) (">" ishi-last-move)
                     ("N" ishi-next-variation) ("P" ishi-previous-variation)
                     ("\r" ishi-board-play) ([mouse-1] ishi-board-click) ([down-mouse-1] ignore)
                     ("z" ishi-board-pass) ("x" ishi-board-delete) ("X" ishi-board-delete-variation)
                     ("Z" ishi-board-insert-pass) ("D" ishi-board-diagram) ("+" ishi-board-promote) ("-" ishi-board-demote)
                     ("b" ishi-board-black) ("w" ishi-board-white) ("t" ishi-board-triangle) ("s" ishi-board-square)
                     ("d" ishi-board-diamond) ("c" ishi-board-check) ("a" ishi-board-letter) ("1" ishi-board-number)
                     ("l" ishi-board-label) ([?\d] ishi-board-erase) (";" ishi-board-comment) ("u" ishi-board-undo)
                     ("o" ishi-board-record) ("?" describe-mode)))
      (define-key map key command))
    map)
  "The keys in the window of the board.")

(define-derived-mode ishi-board-mode special-mode "Board"
  "The board of the position at point in a record.
Move to a point of the board, then \\[ishi-board-play] plays there, and the keys below mark it.

\\{ishi-board-mode-map}"
  (setq-local ishi--format (ishi--board-format)
              revert-buffer-function (lambda (&rest _) (ishi--in-record #'ignore))
              word-wrap t
              ;; A point is one column to the cursor, whatever the signs around it are.
              cursor-type 'box))

(defun ishi--point-at (position)
  "Return the location, such as Q16, at a POSITION of a text board, or nil."
  (save-excursion
    (goto-char position)
    (let ((column (current-column)) (between (memq (char-after) '(?─ ?\s ?\) ?\] ?| ?\n nil))) row letter)
      (beginning-of-line)
      (when (looking-at " *\\([0-9]+\\)[^0-9]")
        (setq row (match-string 1))
        (goto-char (point-min))
        ;; Where marks stand beside stones, points are three columns apart instead of two.
        (when (let (case-fold-search) (re-search-forward "^ +[A-T]\\(?: +[A-T]\\)*$" nil t))
          (beginning-of-line)
          ;; Beside a point is a line or a closing bracket, which belongs to the point before it, or else to the one after it. A mark
          ;; or an opening bracket belongs to the point after it.
          (let ((text (concat (buffer-substring (point) (line-end-position)) "  ")))
            (setq letter (seq-find (lambda (letter) (not (eq letter ?\s)))
                                   (mapcar (lambda (at) (if (< -1 at (length text)) (aref text at) ?\s))
                                           (if between (list column (1- column) (1+ column)) (list column (1+ column) (1- column)))))))))
      (and letter (<= ?A letter ?T) (concat (string letter) row)))))

(defun ishi--point-of-event (event)
  "Return the location of the board at a mouse EVENT on a picture."
  (when-let* ((position (event-start event))
              (place (posn-object-x-y position))
              (size (posn-object-width-height position))
              (grid (plist-get ishi--answer :grid)))
    (let* ((scale (/ (float (plist-get grid :width)) (car size)))
           (step (plist-get grid :step))
           (index (lambda (pixel start) (round (/ (- (* pixel scale) start) step))))
           (from (plist-get (plist-get ishi--answer :region) :from))
           (to (plist-get (plist-get ishi--answer :region) :to))
           (letters "ABCDEFGHJKLMNOPQRST")
           (column (+ (seq-position letters (aref from 0)) (funcall index (car place) (plist-get grid :left))))
           (row (- (string-to-number (substring to 1)) (funcall index (cdr place) (plist-get grid :top)))))
      (when (and (<= 0 column (seq-position letters (aref to 0)))
                 (<= (string-to-number (substring from 1)) row (string-to-number (substring to 1))))
        (format "%c%d" (aref letters column) row)))))

(defun ishi--chosen-point ()
  "Return the point under the cursor, or the one that the user names."
  (or (and (not (eq ishi--format 'svg)) (ishi--point-at (point)))
      (let ((name (upcase (string-trim (read-string "Point: ")))))
        (if (string-match-p "\\`[A-HJ-T][0-9]\\{1,2\\}\\'" name) name (user-error "%s is not a point such as Q16" name)))))

(defun ishi--board-change (command &rest arguments)
  "Change the record by COMMAND of the server, with ARGUMENTS."
  (ishi--in-record (lambda () (apply #'ishi--change command arguments))))

(defun ishi-board-play ()
  "Play at the point under the cursor, or go to the move recorded there."
  (interactive)
  (ishi--board-change "ishi.play" :point (ishi--chosen-point)))

(defun ishi-board-click (event)
  "Play at the point of the board where EVENT, a click, is."
  (interactive "e")
  (select-window (posn-window (event-start event)))
  (let ((point (if (eq ishi--format 'svg)
                   (ishi--point-of-event event)
                 (ignore-errors (goto-char (posn-point (event-start event))))
                 (ishi--point-at (point)))))
    (unless point (user-error "Here is no point of the board"))
    (ishi--board-change "ishi.play" :point point)))

(defun ishi-board-pass ()
  "Write a pass as the next move."
  (interactive)
  (ishi--board-change "ishi.pass"))

(defun ishi-board-delete ()
  "Delete the move that is shown, with all that follows it."
  (interactive)
  (when (y-or-n-p "Delete this move with all that follows it? ")
    (ishi--board-change "ishi.delete")))

(defun ishi-board-delete-variation ()
  "Delete the variation that is shown."
  (interactive)
  (when (y-or-n-p "Delete this variation? ")
    (ishi--board-change "ishi.deleteVariation")))

(defun ishi-board-insert-pass ()
  "Insert a pass after the move, and renumber the moves after it."
  (interactive)
  (ishi--board-change "ishi.insertPass"))

(defun ishi-board-diagram ()
  "Add a diagram after the move."
  (interactive)
  (ishi--board-change "ishi.addDiagram"))

(defun ishi-board-promote ()
  "Make the variation the main line."
  (interactive)
  (ishi--board-change "ishi.promote"))

(defun ishi-board-demote ()
  "Make the move a variation, and its first variation the main line."
  (interactive)
  (ishi--board-change "ishi.demote"))

(defun ishi-board-black ()
  "Set up a black stone at the point under the cursor, or take it away."
  (interactive)
  (ishi--board-change "ishi.setup" :point (ishi--chosen-point) :color "black"))

(defun ishi-board-white ()
  "Set up a white stone at the point under the cursor, or take it away."
  (interactive)
  (ishi--board-change "ishi.setup" :point (ishi--chosen-point) :color "white"))

(defun ishi-board-undo ()
  "Undo the last change of the record."
  (interactive)
  (ishi--in-record (lambda () (undo-only 1))))

(defun ishi-board-comment (text)
  "Write TEXT as the comment of the position."
  (interactive (list (read-string "Comment: " (plist-get ishi--answer :comment))))
  (ishi--board-change "ishi.comment" :text text))

(defun ishi-board-record ()
  "Go to the record."
  (interactive)
  (pop-to-buffer ishi--record))

(defmacro ishi--define-mark (name mark what)
  "Define the command NAME, which marks a point with MARK, called WHAT."
  `(defun ,name ()
     ,(format "Mark the point under the cursor with %s." what)
     (interactive)
     (ishi--board-change "ishi.mark" :point (ishi--chosen-point) :mark ,mark)))

(ishi--define-mark ishi-board-triangle "triangle" "a triangle")
(ishi--define-mark ishi-board-square "square" "a square")
(ishi--define-mark ishi-board-diamond "diamond" "a diamond")
(ishi--define-mark ishi-board-check "check" "a check mark")
(ishi--define-mark ishi-board-letter "letter" "the next letter")
(ishi--define-mark ishi-board-number "number" "the next number")
(ishi--define-mark ishi-board-erase "erase" "nothing")

(defun ishi-board-label (label)
  "Mark the point under the cursor with LABEL, one or two characters."
  (interactive "sLabel: ")
  (ishi--board-change "ishi.mark" :point (ishi--chosen-point) :mark "label" :label label))

;;; Finding a position

(defvar-local ishi--games nil "The games of a list.")

(defun ishi--game-entry (game)
  "Return the entry of a GAME in a list."
  (let ((next (plist-get game :next)) (line (plist-get game :line)))
    (list game
          (vconcat
           (mapcar (lambda (text) (or text ""))
                   (list (plist-get game :date)
                         (or (plist-get game :black) (plist-get game :title))
                         (plist-get game :white)
                         (plist-get game :result)
                         (number-to-string (plist-get game :move))
                         (plist-get next :location)
                         (format "%s:%s" (file-name-nondirectory (ishi--file game)) (if line (1+ line) "?"))))))))

(defun ishi--file (game)
  "Return the name of the file of a GAME."
  (let ((uri (plist-get game :uri)))
    (if (fboundp 'eglot-uri-to-path) (eglot-uri-to-path uri) (eglot--uri-to-path uri))))

(define-derived-mode ishi-games-mode tabulated-list-mode "Games"
  "A list of games in which a position arises.

\\{ishi-games-mode-map}"
  (setq tabulated-list-format [("Date" 11 t) ("Black" 22 t) ("White" 22 t) ("Result" 8 t) ("Move" 5 nil) ("Next" 5 t) ("File" 0 t)])
  (tabulated-list-init-header))

(defun ishi--open-game (show)
  "Go to the place of the game at point in the buffer that SHOW shows."
  (let* ((game (or (tabulated-list-get-id) (user-error "There is no game on this line")))
         (line (plist-get game :line)) (character (plist-get game :character)))
    (with-selected-window (funcall show (find-file-noselect (ishi--file game)))
      (goto-char (point-min))
      (forward-line (or line 0))
      (if (and character (eglot-managed-p)) (funcall eglot-move-to-column-function character) (back-to-indentation))
      (selected-window))))

(defun ishi-games-open ()
  "Go to the place in the game at point."
  (interactive)
  (select-window (ishi--open-game (lambda (buffer) (pop-to-buffer buffer) (selected-window)))))

(defun ishi-games-show ()
  "Show the place in the game at point in another window."
  (interactive)
  (ishi--open-game #'display-buffer))

(define-key ishi-games-mode-map (kbd "RET") #'ishi-games-open)
(define-key ishi-games-mode-map (kbd "C-o") #'ishi-games-show)

(defun ishi--list-games (answer)
  "Show the games of an ANSWER of the server."
  (with-current-buffer (get-buffer-create "*ishi games*")
    (ishi-games-mode)
    (setq ishi--games (append (plist-get answer :games) nil)
          tabulated-list-entries (mapcar #'ishi--game-entry ishi--games)
          mode-line-process (format ": %s of %s games" (plist-get answer :found) (plist-get answer :searched)))
    (tabulated-list-print)
    (pop-to-buffer (current-buffer)))
  (when (plist-get answer :problem) (message "%s" (plist-get answer :problem))))

;;;###autoload
(defun ishi-find-position (&optional corners)
  "List the games in which the position at point arises.
With a prefix argument, ask for two CORNERS of the part that matters."
  (interactive (list (and current-prefix-arg (read-string "Corners, such as k10,t19: "))))
  (ishi--in-record
   (lambda ()
     (let ((region (and corners (split-string (upcase corners) "[ ,-]+" t))))
       (unless (memq (length region) '(0 2)) (user-error "Write two corners, such as k10,t19"))
       (message "Searching games…")
       (jsonrpc-async-request
        (ishi--server) :ishi/find
        (apply #'ishi--parameters (and region (list :region (list :from (car region) :to (cadr region)))))
        :timeout 90
        :success-fn (lambda (answer)
                      (if answer (ishi--list-games answer) (message "There is no position at this place")))
        :error-fn (lambda (failure) (message "%s" (ishi--message failure)))
        :timeout-fn (lambda () (message "The server does not answer")))))))

(provide 'ishi-mode)
;;; ishi-mode.el ends here
