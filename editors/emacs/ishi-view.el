;;; ishi-view.el --- Windows that follow point in a Go game record  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A view is a buffer that shows an answer of the server about the position at point of a record, and requests it again
;; when point moves.  The board and the tree are views.

;;; Code:

(require 'ishi-server)
(require 'subr-x)

(defcustom ishi-board-format 'auto
  "The format of the board: a picture (`svg'), text, or text of ASCII only.
`auto' draws a picture where Emacs can show one."
  :type '(choice (const auto) (const svg) (const text) (const ascii))
  :group 'ishi)

;; On a dark background a bright disc looks like a white stone.
(defface ishi-black-stone-face '((((min-colors 88) (background dark)) :foreground "gray50") (t))
  "Face for black stones that are not on wood." :group 'ishi)

(defvar-local ishi-view--record nil "The buffer of the record that this view follows.")
(defvar-local ishi-view--format 'text "The format of this view: `svg', `text' or `ascii'.")
(defvar-local ishi-view--place nil "The place in the record of the last request: buffer, line and version.")
(defvar-local ishi-view--request-function nil
  "The function that requests the content of this view, with the buffer.")
(defvar ishi-view--buffers nil "The views that follow point.")
(defvar ishi-view--timer nil "The timer that lets the views follow point when Emacs is idle.")

(defun ishi-view--in-record (work)
  "Call WORK in the buffer of the record, from there or from a view."
  (let ((record (or ishi-view--record (current-buffer))))
    (unless (buffer-live-p record) (user-error "The record is closed"))
    (with-current-buffer record
      (let ((window (get-buffer-window record)))
        (when window (goto-char (window-point window))))
      (funcall work)
      (ishi-view--follow))))

(defun ishi-view--choose-format ()
  "Return the format of a board on this display."
  (if (eq ishi-board-format 'auto)
      (cond ((and (display-graphic-p) (image-type-available-p 'svg)) 'svg)
            ;; In some languages of East Asia, lines and stones are as wide as two letters.
            ((= (string-width "●─") 2) 'text)
            (t 'ascii))
    ishi-board-format))

(defun ishi-view--beside (columns)
  "Return the display action for a window at the right with room for COLUMNS."
  `(display-buffer-in-side-window
    (side . right)
    ;; Fringes and scroll bars take some columns of a window.
    (window-width . ,(lambda (window) (window-resize window (- columns (window-body-width window)) t)))))

(defun ishi-view--start-following ()
  "Let the current buffer follow point until it is killed."
  (add-to-list 'ishi-view--buffers (current-buffer))
  (add-hook 'post-command-hook #'ishi-view--follow-soon))

(defun ishi-view--live-buffers ()
  "Return the views that follow point.
A buffer that was killed or has another mode now is not one of them any more."
  (setq ishi-view--buffers
        (seq-filter (lambda (buffer)
                      (and (buffer-live-p buffer) (buffer-local-value 'ishi-view--request-function buffer)))
                    ishi-view--buffers)))

(defun ishi-view--follow-soon ()
  "Let the views follow point as soon as Emacs is idle."
  (cond ((not (ishi-view--live-buffers))
         (remove-hook 'post-command-hook #'ishi-view--follow-soon))
        ((and (derived-mode-p 'ishi-mode) (eglot-managed-p) (not (timerp ishi-view--timer)))
         (setq ishi-view--timer (run-with-idle-timer 0.03 nil (lambda ()
                                                                (setq ishi-view--timer nil)
                                                                (ishi-view--follow)))))))

(defun ishi-view--request (buffer method show &rest parameters)
  "Request METHOD with PARAMETERS at point for BUFFER, and SHOW the answer there.
Do nothing if the last request was for the same place."
  (let ((place (list (current-buffer) (line-number-at-pos) (buffer-chars-modified-tick)))
        (record (current-buffer)))
    (unless (equal place (buffer-local-value 'ishi-view--place buffer))
      (with-current-buffer buffer (setq ishi-view--record record ishi-view--place place))
      (jsonrpc-async-request
       (ishi-server--current) method (apply #'ishi-server--parameters parameters)
       :success-fn (lambda (answer) (funcall show buffer place answer nil))
       :error-fn (lambda (failure) (funcall show buffer place nil (ishi-server--message failure)))
       :deferred method))))

(defun ishi-view--follow ()
  "Request the position at point for all views."
  (when (and (derived-mode-p 'ishi-mode) (eglot-managed-p))
    (dolist (buffer (ishi-view--live-buffers))
      (funcall (buffer-local-value 'ishi-view--request-function buffer) buffer))))

(defun ishi-view--revert (&rest _)
  "Request the content of the current view again, and draw it."
  (setq ishi-view--place nil)
  (ishi-view--in-record #'ignore))

(defun ishi-view--refresh (record)
  "Request the content of all views again, at point of RECORD.
The server may have another answer for the same place, as after a search."
  (dolist (buffer (ishi-view--live-buffers))
    (with-current-buffer buffer (setq ishi-view--place nil)))
  (when (buffer-live-p record) (with-current-buffer record (ishi-view--follow))))

(defun ishi-view--show-below (record)
  "Show the current buffer in a window below that of RECORD, if there is room."
  (let ((above (get-buffer-window record)))
    (when (and above (not (get-buffer-window)))
      (ignore-errors
        (set-window-buffer (split-window above (/ (window-height above) 2) 'below) (current-buffer))))))

(defun ishi-go-to-record ()
  "Go to the record."
  (interactive)
  (pop-to-buffer ishi-view--record))

;;; Signs of stones

(defun ishi-view--signs (name)
  "Return the signs called NAME of the board, for Black and for White."
  (let ((ascii (eq ishi-view--format 'ascii)))
    (pcase name
      ('stones (if ascii '("#" . "O") '("●" . "○")))
      ('following (if ascii '("x" . "o") '("•" . "◦"))))))

(defun ishi-view--sign (name color)
  "Return the sign called NAME of a COLOR."
  (let ((signs (ishi-view--signs name))) (if (equal color "white") (cdr signs) (car signs))))

(defun ishi-view--stone (color)
  "Return the sign of a stone of COLOR."
  (propertize (ishi-view--sign 'stones color) 'face (and (not (equal color "white")) 'ishi-black-stone-face)))

;;; Keys

(defun ishi-view--keymap (rows)
  "Return a keymap with the keys of ROWS."
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map special-mode-map)
    (dolist (row rows map)
      (pcase-dolist (`(,key ,command) (cddr row)) (define-key map key command)))))

(defun ishi-view--help (rows)
  "List the keys of ROWS in place of the board, until the help is closed."
  ;; On a screen of 24 rows, only the window of the board has room for all of them.
  (let ((display-buffer-overriding-action (ishi-view--beside 45)) (help-window-select t))
    (with-help-window (help-buffer)
      (with-current-buffer standard-output (setq-local truncate-partial-width-windows nil word-wrap t))
      (dolist (row rows)
        (princ (format "%-9s %s\n" (car row) (cadr row)))))))

(provide 'ishi-view)
;;; ishi-view.el ends here
