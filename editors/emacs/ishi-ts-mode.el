;;; ishi-ts-mode.el --- Go game records by their tree-sitter grammar  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; `ishi-mode' with the tree-sitter grammar of records, in Emacs 29 and later: highlighting of every field, an index of
;; events, moves and variations, and commands such as `beginning-of-defun' for events and variations.  To use it where
;; the grammar is installed:
;;
;;     (add-to-list 'major-mode-remap-alist '(ishi-mode . ishi-ts-mode))

;;; Code:

(require 'ishi-mode)
;; An Emacs without tree-sitter compiles this file, too, because it is part of the package.
(require 'treesit nil t)

(declare-function treesit-ready-p "treesit")
(declare-function treesit-parser-create "treesit.c")
(declare-function treesit-font-lock-rules "treesit")
(declare-function treesit-major-mode-setup "treesit")
(declare-function treesit-node-start "treesit.c")
(declare-function treesit-search-subtree "treesit.c")
(defvar treesit-defun-name-function)
(defvar treesit-defun-type-regexp)
(defvar treesit-font-lock-feature-list)
(defvar treesit-font-lock-settings)
(defvar treesit-simple-imenu-settings)

(defconst ishi-ts--rules
  '(:language ishi
    :feature comment
    ((remark) @font-lock-comment-face
     (comment_text) @font-lock-comment-face
     (user_text) @font-lock-comment-face)

    :language ishi
    :feature keyword
    ((header name: (keyword) @font-lock-builtin-face)
     (keyword) @font-lock-keyword-face
     (black) @ishi-black-face
     (white) @ishi-white-face)

    :language ishi
    :feature string
    ((title) @font-lock-string-face
     (text) @font-lock-string-face)

    :language ishi
    :feature number
    ([(number) (size) (reference) (range) (pass) (all)] @font-lock-constant-face
     [(label) (sign) (marker)] @font-lock-type-face)

    :language ishi
    :feature location
    ((location) @font-lock-variable-name-face)

    :language ishi
    :feature error
    ([(invalid) (surplus)] @font-lock-warning-face
     (unknown :anchor (word) @font-lock-warning-face)))
  "The rules of highlighting, for `treesit-font-lock-rules'.")

(defun ishi-ts--name (node)
  "Return the name of NODE, which is an event, a variation or a move."
  (let ((line (treesit-search-subtree node "\\`\\(?:event_line\\|variation_line\\|move\\)\\'")))
    (save-excursion
      (goto-char (treesit-node-start (or line node)))
      (string-trim (buffer-substring-no-properties (point) (line-end-position))))))

;;;###autoload
(define-derived-mode ishi-ts-mode ishi-mode "Ishi"
  "Go game records in the Ishi Standard Format, by their tree-sitter grammar."
  (when (treesit-ready-p 'ishi)
    (treesit-parser-create 'ishi)
    (setq-local treesit-font-lock-settings (apply #'treesit-font-lock-rules ishi-ts--rules)
                treesit-font-lock-feature-list '((comment keyword) (string number) (location) (error))
                treesit-defun-type-regexp "\\`\\(?:event\\|variation\\)\\'"
                treesit-defun-name-function #'ishi-ts--name
                treesit-simple-imenu-settings '((nil "\\`\\(?:event\\|variation\\|move\\)\\'" nil ishi-ts--name)))
    (treesit-major-mode-setup)))

(provide 'ishi-ts-mode)
;;; ishi-ts-mode.el ends here
