;;; lsp-mode.el --- records in a real Emacs with lsp-mode  -*- lexical-binding: t; -*-

;; An Emacs of another release of Debian can't start itself as a compiler.
(setq native-comp-enable-subr-trampolines nil)
(dolist (folder (append (file-expand-wildcards (concat (getenv "ISHI_LSP_MODE") "/*"))
                        (and (< emacs-major-version 29) (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*"))))
  (add-to-list 'load-path folder t))
(require 'lsp-mode)
;; As docs/editors/others.md says: with lsp-mode another function is in the hook.
(with-temp-buffer
  (insert-file-contents (getenv "ISHI_INIT"))
  (unless (search-forward "#'eglot-ensure" nil t) (error "The configuration starts no server"))
  (replace-match "#'lsp-deferred" t t)
  (eval-buffer))

(setq lsp-auto-guess-root t
      lsp-session-file (expand-file-name "lsp-session")
      lsp-idle-delay 0.05
      make-backup-files nil
      auto-save-default nil
      create-lockfiles nil)

(defun ishi-check (what got want)
  "Fail with WHAT unless GOT is WANT."
  (if (equal got want)
      (princ (format "ok     lsp-mode: %s\n" what))
    (princ (format "FAILED lsp-mode: %s\n       got %S, want %S\n" what got want))
    (kill-emacs 1)))

(defun ishi-wait (what holds)
  "Wait until HOLDS returns something, and fail with WHAT if it does not."
  (let ((end (+ (float-time) 60)))
    (while (and (not (funcall holds)) (< (float-time) end))
      (accept-process-output nil 0.05))
    (ishi-check what (and (funcall holds) t) t)))

(defun ishi-saved ()
  "Save the record as a user does, and return the text of the file."
  (set-buffer-modified-p t)
  (save-buffer)
  (with-temp-buffer (insert-file-contents-literally "lsp.ishi") (buffer-string)))

(defun ishi-managed-p ()
  "Return whether lsp-mode serves the record."
  (bound-and-true-p lsp-managed-mode))

(write-region "EVENT  x\nb 1  q16\n" nil "lsp.ishi" nil 'quiet)
(find-file "lsp.ishi")
(ishi-check "the mode" major-mode 'ishi-mode)
(unless lsp-mode (lsp))
(ishi-wait "the server is there" #'ishi-managed-p)
(ishi-check "Eglot stays away" (eglot-managed-p) nil)
(goto-char (point-max))
(insert "w 2  d4\n")
(ishi-check "a save formats the record" (ishi-saved) "EVENT x\nB 1 Q16\nW 2 D4\n")
(let ((ishi-format-on-save nil))
  (goto-char (point-max))
  (insert "b 3  c3\n")
  (ishi-check "unless that is not wanted" (ishi-saved) "EVENT x\nB 1 Q16\nW 2 D4\nb 3  c3\n"))
(ishi-check "and the next save, too" (ishi-saved) "EVENT x\nB 1 Q16\nW 2 D4\nB 3 C3\n")
(goto-char (point-max))
(insert "q4")
(let ((last-command-event ?\n)) (call-interactively #'newline))
(ishi-wait "Enter writes a point as a move" (lambda () (equal (buffer-string) "EVENT x\nB 1 Q16\nW 2 D4\nB 3 C3\nW 4 Q4\n")))
;; A save goes through where the server is gone.
(lsp-disconnect)
(goto-char (point-max))
(insert "b 5  q5\n")
(ishi-check "a save without a server" (ishi-saved) "EVENT x\nB 1 Q16\nW 2 D4\nB 3 C3\nW 4 Q4\nb 5  q5\n")
(setq ishi-format-on-save nil)
(kill-emacs 0)
