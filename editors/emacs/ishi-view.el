;;; ishi-view.el --- Windows that follow point in a Go game record  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; What the board and the tree have in common: each shows an answer of the server about the position at point of a record, and
;; requests it again when point moves.

;;; Code:

(require 'ishi-server)
(require 'subr-x)

(defcustom ishi-board-format 'auto
  "How the board is drawn: as a picture (`svg'), as text, or as text of ASCII only.
`auto' draws a picture where Emacs can show one."
  :type '(choice (const auto) (const svg) (const text) (const ascii))
  :group 'ishi)

;; On a dark background a bright disc looks like a white stone.
(defface ishi-black-stone-face '((((min-colors 88) (background dark)) :foreground "gray50") (t))
  "Face for black stones that are not on wood." :group 'ishi)

(defvar-local ishi--record nil "The buffer of the record whose board this is.")
(defvar-local ishi--view-format 'text "How the board is drawn: `svg', `text' or `ascii'.")
(defvar-local ishi--place nil "The place in the record that was asked about last.")
(defvar-local ishi--request-view nil "The function that requests what this buffer shows, which is its argument.")
(defvar ishi--views nil "The buffers that follow point.")
(defvar ishi--timer nil "The timer after which the board follows point.")

(defun ishi--in-record (work)
  "Call WORK in the buffer of the record, from there or from a view."
  (let ((record (or ishi--record (current-buffer))))
    (unless (buffer-live-p record) (user-error "The record is closed"))
    (with-current-buffer record
      (let ((window (get-buffer-window record)))
        (when window (goto-char (window-point window))))
      (funcall work)
      (ishi--follow))))

(defun ishi--choose-format ()
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

(defun ishi--start-following ()
  "Let the current buffer follow point from now on."
  (add-to-list 'ishi--views (current-buffer))
  (add-hook 'post-command-hook #'ishi--follow-soon))

(defun ishi--view-buffers ()
  "Return the buffers that follow point."
  (setq ishi--views (seq-filter #'buffer-live-p ishi--views)))

(defun ishi--follow-soon ()
  "Let the board and the tree follow point, as soon as Emacs is idle."
  (cond ((not (ishi--view-buffers))
         (remove-hook 'post-command-hook #'ishi--follow-soon))
        ((and (derived-mode-p 'ishi-mode) (eglot-managed-p) (not (timerp ishi--timer)))
         (setq ishi--timer (run-with-idle-timer 0.03 nil (lambda () (setq ishi--timer nil) (ishi--follow)))))))

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
    (dolist (buffer (ishi--view-buffers))
      (funcall (buffer-local-value 'ishi--request-view buffer) buffer))))

(defun ishi--revert (&rest _)
  "Request what the current buffer shows, and draw it again."
  (setq ishi--place nil)
  (ishi--in-record #'ignore))

(defun ishi--follow-again (record)
  "Request again what all views show, for what the server knows now.\nPoint is that of RECORD."
  (dolist (buffer (ishi--view-buffers))
    (with-current-buffer buffer (setq ishi--place nil)))
  (when (buffer-live-p record) (with-current-buffer record (ishi--follow))))

(defun ishi--show-below (record)
  "Show the current buffer in a window below that of RECORD, if there is room."
  (let ((above (get-buffer-window record)))
    (when (and above (not (get-buffer-window)))
      (ignore-errors
        (set-window-buffer (split-window above (/ (window-height above) 2) 'below) (current-buffer))))))

(defun ishi-go-to-record ()
  "Go to the record."
  (interactive)
  (pop-to-buffer ishi--record))

;;; Signs of stones

(defun ishi--signs (name)
  "Return the signs called NAME of the board, for Black and for White."
  (let ((ascii (eq ishi--view-format 'ascii)))
    (pcase name
      ('stones (if ascii '("#" . "O") '("●" . "○")))
      ('following (if ascii '("x" . "o") '("•" . "◦"))))))

(defun ishi--sign (name color)
  "Return the sign called NAME of a COLOR."
  (let ((signs (ishi--signs name))) (if (equal color "white") (cdr signs) (car signs))))

(defun ishi--stone (color)
  "Return the sign of a stone of COLOR."
  (propertize (ishi--sign 'stones color) 'face (and (not (equal color "white")) 'ishi-black-stone-face)))

;;; Keys

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

(provide 'ishi-view)
;;; ishi-view.el ends here
