;;; ishi-find.el --- Go games in which a position arises  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; `M-x ishi-find-position' lists the games in which the position at point, or a part of it, arises.

;;; Code:

(require 'ishi-view)
(require 'tabulated-list)

(defun ishi-find--entry (game)
  "Return the entry of GAME in a list of games."
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
                         (format "%s:%s" (file-name-nondirectory (ishi-find--file game)) (if line (1+ line) "?"))))))))

(defun ishi-find--file (game)
  "Return the path of the file of GAME."
  (let ((uri (plist-get game :uri)))
    (if (fboundp 'eglot-uri-to-path) (eglot-uri-to-path uri) (eglot--uri-to-path uri))))

(define-derived-mode ishi-games-mode tabulated-list-mode "Games"
  "A list of games in which a position arises.

\\{ishi-games-mode-map}"
  (setq tabulated-list-format [("Date" 11 t) ("Black" 18 t) ("White" 18 t) ("Result" 8 t) ("Move" 5 nil) ("Next" 5 t)
                               ("File" 0 t)])
  (tabulated-list-init-header))

(defun ishi-find--open (show)
  "Go to the position in the game at point, and return its window.
SHOW shows the buffer of the game, and returns the window."
  (let* ((game (or (tabulated-list-get-id) (user-error "There is no game on this line")))
         (line (plist-get game :line)) (character (plist-get game :character)))
    (with-selected-window (funcall show (find-file-noselect (ishi-find--file game)))
      (goto-char (point-min))
      (forward-line (or line 0))
      (if (and character (eglot-managed-p)) (funcall eglot-move-to-column-function character) (back-to-indentation))
      (selected-window))))

(defun ishi-games-open ()
  "Go to the place in the game at point."
  (interactive)
  (select-window (ishi-find--open (lambda (buffer) (pop-to-buffer buffer) (selected-window)))))

(defun ishi-games-show ()
  "Show the place in the game at point in another window."
  (interactive)
  (ishi-find--open #'display-buffer))

(define-key ishi-games-mode-map (kbd "RET") #'ishi-games-open)
(define-key ishi-games-mode-map (kbd "C-o") #'ishi-games-show)

(defun ishi-find--list (answer)
  "List the games in ANSWER of the server."
  (with-current-buffer (get-buffer-create "*ishi games*")
    (ishi-games-mode)
    (setq tabulated-list-entries (mapcar #'ishi-find--entry (plist-get answer :games))
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
  (ishi-view--in-record
   (lambda ()
     (let ((record (current-buffer)) (region (and corners (split-string (upcase corners) "[ ,-]+" t))))
       (unless (memq (length region) '(0 2)) (user-error "Write two corners, such as k10,t19"))
       (message "Searching games…")
       (jsonrpc-async-request
        (ishi-server--current) :ishi/find
        (apply #'ishi-server--parameters :show t
               (and region (list :region (list :from (car region) :to (cadr region)))))
        :timeout 90
        :success-fn (lambda (answer)
                      (ishi-view--refresh record)
                      (if answer (ishi-find--list answer) (message "There is no position at this place")))
        :error-fn (lambda (failure) (message "%s" (ishi-server--message failure)))
        :timeout-fn (lambda () (message "The server does not answer")))))))

(provide 'ishi-find)
;;; ishi-find.el ends here
