;;; ishi-walk.el --- Walking through the moves of a Go game record  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Commands that go from move to move, in the record or in the window of a view.

;;; Code:

(require 'ishi-view)

(defun ishi-walk--tree ()
  "Return a list of the moves of the event, and the current one."
  (let* ((answer (jsonrpc-request (ishi-server--current) :ishi/tree (ishi-server--parameters)))
         (nodes (append (plist-get answer :nodes) nil))
         (current (plist-get answer :current)))
    (unless (and nodes current) (user-error "There is nothing to walk through"))
    (list nodes (nth current nodes))))

(defun ishi-walk--children (nodes node)
  "Return the moves among NODES that follow NODE."
  (seq-filter (lambda (child)
                (and (equal (plist-get child :kind) "move") (eql (plist-get child :parent) (plist-get node :id))))
              nodes))

(defun ishi-walk--parent (nodes node)
  "Return the parent of NODE among NODES."
  (let ((parent (plist-get node :parent))) (and parent (nth parent nodes))))

(defun ishi-walk--go (step failure)
  "Go to the node that STEP returns for the current one, or show FAILURE."
  (ishi-view--in-record
   (lambda ()
     (pcase-let* ((`(,nodes ,current) (ishi-walk--tree))
                  (node (funcall step nodes current)))
       (if node (ishi--go-to-line (plist-get node :line)) (message "%s" failure))))))

(defun ishi-next-move ()
  "Go to the next move of the line of play."
  (interactive)
  (ishi-walk--go (lambda (nodes node) (car (ishi-walk--children nodes node))) "This is the last move of its line"))

(defun ishi-previous-move ()
  "Go to the previous move."
  (interactive)
  (ishi-walk--go #'ishi-walk--parent "This is the beginning"))

(defun ishi-first-move ()
  "Go to the position before the first move."
  (interactive)
  (ishi-walk--go (lambda (nodes _) (car nodes)) ""))

(defun ishi-last-move ()
  "Go to the last move of the line of play."
  (interactive)
  (ishi-walk--go (lambda (nodes node)
                   (let (next)
                     (while (setq next (car (ishi-walk--children nodes node))) (setq node next))
                     node))
                 ""))

(defun ishi-walk--sibling (offset)
  "Return a step to the variation that comes OFFSET after the current one."
  (lambda (nodes node)
    (let* ((siblings (ishi-walk--children nodes (ishi-walk--parent nodes node)))
           (index (+ (or (seq-position siblings node) 0) offset)))
      (and (>= index 0) (nth index siblings)))))

(defun ishi-next-variation ()
  "Go to the next variation on the move at point."
  (interactive)
  (ishi-walk--go (ishi-walk--sibling 1) "There is no further variation here"))

(defun ishi-previous-variation ()
  "Go to the previous variation on the move at point."
  (interactive)
  (ishi-walk--go (ishi-walk--sibling -1) "There is no variation before this one"))

(defconst ishi-walk--keys
  '(("n p" "next, previous move" ("n" ishi-next-move) ("p" ishi-previous-move))
    ("< >" "first, last move" ("<" ishi-first-move) (">" ishi-last-move))
    ("N P" "next, previous variation" ("N" ishi-next-variation) ("P" ishi-previous-variation)))
  "The keys that walk through the event in the window of any view.")

(provide 'ishi-walk)
;;; ishi-walk.el ends here
