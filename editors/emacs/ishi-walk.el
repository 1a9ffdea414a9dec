;;; ishi-walk.el --- Walking through the moves of a Go game record  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Commands that go from move to move, in the record or in the window of a view.

;;; Code:

(require 'ishi-view)

(defun ishi--request-tree ()
  "Return a list of the moves of the event, and the current one."
  (let* ((answer (jsonrpc-request (ishi--server) :ishi/tree (ishi--parameters)))
         (nodes (append (plist-get answer :nodes) nil))
         (current (plist-get answer :current)))
    (unless (and nodes current) (user-error "There is nothing to walk through"))
    (list nodes (nth current nodes))))

(defun ishi--children (nodes node)
  "Return the moves among NODES that follow NODE."
  (seq-filter (lambda (one) (and (equal (plist-get one :kind) "move") (eql (plist-get one :parent) (plist-get node :id)))) nodes))

(defun ishi--parent (nodes node)
  "Return the parent of NODE among NODES."
  (let ((parent (plist-get node :parent))) (and parent (nth parent nodes))))

(defun ishi--walk (step failure)
  "Go to the node that STEP finds from the current one, or say FAILURE."
  (ishi--in-record
   (lambda ()
     (pcase-let* ((`(,nodes ,current) (ishi--request-tree))
                  (node (funcall step nodes current)))
       (if node (ishi--go-to-line (plist-get node :line)) (message "%s" failure))))))

(defun ishi-next-move ()
  "Go to the next move of the line of play."
  (interactive)
  (ishi--walk (lambda (nodes node) (car (ishi--children nodes node))) "This is the last move of its line"))

(defun ishi-previous-move ()
  "Go to the previous move."
  (interactive)
  (ishi--walk #'ishi--parent "This is the beginning"))

(defun ishi-first-move ()
  "Go to the position before the first move."
  (interactive)
  (ishi--walk (lambda (nodes _) (car nodes)) ""))

(defun ishi-last-move ()
  "Go to the last move of the line of play."
  (interactive)
  (ishi--walk (lambda (nodes node)
                (let (next)
                  (while (setq next (car (ishi--children nodes node))) (setq node next))
                  node))
              ""))

(defun ishi--sibling (offset)
  "Return a step to the variation that comes OFFSET after the current one."
  (lambda (nodes node)
    (let* ((all (ishi--children nodes (ishi--parent nodes node)))
           (index (+ (or (seq-position all node) 0) offset)))
      (and (>= index 0) (nth index all)))))

(defun ishi-next-variation ()
  "Go to the next variation on the move at point."
  (interactive)
  (ishi--walk (ishi--sibling 1) "There is no further variation here"))

(defun ishi-previous-variation ()
  "Go to the previous variation on the move at point."
  (interactive)
  (ishi--walk (ishi--sibling -1) "There is no variation before this one"))

(defconst ishi--walk-keys
  '(("n p" "next, previous move" ("n" ishi-next-move) ("p" ishi-previous-move))
    ("< >" "first, last move" ("<" ishi-first-move) (">" ishi-last-move))
    ("N P" "next, previous variation" ("N" ishi-next-variation) ("P" ishi-previous-variation)))
  "The keys that walk through the event in the window of any view.")

(provide 'ishi-walk)
;;; ishi-walk.el ends here
