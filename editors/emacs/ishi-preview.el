;;; ishi-preview.el --- Go game records as pages in a browser  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; `M-x ishi-preview' shows the record as a page in a browser.  The program serves it, and gets the text and the place of
;; point from here.

;;; Code:

(require 'ishi-server)
(require 'json)

(defvar-local ishi-preview--process nil
  "The process that serves the page of this buffer.")

(defvar-local ishi-preview--sent nil
  "The tick of the text and the line that were sent last.")

;;;###autoload
(defun ishi-preview ()
  "Show the record as a page in a browser, which follows the text and point.
The page ends with the buffer, or with \\[ishi-preview-stop]."
  (interactive)
  (if (process-live-p ishi-preview--process)
      (message "The preview runs: %s" (or (process-get ishi-preview--process 'ishi-address) "it starts"))
    (let ((file (if (and buffer-file-name (file-readable-p buffer-file-name)) (file-local-name buffer-file-name) "-")))
      (setq ishi-preview--sent nil
            ishi-preview--process
            (make-process :name "ishi-preview"
                          :command (list (car ishi-server-command) "preview" file)
                          :connection-type 'pipe
                          :coding 'utf-8-unix
                          :noquery t
                          :file-handler t
                          :filter #'ishi-preview--filter
                          :sentinel #'ishi-preview--sentinel)))
    (add-hook 'post-command-hook #'ishi-preview--send nil t)
    (add-hook 'kill-buffer-hook #'ishi-preview-stop nil t)
    (ishi-preview--send)))

(defun ishi-preview-stop ()
  "End the preview of this buffer."
  (interactive)
  (remove-hook 'post-command-hook #'ishi-preview--send t)
  (remove-hook 'kill-buffer-hook #'ishi-preview-stop t)
  (when (process-live-p ishi-preview--process)
    (set-process-sentinel ishi-preview--process #'ignore)
    (process-send-eof ishi-preview--process)))

(defun ishi-preview--filter (process output)
  "Show the address that PROCESS prints as its OUTPUT."
  (when (string-match "http://[0-9.:]+/[0-9a-f]+/" output)
    (process-put process 'ishi-address (match-string 0 output))
    (message "The preview is at %s" (match-string 0 output))))

(defun ishi-preview--sentinel (process event)
  "Report that PROCESS has ended, with the EVENT."
  (unless (process-live-p process)
    (message "The preview has ended: %s" (string-trim event))))

(defun ishi-preview--send ()
  "Send the place of point, and the text if it has changed."
  (if (not (process-live-p ishi-preview--process))
      (ishi-preview-stop)
    (let* ((tick (buffer-chars-modified-tick))
           (line (1- (line-number-at-pos nil t)))
           (place (list :line line :character (- (line-end-position) (line-beginning-position)))))
      (unless (equal ishi-preview--sent (cons tick line))
        (let ((message (if (eql tick (car ishi-preview--sent))
                           place
                         (append place (list :text (save-restriction
                                                     (widen)
                                                     (buffer-substring-no-properties (point-min) (point-max))))))))
          (setq ishi-preview--sent (cons tick line))
          (process-send-string ishi-preview--process (concat (json-encode message) "\n")))))))

(provide 'ishi-preview)
;;; ishi-preview.el ends here
