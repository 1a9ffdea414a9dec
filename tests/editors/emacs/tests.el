;;; tests.el --- records in a real Emacs  -*- lexical-binding: t; -*-

;; Emacs ends lines at LF only. Where a CR stands alone in a text, it shows it as ^M.

(when (< emacs-major-version 29)
  (dolist (folder (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*"))
    (add-to-list 'load-path folder)))
(require 'eglot)
(require 'flymake)
(load (getenv "ISHI_INIT") nil t)

(setq eglot-sync-connect 20
      eglot-send-changes-idle-time 0.05
      make-backup-files nil
      auto-save-default nil
      create-lockfiles nil)

(defvar ishi-failed 0)
(defvar ishi-passed 0)

(defmacro ishi-test (name &rest body)
  "Runs BODY, which fails by an error, and prints a line with NAME."
  (declare (indent 1))
  `(condition-case problem
       (progn ,@body (setq ishi-passed (1+ ishi-passed)) (princ (format "ok     %s\n" ,name)))
     (error (setq ishi-failed (1+ ishi-failed)) (princ (format "FAILED %s\n       %S\n" ,name problem)))))

(defun ishi-equal (got want)
  (unless (equal got want) (error "got %S, want %S" got want)))

(defun ishi-wait (what holds)
  "Waits until HOLDS returns something, and fails with WHAT if it does not."
  (let ((end (+ (float-time) 20)) found)
    (while (and (not (setq found (funcall holds))) (< (float-time) end))
      (accept-process-output nil 0.05))
    (or found (error "waited in vain for %s" what))))

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
    (ishi-equal (ishi-read "typed.ishi") (replace-regexp-in-string "^W 2" " W 2" ishi-record))
    (ishi-save)
    (ishi-equal (ishi-read "typed.ishi") ishi-formatted)))

(ishi-test "the first line says so, and the action for it replaces the CR"
  (ishi-with-file "action.ishi" (replace-regexp-in-string "Q3" "Z99" ishi-record)
    (let ((found (lambda ()
                   (mapcar (lambda (one) (cons (line-number-at-pos (flymake-diagnostic-beg one))
                                               (flymake-diagnostic-text one)))
                           (flymake-diagnostics)))))
      (flymake-start)
      (ishi-wait "diagnostics" found)
      (ishi-equal (length (funcall found)) 1)
      (ishi-equal (caar (funcall found)) 1)
      (unless (string-match-p "CR without LF at the end of line 3" (cdar (funcall found)))
        (error "The diagnostic is %S" (funcall found)))
      (goto-char (point-max))
      (let* ((actions (jsonrpc-request (eglot-current-server) :textDocument/codeAction
                                       (list :textDocument (eglot--TextDocumentIdentifier)
                                             :range (list :start (eglot--pos-to-lsp-position)
                                                          :end (eglot--pos-to-lsp-position))
                                             :context '(:diagnostics [] :only ["quickfix"]))))
             (action (seq-find (lambda (one) (equal (plist-get one :title) "Replace each CR without LF by LF")) actions)))
        (unless action (error "It is not among %S" actions))
        (eglot--apply-workspace-edit (plist-get action :edit)))
      (eglot--signal-textDocument/didChange)
      (ishi-equal (buffer-string) (replace-regexp-in-string "\r" "\n" (replace-regexp-in-string "Q3" "Z99" ishi-record)))
      (ishi-wait "the mistake below the CR" (lambda () (equal (mapcar #'car (funcall found)) '(8)))))))

(princ (format "%d passed, %d failed\n" ishi-passed ishi-failed))
(kill-emacs (if (and (= ishi-failed 0) (> ishi-passed 0)) 0 1))
