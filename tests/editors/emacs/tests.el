;;; tests.el --- records in a real Emacs  -*- lexical-binding: t; -*-

;; Emacs ends lines at LF only. Where a CR stands alone in a text, it shows it as ^M.

(when (< emacs-major-version 29)
  (dolist (folder (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*"))
    (add-to-list 'load-path folder)))
(require 'eglot)
(require 'flymake)
(require 'cl-lib)
(load (getenv "ISHI_INIT") nil t)

(setq eglot-sync-connect 60
      eglot-send-changes-idle-time 0.05
      make-backup-files nil
      auto-save-default nil
      create-lockfiles nil)

(defvar ishi-failed 0)
(defvar ishi-passed 0)

(defun ishi-note (sign name)
  "Notes that a test with NAME begins or has ended, as SIGN says (see scripts/lib/limit.sh)."
  (when (getenv "ISHI_RUNNING")
    (write-region (format "%s %s\n" sign name) nil (getenv "ISHI_RUNNING") t 'quiet)))

(defmacro ishi-test (name &rest body)
  "Runs BODY, which fails by an error, and prints a line with NAME."
  (declare (indent 1))
  `(progn
     (ishi-note "+" ,name)
     (condition-case problem
         (progn ,@body (setq ishi-passed (1+ ishi-passed)) (princ (format "ok     %s\n" ,name)))
       (error (setq ishi-failed (1+ ishi-failed)) (princ (format "FAILED %s\n       %S\n" ,name problem))))
     (ishi-note "-" ,name)))

(defun ishi-equal (got want)
  (unless (equal got want) (error "got %S, want %S" got want)))

(defun ishi-wait (what holds)
  "Waits until HOLDS returns something, and fails with WHAT if it does not."
  (let ((end (+ (float-time) 60)) result)
    (while (and (not (setq result (funcall holds))) (< (float-time) end))
      (accept-process-output nil 0.05))
    (or result (error "waited in vain for %s" what))))

(defun ishi-read (file)
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (insert-file-contents-literally file)
    (buffer-string)))

(defmacro ishi-with-file (name text &rest body)
  "Runs BODY in a buffer of a new file with TEXT, with the server at work there."
  (declare (indent 2))
  `(let ((coding-system-for-write 'no-conversion))
     (write-region ,text nil ,name nil 'quiet)
     (with-current-buffer (let (coding-system-for-write) (find-file-noselect ,name))
       (setq coding-system-for-write nil)
       (unwind-protect
           (progn
             (run-hooks 'post-command-hook)
             (unless (eglot-managed-p) (call-interactively #'eglot))
             (ishi-wait "the server" #'eglot-managed-p)
             ,@body)
         (set-buffer-modified-p nil)
         (kill-buffer)))))

(defun ishi-save ()
  "Saves as a user does, who has changed something."
  (set-buffer-modified-p t)
  (save-buffer))

(defun ishi-filled (text)
  (split-string text "[\r\n]+" t))

(defun ishi-type (line text)
  "Types TEXT at the start of a LINE, and lets Emacs report it."
  (goto-char (point-min))
  (forward-line (1- line))
  (insert text)
  (eglot--signal-textDocument/didChange))

(defconst ishi-record "EVENT x\nCOM\nWell played.\rIndeed.\nENDCOM\nb 1 q16\nW 2 D4\nB 3 Q3\n")
(defconst ishi-formatted "EVENT x\nCOM\nWell played.\nIndeed.\nENDCOM\nB 1 Q16\nW 2 D4\nB 3 Q3\n")

(ishi-test "a save with a CR in a comment loses no move"
  (ishi-with-file "cr.ishi" ishi-record
    (ishi-save)
    (ishi-equal (ishi-read "cr.ishi") ishi-formatted)
    ;; The server has followed, so the next save is right as well.
    (ishi-type 7 "  ")
    (ishi-save)
    (ishi-equal (ishi-read "cr.ishi") ishi-formatted)))

(dolist (end '(("CR" . "\r") ("CR LF, but one" . "\r\n") ("CR CR LF" . "\r\r\n")))
  (ishi-test (format "a save loses no move where lines end with %s" (car end))
    (ishi-with-file "all.ishi" (replace-regexp-in-string "\n" (cdr end) ishi-record)
      (ishi-save)
      (ishi-equal (ishi-filled (ishi-read "all.ishi")) (ishi-filled ishi-formatted))
      (ishi-save)
      (ishi-equal (ishi-filled (ishi-read "all.ishi")) (ishi-filled ishi-formatted)))))

(ishi-test "what is typed after a CR can be saved, and the second save formats it"
  (ishi-with-file "typed.ishi" ishi-record
    (ishi-type 6 " ")
    (ishi-save)
    ;; Emacs 30 sends a change in another way, which the server understands at once.
    (unless (member (ishi-read "typed.ishi") (list (replace-regexp-in-string "^W 2" " W 2" ishi-record) ishi-formatted))
      (error "The file has %S" (ishi-read "typed.ishi")))
    (ishi-save)
    (ishi-equal (ishi-read "typed.ishi") ishi-formatted)))

(ishi-test "the first line says so, and the action for it replaces the CR"
  (ishi-with-file "action.ishi" (replace-regexp-in-string "Q3" "Z99" ishi-record)
    (let ((diagnostics (lambda ()
                         (mapcar (lambda (diagnostic) (cons (line-number-at-pos (flymake-diagnostic-beg diagnostic))
                                                            (flymake-diagnostic-text diagnostic)))
                                 (flymake-diagnostics)))))
      (flymake-start)
      (ishi-wait "diagnostics" diagnostics)
      (ishi-equal (length (funcall diagnostics)) 1)
      (ishi-equal (caar (funcall diagnostics)) 1)
      (unless (string-match-p "CR without LF at the end of line 3" (cdar (funcall diagnostics)))
        (error "The diagnostic is %S" (funcall diagnostics)))
      (goto-char (point-max))
      (let* ((actions (jsonrpc-request (eglot-current-server) :textDocument/codeAction
                                       (list :textDocument (eglot--TextDocumentIdentifier)
                                             :range (list :start (eglot--pos-to-lsp-position)
                                                          :end (eglot--pos-to-lsp-position))
                                             :context '(:diagnostics [] :only ["quickfix"]))))
             (action (seq-find (lambda (one) (equal (plist-get one :title) "Replace each CR without LF by LF")) actions)))
        (unless action (error "It is not among %S" actions))
        (unless (plist-get action :edit)
          (setq action (jsonrpc-request (eglot-current-server) :codeAction/resolve action)))
        (apply #'eglot--apply-workspace-edit (plist-get action :edit)
               (and (= (car (func-arity #'eglot--apply-workspace-edit)) 2) '(ishi-test))))
      (eglot--signal-textDocument/didChange)
      (ishi-equal (buffer-string) (replace-regexp-in-string "\r" "\n" (replace-regexp-in-string "Q3" "Z99" ishi-record)))
      (ishi-wait "the mistake below the CR" (lambda () (equal (mapcar #'car (funcall diagnostics)) '(8)))))))

(defun ishi-face (text)
  "Returns the face of the first character of TEXT in the buffer."
  (font-lock-ensure)
  (goto-char (point-min))
  (search-forward text)
  (get-text-property (match-beginning 0) 'face))

(ishi-test "records are opened in their mode, and blocks are not read as moves"
  (ishi-with-file "colors.prb" "EVENT x\nBLACK Ada\nCOM\nB 1 C3 is good.\nENDCOM\nUSER a\nW 9 D9\nENDUSER\nb 1 d4\nCOM open\nW 2 Q4\nREMARK B 3 R5\n"
    (ishi-equal major-mode 'ishi-mode)
    (ishi-equal (ishi-face "EVENT") 'font-lock-keyword-face)
    (ishi-equal (ishi-face "Ada") 'font-lock-string-face)
    (ishi-equal (ishi-face "B 1 C3") 'font-lock-comment-face)
    (ishi-equal (ishi-face "W 9 D9") 'font-lock-comment-face)
    (ishi-equal (ishi-face "ENDUSER") 'font-lock-keyword-face)
    (ishi-equal (ishi-face "d4") 'font-lock-variable-name-face)
    (ishi-equal (ishi-face "W 2 Q4") 'ishi-white-face)
    (ishi-equal (ishi-face "B 3 R5") 'font-lock-comment-face)
    ;; The end that was missing is typed, and what stands above it becomes a comment.
    (goto-char (point-min))
    (search-forward "REMARK")
    (beginning-of-line)
    (insert "ENDCOM\n")
    (ishi-equal (ishi-face "W 2 Q4") 'font-lock-comment-face)))

(defun ishi-keys (keys)
  "Types KEYS, each as the command that it is bound to, with what Emacs does after it."
  (dolist (key (append keys nil))
    (setq last-command-event key
          this-command (key-binding (vector key)))
    (call-interactively this-command)
    (run-hooks 'post-command-hook)
    (setq last-command this-command)))

(ishi-test "Enter writes a point as a move"
  (ishi-with-file "typed.ishi" "EVENT x\n"
    (goto-char (point-max))
    (ishi-keys "d4\rq16\rcom\rd4\rendcom\rpass\r")
    (ishi-equal (buffer-string) "EVENT x\nB 1 D4\nW 2 Q16\ncom\nd4\nendcom\nB 3 PASS\n")))

(ishi-test "a variation that is typed into the middle of a game is written as moves"
  (ishi-with-file "middle.ishi" "EVENT x\nB 1 Q16\nW 2 D4\nB 3 Q3\nW 4 D16\n"
    (goto-char (point-min))
    (forward-line 3)
    (ishi-keys "VAR\ro3\ro2\rn3\rENDVAR\r")
    (ishi-equal (replace-regexp-in-string "^ +" "" (buffer-string))
                "EVENT x\nB 1 Q16\nW 2 D4\nVAR\nW 2 O3\nB 3 O2\nW 4 N3\nENDVAR\nB 3 Q3\nW 4 D16\n")))

(ishi-test "the syntax of a line is shown while it is typed"
  (ishi-with-file "syntax.ishi" "EVENT x\nB 1 \n"
    (switch-to-buffer (current-buffer))
    (goto-char (point-min))
    (forward-line 1)
    (end-of-line)
    (let (shown)
      (eglot-signature-eldoc-function (lambda (text &rest _) (setq shown (or text ""))))
      (ishi-wait "the syntax" (lambda () shown))
      (unless (string-match-p "<loc | PASS>" shown) (error "got %S" shown)))))

(ishi-test "the echo area has one line, with the problem at point rather than the board of a hover"
  (ishi-with-file "echo.ishi" "EVENT x\nB 1 Z99\n"
    (ishi-equal eldoc-echo-area-use-multiline-p nil)
    (ishi-equal (seq-filter (lambda (one) (memq one '(flymake-eldoc-function eglot-hover-eldoc-function)))
                            eldoc-documentation-functions)
                '(flymake-eldoc-function eglot-hover-eldoc-function))))

(ishi-test "the key of completion asks the server, not a dictionary"
  (ishi-with-file "complete.ishi" "EVENT x\n"
    (goto-char (point-max))
    (insert "diag")
    (call-interactively (key-binding (kbd "C-M-i")))
    (ishi-equal (buffer-string) "EVENT x\ndiagram ")))

(defun ishi-board-shows (text)
  "Waits until the board, or what is shown beside it, has TEXT."
  (ishi-wait text (lambda () (string-match-p text (ishi-board-text)))))

(defun ishi-board-text ()
  "Returns the title of the board, its text, and what is shown beside it."
  (concat (with-current-buffer "*ishi-board*" (concat header-line-format "\n" (buffer-string)))
          (if (get-buffer "*ishi-words*") (with-current-buffer "*ishi-words*" (buffer-string)) "")))

(defun ishi-board-goto (point)
  "Moves the cursor in the board to POINT."
  (goto-char (point-min))
  (re-search-forward "^ +A +B.*$")
  (let ((column (save-excursion (beginning-of-line)
                                (search-forward (substring point 0 1))
                                (1- (current-column)))))
    (re-search-forward (format "^ *%s[^0-9]" (substring point 1)))
    (move-to-column column)))

(ishi-test "the board follows point, walks, plays, marks and comments, and all of it can be undone"
  (ishi-with-file "board.ishi" "EVENT Lesson\nBOARDSIZE 9\nB 1 E5\nW 2 C3\nVAR a\n  W 2 G3\nENDVAR\nB 3 D3\n"
    (let ((before (buffer-string)) (record (current-buffer)))
      (buffer-enable-undo)
      (goto-char (point-min))
      (forward-line 3)
      (ishi-board)
      (ishi-board-shows "W 2 C3")
      (with-current-buffer "*ishi-board*"
        (ishi-keys "n")
        (ishi-board-shows "B 3 D3")
        (ishi-keys "pN")
        (ishi-board-shows "W 2 G3")
        (ishi-keys "P>")
        (ishi-board-shows "B 3 D3")
        (ishi-board-goto "F7")
        (ishi-keys "\r")
        (ishi-board-shows "W 4 F7")
        (ishi-board-goto "C5")
        (forward-char)
        (ishi-keys "t")
        (ishi-board-comment "Well played.")
        (ishi-board-shows "Well played.")
        (ishi-equal (with-current-buffer record (buffer-string))
                    (concat before "W 4 F7\nMARK \\t@C5\nCOM\nWell played.\nENDCOM\n"))
        ;; A point that is taken is refused in words, and nothing changes.
        (ishi-board-goto "F7")
        (unless (string-match-p "occupied\\|taken" (condition-case refusal (progn (ishi-keys "\r") "") (user-error (cadr refusal))))
          (error "There is no refusal"))
        (ishi-keys "uuu")
        (ishi-equal (with-current-buffer record (buffer-string)) before)))
    (kill-buffer "*ishi-board*")))

(ishi-test "without a board the window says why"
  (ishi-with-file "oblong.ishi" "EVENT One\nUSER sgf\ngame [(;GM[1\\]SZ[13:9\\];B[ma\\])]\nENDUSER\n"
    (goto-char (point-min))
    (ishi-board)
    (ishi-board-shows "There is no board for this game: its board is not square")
    (kill-buffer "*ishi-board*")))

(defmacro ishi-with-board (text line &rest body)
  "Runs BODY in the board of the position on a LINE, counted from 0, of a record with TEXT."
  (declare (indent 2))
  `(ishi-with-file "around.ishi" ,text
     (delete-other-windows)
     (set-window-buffer nil (current-buffer))
     (goto-char (point-min))
     (forward-line ,line)
     (set-window-point nil (point))
     (ishi-board)
     (ishi-board-shows "to play")
     (with-current-buffer "*ishi-board*" ,@body)
     (kill-buffer "*ishi-board*")
     (ishi-equal (get-buffer "*ishi-words*") nil)))

(defconst ishi-branches
  "EVENT x\nBLACK Ada 3-dan\nWHITE Ben\nRULES Chinese\nKOMI 7\nRESULT B+3\nBOARDSIZE 5\nB 1 B1\nW 2 A1\nB 3 A2\nW 4 D4
VAR a\n  W 4 E5\nENDVAR\nVAR b\n  W 4 PASS\nENDVAR\nB 5 PASS\n")

(defconst ishi-letters-row " +A B C D E F G H J K L M N O P Q R S T *\n")

(ishi-test "the players, the game and the next moves are around the board and on it"
  (ishi-with-board ishi-branches 9
    (dolist (text '("● Ada 3-dan · 1 capture\n○ Ben\n" "White to play: 4 D4 · a E5 · b pass\n" "B\\+3 · komi 7 · Chinese\n"
                    " 5 ┌─┬─┬─┬─◦  5\n 4 ├─┼─┼─◦─┤  4\n 3 "))
      (ishi-board-shows text))
    (ishi-board-goto "D4")
    (ishi-equal (get-text-property (point) 'face) 'ishi-next-face)
    (ishi-board-goto "E5")
    (ishi-equal (get-text-property (point) 'face) 'ishi-variation-face)
    (ishi-keys "n")
    (ishi-board-shows "Black to play: 5 pass\n")))

(ishi-test "the window below the record has what has no room beside it, and goes with the board"
  ;; The frame of a batch run has 25 rows, of which a board of 19 lines takes 20.
  (ishi-with-board (string-replace "BOARDSIZE 5\n" "" ishi-branches) 8
    (let ((board (get-buffer-window)))
      (ishi-equal (and board (buffer-name (window-buffer board))) "*ishi-board*")
      (ishi-equal (with-current-buffer "*ishi-words*" (buffer-substring (point-min) (+ (point-min) 11))) "● Ada 3-dan")
      (ishi-equal (string-match-p ishi-letters-row (buffer-string)) 0)
      ;; Who closes it does not get it again.
      (unless (get-buffer-window "*ishi-words*") (error "There is no window"))
      (delete-window (get-buffer-window "*ishi-words*"))
      (ishi-keys "n")
      (ishi-board-shows "5 pass")
      (ishi-equal (get-buffer-window "*ishi-words*") nil)
      (ishi-keys "q")
      (ishi-equal (get-buffer "*ishi-words*") nil))))

(ishi-test "where lines and stones are as wide as two letters, the board is in ASCII"
  (unwind-protect
      (progn
        (use-cjk-char-width-table 'ja_JP)
        (ishi-with-board ishi-branches 9
          (dolist (text '("# Ada 3-dan, 1 capture\nO Ben\n" "White to play: 4 D4, a E5, b pass\n" " 5 \\. \\. \\. \\. o  5\n"
                          " 2(#)\\. \\. \\. \\.  2\n"))
            (ishi-board-shows text))))
    (use-default-char-width-table)))

(ishi-test "with 24-bit colors the board is of wood with black and white stones, unless it is not wanted"
  (let* ((cells 16777216)
         (look (lambda (point)
                 (ishi-board-goto point)
                 (list (get-text-property (point) 'face) (get-text-property (point) 'display)))))
    (cl-letf (((symbol-function 'display-color-cells) (lambda (&rest _) cells)))
      (ishi-with-board ishi-branches 9
        (ishi-equal (funcall look "B1") '((ishi-wood-black-face ishi-wood-face) nil))
        (ishi-equal (funcall look "C3") '((ishi-wood-line-face ishi-wood-face) nil))
        (ishi-equal (funcall look "D4") '((ishi-wood-next-face ishi-wood-face) nil))
        ;; The rows end in spaces, and points are found as they are on other boards.
        (ishi-board-goto "E5")
        (ishi-keys "\r")
        (ishi-board-shows "— W 4 E5\n")
        (setq ishi-board-wood nil)
        (ishi-keys "g")
        (ishi-wait "the other board" (lambda () (not (cadr (funcall look "E5")))))
        (ishi-equal (funcall look "B1") '(ishi-black-stone-face nil))
        (setq ishi-board-wood t))
      (ishi-with-board ishi-branches 10
        (ishi-equal (funcall look "D4") '((ishi-wood-white-face ishi-wood-face) "●")))
      (dolist (wanted '(t nil))
        (setq cells (if wanted 256 16777216))
        (let ((ishi-board-wood wanted))
          (ishi-with-board ishi-branches 10
            (ishi-equal (funcall look "D4") '(nil nil))))))))

(ishi-test "a picture of the board fits its window"
  (let ((ishi-board-format 'svg) drawn)
    (cl-letf (((symbol-function 'create-image)
               (lambda (_ type is-data &rest properties)
                 (ishi-equal (list type is-data) '(svg t))
                 (setq drawn (plist-get properties :height))
                 '(image))))
      (ishi-with-board (string-replace "BOARDSIZE 5\n" "" ishi-branches) 8
        (goto-char (point-min))
        (ishi-equal (list (get-text-property (point) 'display) (key-binding "+")) '((image) ishi-board-promote))
        (let ((window (get-buffer-window)))
          (ishi-equal drawn (window-body-height window t))
          (window-resize window (- 12 (window-body-width window)) t)
          (ishi-board--redraw window)
          (ishi-equal drawn (window-max-chars-per-line window))))
      ;; A smaller one has room for the players above it, and for the words below it.
      (ishi-with-board ishi-branches 9
        (goto-char (point-min))
        (ishi-equal (list (looking-at "● Ada 3-dan") (get-text-property (point) 'display)) '(t nil))
        (search-forward "Chinese\n\n")
        (ishi-equal (get-text-property (point) 'display) '(image))))))

(ishi-test "a title that is too long for the window of the board loses the end of the name"
  (ishi-with-board (concat "EVENT " (make-string 60 ?x) "\nB 1 Q16\n") 1
    (ishi-equal (string-match-p "\\`x+… — B 1 Q16\\'" header-line-format) 0)
    (ishi-equal (string-width header-line-format) (window-max-chars-per-line (get-buffer-window)))))

(ishi-test "? lists all keys of the board"
  (ishi-with-board ishi-branches 9
    (ishi-keys "?")
    (let ((listed (with-current-buffer (help-buffer) (buffer-string))))
      (map-keymap (lambda (key _)
                    (let ((name (pcase key
                                  ('mouse-1 "click") ('down-mouse-1 "click") ('remap "q")
                                  (_ (key-description (vector key))))))
                      (unless (string-match-p (concat "^[^\n]\\{0,9\\}" (regexp-quote name)) listed)
                        (error "%s is not listed in %s" name listed))))
                  (let ((map (copy-keymap ishi-board-mode-map))) (set-keymap-parent map nil) map))
      ;; All of it is in view on a screen of 80 columns and 24 rows.
      (let ((lines (split-string listed "\n" t)))
        (when (> (length lines) 20) (error "The list has %d lines" (length lines)))
        (dolist (line lines)
          (when (> (length line) 45) (error "%s is too long" line)))))
    (let ((window (get-buffer-window (help-buffer))))
      (with-selected-window window (ishi-keys "q"))
      (ishi-equal (buffer-name (window-buffer window)) "*ishi-board*"))))

(defun ishi-tree-shows (text)
  "Waits until the tree has TEXT."
  (ishi-wait text (lambda () (string-match-p (regexp-quote text) (with-current-buffer "*ishi-tree*" (buffer-string))))))

(ishi-test "keys walk in the tree of the moves, and Enter goes to a move"
  (ishi-with-file "tree.ishi"
      (concat "EVENT Branches\nBOARDSIZE 9\nB 1 E5\nW 2 C3\nCOM\nGood.\nENDCOM\nVAR a\n  W 2 G3\n  B 3 G5\n"
              "  VAR\n    B 3 D3\n  ENDVAR\nENDVAR\nB 3 D7\nVAR b\n  B 3 PASS\nENDVAR\n")
    (let ((record (current-buffer))
          (line (lambda () (string-trim (buffer-substring (line-beginning-position) (line-end-position))))))
      (set-window-buffer nil record)
      (goto-char (point-min))
      (search-forward "C3")
      (set-window-point nil (point))
      (ishi-tree)
      (ishi-tree-shows (concat "       start\n    1  ● E5\n    2 [○ C3\"]────────────○ G3\n"
                               "    3  ● D7─────● pass   ● G5─────● D3\n"))
      (let ((window (get-buffer-window "*ishi-tree*")))
        (unless window (error "The tree has no window"))
        (with-selected-window window
          (dolist (step '(("n" "[● D7]" "B 3 D7") ("N" "[● pass]" "B 3 PASS") ("<" "[start]" "EVENT Branches")))
            (ishi-keys (car step))
            (ishi-tree-shows (nth 1 step))
            (ishi-equal (with-current-buffer record (funcall line)) (nth 2 step)))
          (goto-char (point-min))
          (search-forward "● D3")
          (backward-char)
          (ishi-keys "\r")
          (ishi-tree-shows "[● D3]")
          (ishi-equal (with-current-buffer record (funcall line)) "B 3 D3")
          (ishi-equal (looking-at "● D3") t)
          ;; A click does the same.
          (goto-char (point-min))
          (search-forward "○ G3")
          (ishi-tree-click `(mouse-1 (,window ,(1- (point)) (0 . 0) 0)))
          (ishi-tree-shows "[○ G3]")
          (ishi-keys "?")
          (ishi-equal (buffer-name (window-buffer)) (help-buffer))
          (ishi-keys "q"))
        (with-selected-window window
          (ishi-keys "\r")
          (ishi-equal (current-buffer) record))))
    (kill-buffer "*ishi-tree*")))

(ishi-test "the games with the position at point are listed and opened"
  (write-region "(;SZ[19]PB[Cho]PW[Dai]DT[1846]RE[B+2]\n;B[pd]\n;W[dq];B[cd])\n" nil "found.sgf" nil 'quiet)
  (ishi-with-file "find.ishi" "EVENT Mine\nB 1 Q16\nW 2 D3\nB 3 Q3\n"
    (goto-char (point-min))
    (forward-line 2)
    (ishi-board)
    (ishi-board-shows "W 2 D3")
    (ishi-find-position)
    (ishi-wait "the list" (lambda () (get-buffer "*ishi games*")))
    (ishi-board-shows "found in 2 games: C16 1 (Black 100 %) · Q3 1")
    (kill-buffer "*ishi-board*")
    (with-current-buffer "*ishi games*"
      (ishi-equal (mapcar (lambda (entry) (append (cadr entry) nil)) tabulated-list-entries)
                  '(("" "Mine" "" "" "2" "Q3" "find.ishi:3") ("1846" "Cho" "Dai" "B+2" "2" "C16" "found.sgf:3")))
      (unless (string-match-p "\\`: 2 of [0-9]+ games · 1 open file, [0-9]+ files in records\\'" mode-line-process)
        (error "The mode line says %S" mode-line-process))
      (goto-char (point-min))
      (forward-line 1)
      (ishi-games-show)
      (ishi-games-open))
    (ishi-equal (list (buffer-name (window-buffer)) (with-current-buffer "found.sgf" (line-number-at-pos))) '("found.sgf" 3))
    (kill-buffer "found.sgf")
    (kill-buffer "*ishi games*")))

(defun ishi-last-event (address)
  "Returns the last event of the page at ADDRESS, read for a moment, or nil."
  (with-temp-buffer
    (call-process "curl" nil t nil "--silent" "--max-time" "0.5" (concat address "events"))
    (goto-char (point-max))
    (and (re-search-backward "^data: \\(.*\\)$" nil t)
         (json-parse-string (match-string 1) :object-type 'plist))))

(ishi-test "a preview follows the text and point, and ends with the buffer"
  (let (address)
    (ishi-with-file "preview.ishi" "EVENT A game\nB 1 Q16\nW 2 D4\n"
      (ishi-preview)
      (setq address (ishi-wait "the address" (lambda () (process-get ishi-preview--process 'ishi-address))))
      (goto-char (point-min))
      (end-of-line)
      (insert " of mine")
      (forward-line 2)
      (run-hooks 'post-command-hook)
      (let ((event (ishi-wait "the text" (lambda ()
                                           (let ((event (ishi-last-event address)))
                                             (and (equal (plist-get (plist-get event :content) :title) "A game of mine")
                                                  event))))))
        (ishi-equal (plist-get (plist-get event :cursor) :line) 2)
        (ishi-equal (plist-get event :name) "preview.ishi"))
      (set-buffer-modified-p nil))
    (ishi-wait "the end" (lambda () (null (ishi-last-event address))))))

(defconst ishi-whole-game
  (ishi-read (expand-file-name "../game.ishi" (file-name-directory (or load-file-name buffer-file-name)))))

(defun ishi-move-on (line)
  "Returns the point of the move on a LINE, or nil."
  (and (string-match "\\` *[BW] [0-9]+ \\([A-T][0-9]+\\)\\'" line) (match-string 1 line)))

(ishi-test "a whole game is written by its points"
  (let ((lines (split-string ishi-whole-game "\n" t)))
    (ishi-with-file "points.ishi" (concat (car lines) "\n")
      (buffer-enable-undo)
      (goto-char (point-max))
      (dolist (line (cdr lines))
        (let ((point (ishi-move-on line)))
          (ishi-keys (concat (if point (downcase point) (string-trim line)) "\r"))))
      (ishi-save)
      (ishi-equal (ishi-read "points.ishi") ishi-whole-game))))

(ishi-test "a whole game is written on the board"
  (let* ((lines (split-string ishi-whole-game "\n" t)) (record nil) (changes 0)
         (keys (lambda (point keys)
                 (when point (ishi-board-goto point))
                 (ishi-keys keys)
                 (setq changes (1+ changes))))
         (play (lambda (first last)
                 (dolist (line lines)
                   (when (and (string-match "\\`[BW] \\([0-9]+\\) \\(.*\\)" line)
                              (<= first (string-to-number (match-string 1 line)) last))
                     (funcall keys (match-string 2 line) "\r")
                     (ishi-board-shows (concat "— " line)))))))
    (ishi-with-file "board30.ishi" (concat (car lines) "\n")
      (buffer-enable-undo)
      (setq record (current-buffer))
      (ishi-board)
      (ishi-board-shows "first move")
      (with-current-buffer "*ishi-board*"
        (funcall play 1 12)
        (funcall keys "F17" "t")
        (ishi-board-shows "▲")
        (funcall keys "C17" "a")
        (ishi-board-shows "a")
        (funcall keys "C14" "a")
        (ishi-board-comment "Black can slide to 'a' or press at 'b'.\nThe slide settles the stones at once.")
        (setq changes (1+ changes))
        (ishi-board-shows "settles")
        (funcall play 13 13)
        (ishi-keys "p")
        (ishi-board-shows "— W 12 D13")
        (dolist (line '("B 13 C14" "W 14 C13" "B 15 E14"))
          (funcall keys (ishi-move-on line) "\r")
          (ishi-board-shows (concat "— " line)))
        (ishi-keys "pp")
        (ishi-board-shows "— B 13 C14")
        (ishi-keys "P")
        (ishi-board-shows "— B 13 C17")
        (funcall play 14 20)
        (funcall keys nil "D")
        (ishi-board-shows "Diagram")
        (funcall keys "F18" "s")
        (funcall play 21 30))
      (ishi-equal (buffer-string) ishi-whole-game)
      (with-current-buffer "*ishi-board*" (dotimes (_ changes) (ishi-keys "u")))
      (ishi-equal (buffer-string) (concat (car lines) "\n")))
    (kill-buffer "*ishi-board*")))

;; Emacs 28 has no tree-sitter, and a later one may be built without it.
(if (not (and (fboundp 'treesit-available-p) (treesit-available-p)))
    (when (and (getenv "CI") (>= emacs-major-version 30)) (error "This Emacs is built without tree-sitter"))
  (require 'ishi-ts-mode)
  (setq treesit-extra-load-path (list (getenv "ISHI_GRAMMARS"))
        treesit-font-lock-level 4)

  (ishi-test "the tree-sitter mode reads every line as the grammar does"
    (let ((major-mode-remap-alist '((ishi-mode . ishi-ts-mode))))
      (ishi-with-file "tree.ishi" "EVENT A game\nBLACK Ada\nb1 d4\nw 2 Q4 x\nVAR a\n  W 2 C3\nENDVAR\nCOM Title\nB 3 C3\nENDCOM\nMARK ab@#1\nXYZ\n"
        (ishi-equal major-mode 'ishi-ts-mode)
        (dolist (face '(("EVENT" . font-lock-keyword-face) ("A game" . font-lock-string-face) ("BLACK" . font-lock-builtin-face)
                        ("b1" . ishi-black-face) ("1 d4" . font-lock-constant-face) ("d4" . font-lock-variable-name-face)
                        ("w 2 Q4" . ishi-white-face) ("x" . font-lock-warning-face) ("Title" . font-lock-string-face)
                        ("B 3 C3" . font-lock-comment-face) ("ENDCOM" . font-lock-keyword-face) ("ab@" . font-lock-type-face)
                        ("#1" . font-lock-constant-face) ("XYZ" . font-lock-warning-face)))
          (ishi-equal (cons (car face) (ishi-face (car face))) face))
        ;; A change is read at once.
        (search-backward "ENDCOM")
        (delete-region (point) (line-end-position))
        (ishi-equal (ishi-face "B 3 C3") 'ishi-black-face)
        (insert "ENDCOM")
        (ishi-equal (ishi-face "B 3 C3") 'font-lock-comment-face)
        ;; Without a server, this is the index.
        (ishi-equal (caar (treesit-simple-imenu)) "EVENT A game")
        (goto-char (point-max))
        (search-backward "C3" nil nil 2)
        (beginning-of-defun)
        (ishi-equal (line-number-at-pos) 5)
        ;; The server works as in the other mode.
        (ishi-save)
        (let (case-fold-search)
          (unless (string-match-p "\nW 2 Q4" (ishi-read "tree.ishi")) (error "The record is not formatted")))))))

(ishi-test "the problems of records that are not open are listed after a check of the folder"
  (make-directory "checked")
  (let ((other (expand-file-name "checked/other.ishi")))
    (write-region "EVENT x\nB 1 Q16\nMARKK Q16\n" nil other nil 'quiet)
    (ishi-with-file "checked/open.ishi" "EVENT x\nB 1 Q16\n"
      (let ((listed (lambda () (cdr (assoc other flymake-list-only-diagnostics #'file-equal-p)))))
        (ishi-equal (funcall listed) nil)
        (ishi-check-folder)
        (ishi-wait "the problem" listed)
        (ishi-equal (length (funcall listed)) 1)
        ;; What is solved is removed by the next check.
        (write-region "EVENT x\nB 1 Q16\n" nil other nil 'quiet)
        (ishi-check-folder)
        (ishi-wait "no problem" (lambda () (null (funcall listed))))))))

(princ (format "%d passed, %d failed\n" ishi-passed ishi-failed))
(kill-emacs (if (and (= ishi-failed 0) (> ishi-passed 0)) 0 1))
