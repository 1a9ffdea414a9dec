;;; ishi-mode.el --- Go game records in the Ishi Standard Format  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: games, languages
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A major mode for records, which are files named *.ishi or *.prb: highlighting, the language server `ishi' through
;; Eglot (or lsp-mode), formatting on save, and a board beside the text that follows point and changes the record:
;;
;;     (require 'ishi-mode)
;;     (add-hook 'ishi-mode-hook #'eglot-ensure)
;;
;; `M-x ishi-board' opens the board, and `M-x ishi-tree' the tree of the moves; `?' in their windows lists the keys.

;;; Code:

(require 'eglot)
(require 'ishi-board)
(require 'ishi-find)
(require 'ishi-preview)
(require 'ishi-server)
(require 'ishi-tree)

(defcustom ishi-format-on-save t
  "Whether a record is formatted when it is saved, where the server runs."
  :type 'boolean
  :group 'ishi)

(defface ishi-black-face '((t :inherit font-lock-keyword-face)) "Face for the B of a move." :group 'ishi)
(defface ishi-white-face '((t :inherit font-lock-type-face)) "Face for the W of a move." :group 'ishi)

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
     (1 'ishi-black-face nil t) (2 'ishi-white-face nil t)
     (3 font-lock-constant-face) (4 font-lock-variable-name-face)))
  "Font lock keywords outside comments and user data.")

(defun ishi--event-start (position)
  "Return the start of the event around POSITION."
  (save-excursion
    (goto-char position)
    (end-of-line)
    (let ((case-fold-search t))
      (if (re-search-backward "^[ \t]*EVENT\\(?:[ \t]\\|$\\)" nil t) (line-beginning-position) (point-min)))))

(defun ishi--extend-region (start end)
  "Return the region from the event at START to END.
A block may begin far above a change."
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
            (ishi--mark-comment (match-beginning 1) (line-end-position))
          (save-excursion
            (forward-line 1)
            (when (re-search-forward
                   (format "^[ \t]*\\(?:\\(END%s\\)\\|\\(?:%s\\|EVENT\\)\\)\\(?:[ \t]\\|$\\)" word word) nil t)
              (if (match-beginning 1)
                  (ishi--mark-comment after (1- (line-beginning-position)))
                (goto-char (match-beginning 0))
                (backward-char))
              (setq after (point))))
          (goto-char (max after (line-end-position))))))))

(defun ishi--mark-comment (from to)
  "Mark the text FROM the first character TO the last as a comment."
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
  (add-hook 'before-save-hook #'ishi--format-before-save nil t)
  (add-hook 'eglot-managed-mode-hook #'ishi--problems-first nil t)
  ;; A line does not contain words of a dictionary.
  (remove-hook 'completion-at-point-functions 'ispell-completion-at-point t))

(define-key ishi-mode-map [remap ispell-complete-word] #'completion-at-point)

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:ishi\\|prb\\)\\'" . ishi-mode))

(defun ishi--problems-first ()
  "Let the echo area show the problems at point rather than the hover."
  (when (eglot-managed-p)
    (remove-hook 'eldoc-documentation-functions #'flymake-eldoc-function t)
    (add-hook 'eldoc-documentation-functions #'flymake-eldoc-function -90 t)))

(declare-function lsp-format-buffer "lsp-mode")

(defun ishi--format-before-save ()
  "Format the record, where the server runs and `ishi-format-on-save' is set."
  (when ishi-format-on-save
    ;; Emacs saves nothing after an error in this hook.
    (with-demoted-errors "ishi: %S"
      (cond ((eglot-managed-p) (eglot-format-buffer))
            ((bound-and-true-p lsp-managed-mode) (lsp-format-buffer))))))

(defun ishi--after-newline ()
  "Let the server write the line before point as a move, if it is a point."
  ;; Eglot 1.9 reads the key, which is not the character that it inserts.
  (when (and (eq last-command-event ?\n) (eglot-managed-p) (not (eq eglot--last-inserted-char ?\n)))
    (eglot-format (point) nil ?\n)))

(provide 'ishi-mode)
;;; ishi-mode.el ends here
