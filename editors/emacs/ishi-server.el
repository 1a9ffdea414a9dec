;;; ishi-server.el --- The language server of Go game records  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; The command that starts `ishi', its place in Eglot and lsp-mode, and the requests about the position at point.

;;; Code:

(require 'eglot)

(defgroup ishi nil
  "Go game records in the Ishi Standard Format."
  :group 'games)

(defcustom ishi-server-command '("ishi" "lsp")
  "The program and the arguments that start the language server."
  :type '(repeat string))

;;; Clients

(add-to-list 'eglot-server-programs (cons 'ishi-mode (lambda (&rest _) ishi-server-command)))

(defvar lsp-language-id-configuration)
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

;;; Requests

(defun ishi-server--current ()
  "Return the server of the current record, or signal a `user-error'."
  (or (eglot-current-server) (user-error "The server does not run here; start it with M-x eglot")))

(defun ishi-server--parameters (&rest more)
  "Return the document and the position of point as parameters, and MORE."
  (eglot--signal-textDocument/didChange)
  (append (list :textDocument (eglot--VersionedTextDocumentIdentifier)
                :position (plist-get (eglot--TextDocumentPositionParams) :position))
          more))

(defun ishi-server--message (failure)
  "Return the message of the server about a FAILURE."
  (or (plist-get failure :message) "The server does not answer"))

;;;###autoload
(defun ishi-check-folder ()
  "Check all records of the project.
\\[flymake-show-project-diagnostics] lists the problems."
  (interactive)
  (ishi-server--execute "ishi.checkFolder"))

;;;###autoload
(defun ishi-fix-folder ()
  "Fix what is certain in all records of the project."
  (interactive)
  (ishi-server--execute "ishi.fixFolder"))

(defun ishi-server--execute (command)
  "Let the server execute COMMAND, which shows its result in a message."
  (let ((report (lambda (&optional failure) (message "%s" (ishi-server--message failure)))))
    (jsonrpc-async-request
     (ishi-server--current) :workspace/executeCommand (list :command command :arguments [])
     :success-fn #'ignore
     :error-fn report
     :timeout-fn report)))

(defun ishi-server--change (command &rest arguments)
  "Execute COMMAND of the server at point with ARGUMENTS.
Apply the edits in its answer, and go to the line there."
  (let* ((parameters (apply #'ishi-server--parameters arguments))
         (version (plist-get (plist-get parameters :textDocument) :version))
         (result (condition-case failure
                     (jsonrpc-request (ishi-server--current) :workspace/executeCommand
                                      (list :command command :arguments (vector parameters)))
                   (jsonrpc-error
                    (user-error "%s" (or (alist-get 'jsonrpc-error-message (cddr failure)) (cadr failure))))))
         (edits (ishi-server--edits (plist-get result :edit)))
         (line (plist-get result :line)))
    (undo-boundary)
    (when edits (eglot--apply-text-edits edits version))
    (undo-boundary)
    (when line (ishi--go-to-line line))))

(defun ishi-server--edits (edit)
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

(provide 'ishi-server)
;;; ishi-server.el ends here
