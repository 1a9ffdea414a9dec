;;; package.el --- installs the package that a recipe makes, and opens a record  -*- lexical-binding: t; -*-

;; The recipe, the sources and an empty folder are the arguments.

(require 'package)
(require 'seq)
(let* ((recipe (with-temp-buffer (insert-file-contents (pop command-line-args-left)) (read (current-buffer))))
       (sources (pop command-line-args-left))
       (folder (pop command-line-args-left))
       (package (expand-file-name (symbol-name (car recipe)) folder))
       (default-directory sources))
  (dolist (key '(:fetcher :url :files))
    (unless (plist-get (cdr recipe) key) (error "The recipe has no %s" key)))
  (make-directory package t)
  (dolist (file (seq-mapcat #'file-expand-wildcards (plist-get (cdr recipe) :files)))
    (copy-file file (file-name-as-directory package)))
  (setq package-user-dir (expand-file-name "installed" folder)
        package-archives nil)
  ;; Where Debian has packages that are not part of Emacs.
  (add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
  (package-initialize)
  (package-install-file package)
  (find-file (expand-file-name "a.ishi" folder))
  (unless (eq major-mode 'ishi-mode) (error "A record is opened in %s" major-mode))
  (unless (fboundp 'ishi-ts-mode) (error "The package has no `ishi-ts-mode'")))
