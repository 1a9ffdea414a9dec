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
;; `M-x ishi-board' opens the board, and `M-x ishi-tree' the tree of the moves; `?' in their windows lists the keys.

;;; Code:

(require 'eglot)
;; Where a line of Chinese or Japanese may end.
(require 'kinsoku)
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

(defcustom ishi-board-wood t
  "Whether a board of text is of wood, where Emacs shows 24-bit colors."
  :type 'boolean)

(defface ishi-black-face '((t :inherit font-lock-keyword-face)) "Face for the B of a move.")
(defface ishi-white-face '((t :inherit font-lock-type-face)) "Face for the W of a move.")
(defface ishi-next-face '((t :inherit font-lock-constant-face :weight bold)) "Face for the next move on a board.")
(defface ishi-variation-face '((t :inherit shadow)) "Face for the moves of variations on a board.")
;; On a dark background a bright disc looks like a white stone.
(defface ishi-black-stone-face '((((min-colors 88) (background dark)) :foreground "gray50") (t))
  "Face for black stones that are not on wood.")

;; The face of the wood is below the others on it.
(defface ishi-wood-face '((t :foreground "#4a3414" :background "#c0965a")) "Face for a board of wood.")
(defface ishi-wood-line-face '((t :foreground "#6f5024")) "Face for the lines on wood.")
(defface ishi-wood-black-face '((t :foreground "#000000")) "Face for black stones on wood.")
(defface ishi-wood-white-face '((t :foreground "#ffffff")) "Face for white stones on wood.")
(defface ishi-wood-mark-face '((t :foreground "#00246b" :weight bold)) "Face for marks on wood.")
(defface ishi-wood-last-face '((t :foreground "#8b0000" :weight bold)) "Face for the brackets on wood.")
(defface ishi-wood-next-face '((t :foreground "#8b0000" :background "#e6c48c" :weight bold)) "Face for the next move on wood.")
(defface ishi-wood-variation-face '((t :foreground "#4a3414" :background "#d3ae72")) "Face for the moves of variations on wood.")

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
              ;; A hover has a board, for which the echo area would grow and shrink at each line.
              eldoc-echo-area-use-multiline-p nil
              font-lock-defaults '(ishi-font-lock-keywords nil t))
  (add-hook 'syntax-propertize-extend-region-functions #'ishi--extend-region nil t)
  (add-hook 'post-self-insert-hook #'ishi--after-newline 90 t)
  (add-hook 'before-save-hook #'ishi--format nil t)
  (add-hook 'eglot-managed-mode-hook #'ishi--problems-first nil t)
  ;; The words of a dictionary are no part of a line.
  (remove-hook 'completion-at-point-functions 'ispell-completion-at-point t))

(define-key ishi-mode-map [remap ispell-complete-word] #'completion-at-point)

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:ishi\\|prb\\)\\'" . ishi-mode))

(defun ishi--problems-first ()
  "Let the echo area show the problems at point rather than the hover."
  (when (eglot-managed-p)
    (remove-hook 'eldoc-documentation-functions #'flymake-eldoc-function t)
    (add-hook 'eldoc-documentation-functions #'flymake-eldoc-function -90 t)))

(defun ishi--format ()
  "Format the record, where the server runs and `ishi-format-on-save' is set."
  (when ishi-format-on-save
    ;; Emacs saves nothing after an error in this hook.
    (with-demoted-errors "ishi: %S"
      (cond ((eglot-managed-p) (eglot-format-buffer))
            ((bound-and-true-p lsp-managed-mode) (lsp-format-buffer))))))

(defun ishi--after-newline ()
  "Let the server write the line above point as a move, if it is a point."
  ;; Eglot 1.9 reads the key, which is not the character that it inserts.
  (when (and (eq last-command-event ?\n) (eglot-managed-p) (not (eq eglot--last-inserted-char ?\n)))
    (eglot-format (point) nil ?\n)))

(add-to-list 'eglot-server-programs (cons 'ishi-mode (lambda (&rest _) ishi-server-command)))

(defvar lsp-language-id-configuration)
(declare-function lsp-format-buffer "lsp-mode")
(declare-function lsp-register-client "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(with-eval-after-load 'lsp-mode
  (dolist (mode '(ishi-mode ishi-ts-mode))
    (add-to-list 'lsp-language-id-configuration (cons mode "ishi")))
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
(defvar ishi-tree-buffer "*ishi-tree*" "The name of the buffer with the tree of the moves.")

(defvar-local ishi--record nil "The buffer of the record whose board this is.")
(defvar-local ishi--answer nil "What the server says of the position that is shown.")
(defvar-local ishi--format 'text "How the board is drawn: `svg', `text' or `ascii'.")
(defvar-local ishi--place nil "The place in the record that was asked about last.")
(defvar ishi--timer nil "The timer after which the board follows point.")

(defun ishi--in-record (work)
  "Call WORK in the buffer of the record, from there or from its board."
  (let ((record (if (derived-mode-p 'ishi-board-mode 'ishi-tree-mode) ishi--record (current-buffer))))
    (unless (buffer-live-p record) (user-error "The record is closed"))
    (with-current-buffer record
      (let ((window (get-buffer-window record)))
        (when window (goto-char (window-point window))))
      (funcall work)
      (ishi--follow))))

(defun ishi--board-format ()
  "Return how the board is drawn here."
  (if (eq ishi-board-format 'auto)
      (cond ((and (display-graphic-p) (image-type-available-p 'svg)) 'svg)
            ;; In some languages of East Asia, lines and stones are as wide as two letters.
            ((= (string-width "●─") 2) 'text)
            (t 'ascii))
    ishi-board-format))

(defun ishi--beside (columns)
  "Return the display action for a window at the right with room for COLUMNS."
  `(display-buffer-in-side-window
    (side . right)
    ;; Fringes and scroll bars take some columns of a window.
    (window-width . ,(lambda (window) (window-resize window (- columns (window-body-width window)) t)))))

;;;###autoload
(defun ishi-board ()
  "Show the board of the position at point in a window beside the record."
  (interactive)
  (unless (derived-mode-p 'ishi-mode) (user-error "This is not a record"))
  (ishi--server)
  (let ((record (current-buffer)))
    (with-current-buffer (get-buffer-create ishi-board-buffer)
      ;; The display may be another one than last time.
      (ishi-board-mode)
      (add-hook 'kill-buffer-hook (lambda () (ishi--show-words nil)) nil t)
      (add-hook 'window-size-change-functions #'ishi--draw-again nil t)
      (setq ishi--record record ishi--place nil)
      ;; A picture fits any window, and leaves room for the record.
      (display-buffer (current-buffer) (ishi--beside (if (eq ishi--format 'svg) (min 46 (/ (frame-width) 2)) 45)))))
  (add-hook 'post-command-hook #'ishi--follow-soon)
  (ishi--follow))

(defun ishi--follow-soon ()
  "Let the board and the tree follow point, as soon as Emacs is idle."
  (cond ((not (or (get-buffer ishi-board-buffer) (get-buffer ishi-tree-buffer)))
         (remove-hook 'post-command-hook #'ishi--follow-soon))
        ((and (derived-mode-p 'ishi-mode) (eglot-managed-p) (not (timerp ishi--timer)))
         (setq ishi--timer (run-with-idle-timer 0.03 nil (lambda () (setq ishi--timer nil) (ishi--follow)))))))

(defconst ishi--board-width 43
  "The columns that a board of text takes: two for each of 19 lines, and numbers.")

(defun ishi--request-for (buffer method show &rest parameters)
  "Ask METHOD with PARAMETERS about point for BUFFER, and SHOW the answer there.
Nothing is asked again about the place that was asked about last."
  (let ((place (list (current-buffer) (line-number-at-pos) (buffer-chars-modified-tick)))
        (record (current-buffer)))
    (unless (equal place (buffer-local-value 'ishi--place buffer))
      (with-current-buffer buffer (setq ishi--record record ishi--place place))
      (jsonrpc-async-request
       (ishi--server) method (apply #'ishi--parameters parameters)
       :success-fn (lambda (answer) (funcall show buffer place answer nil))
       :error-fn (lambda (failure) (funcall show buffer place nil (ishi--message failure)))
       :deferred method))))

(defun ishi--follow ()
  "Bring the board and the tree to the position at point."
  (when (and (derived-mode-p 'ishi-mode) (eglot-managed-p))
    (when-let ((board (get-buffer ishi-board-buffer)))
      (ishi--request-for board :ishi/board #'ishi--show
                         :format (symbol-name (buffer-local-value 'ishi--format board)) :width ishi--board-width))
    (when-let ((tree (get-buffer ishi-tree-buffer)))
      (ishi--request-for tree :ishi/tree #'ishi--show-tree))))

(defun ishi--revert (&rest _)
  "Request what the current buffer shows, and draw it again."
  (setq ishi--place nil)
  (ishi--in-record #'ignore))

(defun ishi--follow-again (record)
  "Request the position at point of RECORD again, for what the server knows now."
  (when-let ((board (get-buffer ishi-board-buffer)))
    (with-current-buffer board (setq ishi--place nil)))
  (when (buffer-live-p record) (with-current-buffer record (ishi--follow))))

;;; What is around the board

(defvar ishi-words-buffer "*ishi-words*" "The name of the buffer with what has no room in the window of the board.")

(defun ishi--signs (name)
  "Return the signs called NAME of the board, for Black and for White."
  (let ((ascii (eq ishi--format 'ascii)))
    (pcase name
      ('stones (if ascii '("#" . "O") '("●" . "○")))
      ('following (if ascii '("x" . "o") '("•" . "◦"))))))

(defun ishi--sign (name color)
  "Return the sign called NAME of a COLOR."
  (let ((signs (ishi--signs name))) (if (equal color "white") (cdr signs) (car signs))))

(defun ishi--stone (color)
  "Return the sign of a stone of COLOR."
  (propertize (ishi--sign 'stones color) 'face (and (not (equal color "white")) 'ishi-black-stone-face)))

(defun ishi--joined (&rest parts)
  "Return those of PARTS that are not nil as a line."
  (string-join (delq nil parts) (if (eq ishi--format 'ascii) ", " " · ")))

(defun ishi--header (answer name &optional label)
  "Return the header called NAME of the event in ANSWER after a LABEL, or nil."
  (let ((text (plist-get (plist-get answer :headers) name)))
    (and text (concat label text))))

(defun ishi--following (answer)
  "Return the moves that follow the position of ANSWER."
  (append (plist-get (plist-get answer :scene) :following) nil))

(defun ishi--next-moves (answer)
  "Return the moves that follow the position of ANSWER in words.\nThat of the line comes first, then those of variations."
  (mapcar (lambda (move)
            (let ((name (or (plist-get move :location) "pass")) (continues (eq (plist-get move :continues) t)))
              (string-join (delq nil (list (if continues (and (plist-get move :number) (format "%d" (plist-get move :number)))
                                             (plist-get move :marker))
                                           name))
                           " ")))
          (ishi--following answer)))

(defun ishi--found-moves (answer)
  "Return the result of the last search for the position of ANSWER, or nil.
These are the number of games, and the moves that followed in them."
  (when-let* ((found (plist-get (plist-get answer :scene) :continuations))
              (games (plist-get found :games)))
    (concat
     (format (if (= games 1) "found in %d game" "found in %d games") games)
     (and (> (length (plist-get found :moves)) 0) ": ")
     (apply #'ishi--joined
            (mapcar (lambda (move)
                      (let* ((black (plist-get move :black)) (decided (+ black (plist-get move :white))))
                        (concat (elt (plist-get move :locations) 0) (format " %d" (plist-get move :games))
                                (and (> decided 0) (format " (Black %.0f %%)" (/ (* 100.0 black) decided))))))
                    (seq-take (append (plist-get found :moves) nil) 5))))))

(defun ishi--around (answer)
  "Return the lines about the players, who is to play, what follows, and the game."
  (let ((moves (ishi--next-moves answer))
        (to-play (plist-get answer :toPlay))
        (game (ishi--joined (plist-get (plist-get answer :count) :text)
                            (ishi--header answer :result) (ishi--header answer :komi "komi ")
                            (and (not (equal (ishi--header answer :handicap) "0")) (ishi--header answer :handicap "handicap "))
                            (ishi--header answer :rules))))
    (concat
     (mapconcat (lambda (player)
                  (let ((captures (plist-get (plist-get answer :captures) (car player))))
                    (concat (ishi--stone (cadr player)) " "
                            (ishi--joined (or (ishi--header answer (car player)) (capitalize (cadr player)))
                                          (and (> captures 0) (format (if (= captures 1) "%d capture" "%d captures") captures)))
                            "\n")))
                '((:black "black") (:white "white")) "")
     (and (or to-play moves)
          (concat (if to-play (concat (capitalize to-play) " to play") "next")
                  (and moves (concat ": " (apply #'ishi--joined moves)))
                  "\n"))
     (when-let* ((found (ishi--found-moves answer))) (concat found "\n"))
     (and (not (string-empty-p game)) (concat game "\n")))))

(defun ishi--joined-lines (text)
  "Return TEXT with those lines joined that were parted because they were full.
The window breaks them anew."
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

(defun ishi--words (answer legend)
  "Return the comment of ANSWER, the LEGEND of its board, and the occasion."
  (let ((occasion (ishi--joined (ishi--header answer :date) (ishi--header answer :place))))
    (mapconcat (lambda (part) (concat "\n" part "\n"))
               (seq-remove #'string-empty-p (list (ishi--joined-lines (or (plist-get answer :comment) "")) legend occasion))
               "")))

(defun ishi--board-parts (answer)
  "Return the rows of the board of ANSWER, and the other words below them."
  (let* ((parts (split-string (string-trim-right (plist-get answer :board)) "\n\n"))
         (words (replace-regexp-in-string "\\([,;]\\)\n" "\\1 " (or (cadr parts) "")))
         (captures (plist-get answer :captures))
         ;; The last move, the captures and whose turn it is.
         (has-state (or (plist-get answer :toPlay) (plist-get (plist-get answer :scene) :last)
                        (> (+ (plist-get captures :black) (plist-get captures :white)) 0))))
    (cons (car parts)
          (string-join (if has-state (cdr (split-string words "\n")) (split-string words "\n")) "\n"))))

(defun ishi--is-wooden ()
  "Return whether the board is of wood here."
  (and ishi-board-wood (>= (display-color-cells) 16777216)))

(defun ishi--mark-next-moves (answer start)
  "Show the moves that follow in ANSWER on the board of text at START."
  (let ((letters (save-excursion (goto-char start) (buffer-substring (point) (line-end-position)))))
    ;; Of two moves at one point, that of the line stays.
    (dolist (move (reverse (ishi--following answer)))
      (let* ((location (or (plist-get move :location) ""))
             (column (and (> (length location) 1) (seq-position letters (aref location 0)))))
        (save-excursion
          (goto-char start)
          (when (and column (re-search-forward (format "^ *%s[^0-9]" (substring location 1)) nil t))
            (move-to-column column)
            (when (string-match-p "[─-╿.+•◦xo]" (string (char-after)))
              (delete-char 1)
              (insert (propertize (ishi--sign 'following (plist-get move :color))
                                  'ishi-next (if (eq (plist-get move :continues) t) 'next 'variation))))))))))

(defun ishi--paint-board (start end)
  "Give the board of text from START to END its colors."
  (let* ((wooden (ishi--is-wooden))
         (width (save-excursion
                  (goto-char start)
                  (let ((widest 0))
                    (while (< (point) end)
                      (end-of-line)
                      (setq widest (max widest (current-column)))
                      (forward-line))
                    widest)))
         (stones (ishi--signs 'stones))
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
                           ((or (string-match-p "[ \n]" sign) (ishi--is-coordinate)) 'ishi-wood-face)
                           (t 'ishi-wood-mark-face))))
          (when (and face (not (equal sign "\n")))
            (put-text-property (point) (1+ (point)) 'face (if wooden (list face 'ishi-wood-face) face)))
          (when (and wooden (equal sign "○"))
            (put-text-property (point) (1+ (point)) 'display "●"))
          (if (and wooden (equal sign "\n") (< (current-column) width))
              (insert (propertize (make-string (- width (current-column)) ?\s) 'face 'ishi-wood-face))
            (forward-char)))))))

(defconst ishi--letters-row "^ +[A-T]\\(?: +[A-T]\\)* *$"
  "The row above a board of text, which ends in spaces where the board is of wood.")

(defun ishi--is-coordinate ()
  "Return whether the character at point is a coordinate of a board."
  (save-excursion
    (let ((column (current-column)))
      (beginning-of-line)
      (or (let (case-fold-search) (looking-at ishi--letters-row))
          (and (looking-at " *[0-9]+") (< column (- (match-end 0) (match-beginning 0))))
          (and (looking-at ".* \\([0-9]+\\) *$") (>= column (- (match-beginning 1) (line-beginning-position))))))))

(defun ishi--insert-board (answer rows)
  "Insert the board of ANSWER, which has ROWS as text, with what follows."
  (if (eq ishi--format 'svg)
      ;; Keys such as + have another meaning on what `insert-image' inserts.
      (insert (propertize (plist-get answer :alt)
                          'display (create-image (plist-get answer :board) 'svg t :scale 1 :height (ishi--picture-height answer)))
              "\n")
    (let ((start (point)))
      (insert rows "\n")
      (ishi--mark-next-moves answer start)
      (ishi--paint-board start (point)))))

(defun ishi--picture-height (answer)
  "Return the height in pixels at which all of the picture of ANSWER is in view.
Its lines are at most as far apart as two lines of text."
  (let* ((window (get-buffer-window (current-buffer) t)) (grid (plist-get answer :grid)) (height (plist-get grid :height)))
    (floor (* height (min (/ (* 2.0 (frame-char-height)) (plist-get grid :step))
                          ;; Without fringes, the last column of a window is not for the picture.
                          (if window (/ (float (* (window-max-chars-per-line window) (frame-char-width))) (plist-get grid :width)) 0.5)
                          (if window (/ (float (window-body-height window t)) height) 0.5))))))

(defun ishi--draw-again (window)
  "Draw the board in WINDOW again, because its size has changed."
  (with-current-buffer (window-buffer window)
    (when (and ishi--answer
               (equal (buffer-name) ishi-board-buffer)
               ;; A message or a list of completions that takes some lines is soon gone.
               (= (window-height (minibuffer-window (window-frame window))) 1))
      (ishi--show (current-buffer) ishi--place ishi--answer nil))))

(defun ishi--title (answer)
  "Return the title of the board of ANSWER, the end of which is in view."
  (let* ((title (or (plist-get answer :title) "Board"))
         (window (get-buffer-window (current-buffer) t))
         (move (if (string-match " — [^—]*\\'" title) (match-string 0 title) ""))
         (room (- (if window (window-max-chars-per-line window) 80) (string-width move))))
    (concat (truncate-string-to-width (substring title 0 (- (length title) (length move))) (max 1 room) nil nil t) move)))

(defun ishi--has-room (answer rows)
  "Return whether there is room for the players above the board of ANSWER.\nIts text has ROWS, and some words have room below it."
  (let ((window (get-buffer-window (current-buffer) t))
        (height (if (eq ishi--format 'svg)
                    (/ (ishi--picture-height answer) (frame-char-height))
                  (length (split-string rows "\n")))))
    (or (not window) (>= (window-body-height window) (+ height 9)))))

(defun ishi--show-words (text)
  "Show TEXT in a window below the record, or without TEXT close it."
  (let ((record ishi--record) (format ishi--format)
        ;; A window that the user has closed stays closed until the board is opened again.
        (is-new (not (get-buffer ishi-words-buffer))))
    (if (not text)
        (when-let ((buffer (get-buffer ishi-words-buffer)))
          (delete-windows-on buffer)
          (kill-buffer buffer))
      (with-current-buffer (get-buffer-create ishi-words-buffer)
        (unless (derived-mode-p 'ishi-board-mode) (ishi-board-mode))
        (setq ishi--record record ishi--format format header-line-format nil)
        (let ((inhibit-read-only t))
          (erase-buffer)
          (insert text)
          (goto-char (point-min)))
        (when is-new (ishi--show-below record))))))

(defun ishi--show-below (record)
  "Show the current buffer in a window below that of RECORD, if there is room."
  (let ((above (get-buffer-window record)))
    (when (and above (not (get-buffer-window)))
      (ignore-errors
        (set-window-buffer (split-window above (/ (window-height above) 2) 'below) (current-buffer))))))

(defun ishi--row-of-board ()
  "Return how many lines are before the board in the current buffer."
  (save-excursion
    (goto-char (point-min))
    (if (let (case-fold-search) (re-search-forward ishi--letters-row nil t)) (1- (line-number-at-pos)) 0)))

(defun ishi--reason (answer)
  "Return the reason why the event of ANSWER has no board, or nil."
  (when-let ((reason (plist-get answer :reason))) (concat reason ".")))

(defun ishi--show (board place answer failure)
  "Write the ANSWER about PLACE, or a FAILURE, into the buffer BOARD."
  (when (and (buffer-live-p board) (equal place (buffer-local-value 'ishi--place board)))
    (with-current-buffer board
      (let* ((inhibit-read-only t)
             (window (get-buffer-window board t))
             (at (if window (window-point window) (point)))
             (row (save-excursion (goto-char at) (- (line-number-at-pos) (ishi--row-of-board))))
             (column (save-excursion (goto-char at) (current-column))))
        (setq ishi--answer (and (plist-get answer :board) answer))
        (erase-buffer)
        (setq header-line-format (replace-regexp-in-string "%" "%%" (ishi--title answer)))
        (if (not (plist-get answer :board))
            (progn (insert (or failure (ishi--reason answer) "There is no position here."))
                   (ishi--show-words nil))
          (pcase-let* ((`(,rows . ,legend) (if (eq ishi--format 'svg) '("" . "") (ishi--board-parts answer)))
                       (around (ishi--around answer))
                       (words (ishi--words answer legend))
                       (has-room (ishi--has-room answer rows)))
            (when has-room (insert around "\n"))
            (ishi--insert-board answer rows)
            (when has-room (insert words))
            (ishi--show-words (and (not has-room) (concat around words)))))
        ;; The cursor stays on its point of the board from move to move.
        (goto-char (point-min))
        (forward-line (1- (+ row (ishi--row-of-board))))
        (move-to-column column)
        (when window (set-window-point window (point)))))))

(defun ishi-board-quit ()
  "Close the board, and the window with its words."
  (interactive)
  (let ((board (get-buffer ishi-board-buffer)))
    (when board (with-current-buffer board (ishi--show-words nil)))
    (when-let ((window (and board (get-buffer-window board)))) (quit-window nil window))))

(defconst ishi--board-keys
  '(("n p" "next, previous move" ("n" ishi-next-move) ("p" ishi-previous-move))
    ("< >" "first, last move" ("<" ishi-first-move) (">" ishi-last-move))
    ("N P" "next, previous variation" ("N" ishi-next-variation) ("P" ishi-previous-variation))
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
    ("o" "go to the record" ("o" ishi-board-record))
    ("g" "draw the board again")
    ("?" "these keys" ("?" ishi-board-help))
    ("q" "close the board" ("q" ishi-board-quit)))
  "The keys in the window of the board, what they do, and their commands.")

(defun ishi--keymap (rows)
  "Return a keymap with the keys of ROWS."
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map special-mode-map)
    (dolist (row rows map)
      (pcase-dolist (`(,key ,command) (cddr row)) (define-key map key command)))))

(defun ishi--help (rows)
  "List the keys of ROWS in place of the board, until the help is closed."
  ;; On a screen of 24 rows, only the window of the board has room for all of them.
  (let ((display-buffer-overriding-action (ishi--beside 45)) (help-window-select t))
    (with-help-window (help-buffer)
      (with-current-buffer standard-output (setq-local truncate-partial-width-windows nil word-wrap t))
      (dolist (row rows)
        (princ (format "%-9s %s\n" (car row) (cadr row)))))))

(defun ishi-board-help ()
  "List the keys in the window of the board."
  (interactive)
  (ishi--help ishi--board-keys))

(defvar ishi-board-mode-map (ishi--keymap ishi--board-keys)
  "The keys in the window of the board.")

(define-derived-mode ishi-board-mode special-mode "Board"
  "The board of the position at point in a record.
Move to a point of the board, then \\[ishi-board-play] plays there, and the keys below mark it.

\\{ishi-board-mode-map}"
  (setq-local ishi--format (ishi--board-format)
              ;; A point is one column to the cursor, whatever the signs around it are.  On a picture the cursor is at no point.
              cursor-type (if (eq ishi--format 'svg) nil 'box)
              revert-buffer-function #'ishi--revert
              word-wrap t
              word-wrap-by-category t
              fringe-indicator-alist '((continuation nil nil))
              truncate-lines nil
              truncate-partial-width-windows nil))

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
        (when (let (case-fold-search) (re-search-forward ishi--letters-row nil t))
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

;;; The tree

(defconst ishi--tree-rows 100 "How many rows around the current move are drawn: more than a screen has.")
(defconst ishi--tree-columns 30 "How many columns around the current move are drawn.")
(defconst ishi--tree-cell 9 "The width of a move in the tree, with brackets and the sign of a comment.")

(defun ishi--take-column (runs above first last)
  "Take the first column after ABOVE that is free up to the row LAST.
The columns before the one that is returned are taken from the row FIRST on.
RUNS has the columns of which the same rows are taken: by its first column, the
last one of a run and the row from which on it is taken.  A line of play is at
the end of a run, and what branches off from it comes next, so a run begins
after ABOVE.  Runs that are passed become one, so all in all no more are passed
than were made."
  (let* ((column (1+ above)) (from first) (run (gethash column runs)))
    (while (and run (<= (cdr run) last))
      (setq from (min from (cdr run))
            column (1+ (car run))
            run (gethash column runs)))
    (when (and run (> (car run) column)) (puthash (1+ column) run runs))
    (puthash (1+ above) (cons column from) runs)
    column))

(defun ishi--arrange (nodes)
  "Return a table with the row and the column of each of NODES by its number.
A row is the number of moves from the root, a column is a line of play.  What
branches off last is placed first, so that no line crosses another one."
  (let ((places (make-hash-table)) (rows (make-hash-table)) (children (make-hash-table))
        (next (make-hash-table)) (runs (make-hash-table)) (open (list (car nodes))))
    (dolist (node nodes)
      (let ((id (plist-get node :id)) (parent (plist-get node :parent)))
        (puthash id (if parent (1+ (gethash parent rows)) 0) rows)
        (when parent
          (push node (gethash parent children))
          (when (and (equal (plist-get node :kind) "move") (not (gethash parent next)))
            (puthash parent node next)))))
    ;; No recursion, because a record can be as deep as it is long.
    (while open
      (let* ((first (pop open)) (sequence (list first)) (following (gethash (plist-get first :id) next)))
        (while following
          (push following sequence)
          (setq following (gethash (plist-get following :id) next)))
        (let ((column (ishi--take-column runs
                                         (let ((parent (plist-get first :parent))) (if parent (cdr (gethash parent places)) -1))
                                         (gethash (plist-get first :id) rows)
                                         ;; A diagram after the last move is a row below it.
                                         (let ((last (plist-get (car sequence) :id)))
                                           (+ (gethash last rows) (if (gethash last children) 1 0))))))
          (dolist (node (nreverse sequence))
            (let ((id (plist-get node :id)))
              (puthash id (cons (gethash id rows) column) places)
              (dolist (child (gethash id children))
                (unless (eq child (gethash id next)) (push child open))))))))
    places))

(defun ishi--tree-text (node)
  "Return the text of a NODE of the tree."
  (concat (pcase (plist-get node :kind)
            ("root" "start")
            ("diagram" (if (eq ishi--format 'ascii) "= fig." "□ fig."))
            (_ (concat (ishi--stone (plist-get node :color)) " " (or (plist-get node :location) "pass"))))
          (if (eq (plist-get node :comment) t) "\"" "")))

(defun ishi--insert-tree-row (nodes places first current)
  "Insert a row of the tree with NODES, which have PLACES.
FIRST is the column at the left, and CURRENT the current node."
  (let* ((line (if (eq ishi--format 'ascii) ?- ?─)) (number (plist-get (car nodes) :number)))
    (insert (format " %4s " (or number "")))
    (let ((start (current-column)))
      (dolist (node nodes)
        (let* ((column (cdr (gethash (plist-get node :id) places)))
               (parent (plist-get node :parent))
               (branches (and parent (> column (cdr (gethash parent places)))))
               (fill (max 0 (- (+ start (* (- column first) ishi--tree-cell)) (current-column))))
               (is-current (eq node current))
               (text (propertize (ishi--tree-text node) 'ishi-node node 'mouse-face 'highlight)))
          (when is-current (add-face-text-property 0 (length text) 'highlight t text))
          (insert (make-string fill (if branches line ?\s)) (cond (is-current "[") (branches line) (t " ")) text (if is-current "]" "")))))
    (insert "\n")))

(defun ishi--insert-tree (nodes current)
  "Insert the part of the tree of NODES that is around the CURRENT one."
  (let* ((places (ishi--arrange nodes)) (rows (make-hash-table)) (last 0)
         (here (gethash (plist-get current :id) places))
         (first (max 0 (- (cdr here) ishi--tree-columns))))
    (dolist (node nodes)
      (pcase-let ((`(,row . ,column) (gethash (plist-get node :id) places)))
        (when (and (<= (abs (- row (car here))) ishi--tree-rows) (<= (abs (- column (cdr here))) ishi--tree-columns))
          (push node (gethash row rows))
          (setq last (max last row)))))
    (let ((row (max 0 (- (car here) ishi--tree-rows))))
      (while (<= row last)
        (ishi--insert-tree-row
         (sort (gethash row rows)
               (lambda (one other) (< (cdr (gethash (plist-get one :id) places)) (cdr (gethash (plist-get other :id) places)))))
         places first current)
        (setq row (1+ row))))))

(defun ishi--show-tree (tree place answer failure)
  "Write the ANSWER about PLACE, or a FAILURE, into the buffer TREE."
  (when (and (buffer-live-p tree) (equal place (buffer-local-value 'ishi--place tree)))
    (with-current-buffer tree
      (let* ((inhibit-read-only t)
             (nodes (append (plist-get answer :nodes) nil))
             (current (and nodes (nth (plist-get answer :current) nodes))))
        (erase-buffer)
        (setq header-line-format (replace-regexp-in-string "%" "%%" (or (plist-get answer :title) "Tree")))
        (if (not current)
            (insert (or failure (if answer "The event has too many moves for its tree." "There is no event here.")))
          (ishi--insert-tree nodes current)
          (goto-char (or (text-property-any (point-min) (point-max) 'ishi-node current) (point-min)))
          (dolist (window (get-buffer-window-list nil nil t))
            (set-window-point window (point))
            (with-selected-window window
              (recenter)
              (set-window-hscroll window (max 0 (- (current-column) (/ (window-body-width) 2)))))))))))

;;;###autoload
(defun ishi-tree ()
  "Show the tree of the moves in a window below the record."
  (interactive)
  (unless (derived-mode-p 'ishi-mode 'ishi-board-mode) (user-error "This is not a record"))
  (ishi--in-record
   (lambda ()
     (ishi--server)
     (let ((record (current-buffer)))
       (with-current-buffer (get-buffer-create ishi-tree-buffer)
         (unless (derived-mode-p 'ishi-tree-mode) (ishi-tree-mode))
         (setq ishi--record record ishi--place nil)
         (ishi--show-below record)))
     (add-hook 'post-command-hook #'ishi--follow-soon))))

(defun ishi-tree-go ()
  "Go to the move under the cursor, or from the current one to the record."
  (interactive)
  (let ((node (get-text-property (point) 'ishi-node)))
    (cond ((not node) (user-error "Here is no move"))
          ((eq (char-before (previous-single-property-change (1+ (point)) 'ishi-node)) ?\[) (ishi-board-record))
          (t (ishi--in-record (lambda () (ishi--go-to-line (plist-get node :line))))))))

(defun ishi-tree-click (event)
  "Go to the move where EVENT, a click, is."
  (interactive "e")
  (mouse-set-point event)
  (when (get-text-property (point) 'ishi-node) (ishi-tree-go)))

(defconst ishi--tree-keys
  `(,@(seq-take ishi--board-keys 3)
    ("RET click" "to the move there, or to the record"
     ("\r" ishi-tree-go) ([mouse-1] ishi-tree-click) ([down-mouse-1] ignore))
    ("o" "go to the record" ("o" ishi-board-record))
    ("?" "these keys" ("?" ishi-tree-help))
    ("q" "close the tree"))
  "The keys in the window of the tree, what they do, and their commands.")

(defun ishi-tree-help ()
  "List the keys in the window of the tree."
  (interactive)
  (ishi--help ishi--tree-keys))

(defvar ishi-tree-mode-map (ishi--keymap ishi--tree-keys)
  "The keys in the window of the tree.")

(define-derived-mode ishi-tree-mode special-mode "Tree"
  "The tree of the moves of an event.
\\{ishi-tree-mode-map}"
  (setq-local ishi--format (if (eq (ishi--board-format) 'ascii) 'ascii 'text)
              revert-buffer-function #'ishi--revert
              truncate-lines t))

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
  (setq tabulated-list-format [("Date" 11 t) ("Black" 18 t) ("White" 18 t) ("Result" 8 t) ("Move" 5 nil) ("Next" 5 t) ("File" 0 t)])
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
          mode-line-process (format ": %s of %s games · %s" (plist-get answer :found) (plist-get answer :searched)
                                    ;; A percent sign in the name of a folder means nothing here.
                                    (string-replace "%" "%%" (or (plist-get answer :scope) ""))))
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
     (let ((record (current-buffer)) (region (and corners (split-string (upcase corners) "[ ,-]+" t))))
       (unless (memq (length region) '(0 2)) (user-error "Write two corners, such as k10,t19"))
       (message "Searching games…")
       (jsonrpc-async-request
        (ishi--server) :ishi/find
        (apply #'ishi--parameters :show t (and region (list :region (list :from (car region) :to (cadr region)))))
        :timeout 90
        :success-fn (lambda (answer)
                      (ishi--follow-again record)
                      (if answer (ishi--list-games answer) (message "There is no position at this place")))
        :error-fn (lambda (failure) (message "%s" (ishi--message failure)))
        :timeout-fn (lambda () (message "The server does not answer")))))))

(provide 'ishi-mode)
;;; ishi-mode.el ends here
