;;; ishi-find.el --- Go games in which a position arises  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; `M-x ishi-find-position' lists the games in which the position at point, or a part of it, arises.

;;; Code:

(require 'ishi-view)
(require 'tabulated-list)

(defvar-local ishi--games nil "The games of a list.")

(defun ishi--game-entry (game)
  "Return the entry of a GAME in a list."
  (let ((next (plist-get game :next)) (line (plist-get game :line)))
    (list game
          (vconcat
           (mapcar (lambda (text) (or text ""))
                   (list (plist-get game :date)
                         (or (plist-get game :black) (plist-get game :title))
                         (plist-get game :white)
                         (plist-get game :result)
                         (number-to-string (plist-get game :move))
                         (plist-get next :location)
                         (format "%s:%s" (file-name-nondirectory (ishi--file game)) (if line (1+ line) "?"))))))))

(defun ishi--file (game)
  "Return the name of the file of a GAME."
  (let ((uri (plist-get game :uri)))
    (if (fboundp 'eglot-uri-to-path) (eglot-uri-to-path uri) (eglot--uri-to-path uri))))

(define-derived-mode ishi-games-mode tabulated-list-mode "Games"
  "A list of games in which a position arises.

\\{ishi-games-mode-map}"
  (setq tabulated-list-format [("Date" 11 t) ("Black" 18 t) ("White" 18 t) ("Result" 8 t) ("Move" 5 nil) ("Next" 5 t) ("File" 0 t)])
  (tabulated-list-init-header))

(defun ishi--open-game (show)
  "Go to the place of the game at point in the buffer that SHOW shows."
  (let* ((game (or (tabulated-list-get-id) (user-error "There is no game on this line")))
         (line (plist-get game :line)) (character (plist-get game :character)))
    (with-selected-window (funcall show (find-file-noselect (ishi--file game)))
      (goto-char (point-min))
      (forward-line (or line 0))
      (if (and character (eglot-managed-p)) (funcall eglot-move-to-column-function character) (back-to-indentation))
      (selected-window))))

(defun ishi-games-open ()
  "Go to the place in the game at point."
  (interactive)
  (select-window (ishi--open-game (lambda (buffer) (pop-to-buffer buffer) (selected-window)))))

(defun ishi-games-show ()
  "Show the place in the game at point in another window."
  (interactive)
  (ishi--open-game #'display-buffer))

(define-key ishi-games-mode-map (kbd "RET") #'ishi-games-open)
(define-key ishi-games-mode-map (kbd "C-o") #'ishi-games-show)

(defun ishi--list-games (answer)
  "Show the games of an ANSWER of the server."
  (with-current-buffer (get-buffer-create "*ishi games*")
    (ishi-games-mode)
    (setq ishi--games (append (plist-get answer :games) nil)
          tabulated-list-entries (mapcar #'ishi--game-entry ishi--games)
          mode-line-process (format ": %s of %s games · %s" (plist-get answer :found) (plist-get answer :searched)
                                    ;; A percent sign in the name of a folder means nothing here.
                                    (string-replace "%" "%%" (or (plist-get answer :scope) ""))))
    (tabulated-list-print)
    (pop-to-buffer (current-buffer)))
  (when (plist-get answer :problem) (message "%s" (plist-get answer :problem))))

;;;###autoload
(defun ishi-find-position (&optional corners)
  "List the games in which the position at point arises.
With a prefix argument, ask for two CORNERS of the part that matters."
  (interactive (list (and current-prefix-arg (read-string "Corners, such as k10,t19: "))))
  (ishi--in-record
   (lambda ()
     (let ((record (current-buffer)) (region (and corners (split-string (upcase corners) "[ ,-]+" t))))
       (unless (memq (length region) '(0 2)) (user-error "Write two corners, such as k10,t19"))
       (message "Searching games…")
       (jsonrpc-async-request
        (ishi--server) :ishi/find
        (apply #'ishi--parameters :show t (and region (list :region (list :from (car region) :to (cadr region)))))
        :timeout 90
        :success-fn (lambda (answer)
                      (ishi--follow-again record)
                      (if answer (ishi--list-games answer) (message "There is no position at this place")))
        :error-fn (lambda (failure) (message "%s" (ishi--message failure)))
        :timeout-fn (lambda () (message "The server does not answer")))))))

(provide 'ishi-find)
;;; ishi-find.el ends here
