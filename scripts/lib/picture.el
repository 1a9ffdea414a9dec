;;; picture.el --- a picture of a record in Emacs  -*- lexical-binding: t; -*-

;; Run by scripts/picture: shows a record with its board in a window of dark or light colors, and writes the window as
;; PNG.  The arguments are the shade, the record, the text at which point is, and the name of the picture.

;; An Emacs of another release of Debian can't start itself as a compiler.
(setq native-comp-enable-subr-trampolines nil
      inhibit-startup-screen t
      make-backup-files nil
      auto-save-default nil
      create-lockfiles nil
      frame-resize-pixelwise t
      flymake-show-diagnostics-at-end-of-line t
      ;; The edges of the windows have no color of their own.
      modus-themes-common-palette-overrides '((fringe unspecified)))
(tool-bar-mode -1)
(menu-bar-mode -1)
(scroll-bar-mode -1)
(blink-cursor-mode -1)

(pcase-let ((`(,shade ,record ,place ,picture) command-line-args-left))
  (setq command-line-args-left nil)
  (load-theme (if (equal shade "dark") 'modus-vivendi-tinted 'modus-operandi-tinted) t)
  (set-face-attribute 'default nil :family "DejaVu Sans Mono" :height 90)
  (modify-frame-parameters nil '((internal-border-width . 6)))
  (set-frame-size nil 940 542 t)
  (find-file record)
  (hl-line-mode)
  (search-forward place)
  (beginning-of-line)
  ;; Eglot starts the server after a command.
  (run-hooks 'post-command-hook)
  (while (not (eglot-managed-p)) (sit-for 0.1))
  (ishi-board)
  (while (not (and (flymake-diagnostics) (buffer-local-value 'ishi-board--answer (get-buffer ishi-board-buffer))))
    (sit-for 0.1))
  ;; Nothing moves any more by then.
  (sit-for 2)
  (message nil)
  (redisplay t)
  (let ((image (x-export-frames nil 'png)) (coding-system-for-write 'no-conversion))
    (write-region image nil picture nil 'quiet)))
(kill-emacs)
