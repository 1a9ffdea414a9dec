;;; ishi-tree.el --- The tree of the moves of a Go game record  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; `M-x ishi-tree' shows the moves and variations of the event at point in a window below the record, which follows
;; point.

;;; Code:

(require 'ishi-view)
(require 'ishi-walk)

(defvar ishi-tree-buffer "*ishi-tree*" "The name of the buffer with the tree of the moves.")

(defconst ishi-tree--max-rows 100
  "The number of rows that are drawn before and after the current move.
A screen has fewer.")

(defconst ishi-tree--max-columns 30
  "The number of columns that are drawn on each side of the current move.")

(defconst ishi-tree--cell-width 9 "The width of a move in the tree, with brackets and the sign of a comment.")

(defun ishi-tree--take-column (runs above first last)
  "Take the first column after ABOVE that is free up to the row LAST.
The columns before the one that is returned are taken from the row FIRST on.
RUNS has the columns of which the same rows are taken: by its first column, the
last one of a run and the row from which on it is taken.  A line of play is at
the end of a run, and what branches off from it comes next, so a run begins
after ABOVE.  Runs that are passed become one, so all in all no more are passed
than were made."
  (let* ((column (1+ above)) (from first) (run (gethash column runs)))
    (while (and run (<= (cdr run) last))
      (setq from (min from (cdr run))
            column (1+ (car run))
            run (gethash column runs)))
    (when (and run (> (car run) column)) (puthash (1+ column) run runs))
    (puthash (1+ above) (cons column from) runs)
    column))

(defun ishi-tree--arrange (nodes)
  "Return a table with the row and the column of each of NODES by its number.
A row is the number of moves from the root, a column is a line of play.  The
last branch of a node is placed first, so that no line crosses another one."
  (let ((places (make-hash-table)) (rows (make-hash-table)) (children (make-hash-table))
        (next (make-hash-table)) (runs (make-hash-table)) (open (list (car nodes))))
    (dolist (node nodes)
      (let ((id (plist-get node :id)) (parent (plist-get node :parent)))
        (puthash id (if parent (1+ (gethash parent rows)) 0) rows)
        (when parent
          (push node (gethash parent children))
          (when (and (equal (plist-get node :kind) "move") (not (gethash parent next)))
            (puthash parent node next)))))
    ;; No recursion, because a record can be as deep as it is long.
    (while open
      (let* ((first (pop open)) (sequence (list first)) (following (gethash (plist-get first :id) next)))
        (while following
          (push following sequence)
          (setq following (gethash (plist-get following :id) next)))
        (let* ((parent (plist-get first :parent))
               (last (plist-get (car sequence) :id))
               (column (ishi-tree--take-column runs
                                               (if parent (cdr (gethash parent places)) -1)
                                               (gethash (plist-get first :id) rows)
                                               ;; A diagram after the last move is a row below it.
                                               (+ (gethash last rows) (if (gethash last children) 1 0)))))
          (dolist (node (nreverse sequence))
            (let ((id (plist-get node :id)))
              (puthash id (cons (gethash id rows) column) places)
              (dolist (child (gethash id children))
                (unless (eq child (gethash id next)) (push child open))))))))
    places))

(defun ishi-tree--text (node)
  "Return the text of a NODE of the tree."
  (concat (pcase (plist-get node :kind)
            ("root" "start")
            ("diagram" (if (eq ishi-view--format 'ascii) "= fig." "□ fig."))
            (_ (concat (ishi-view--stone (plist-get node :color)) " " (or (plist-get node :location) "pass"))))
          (if (eq (plist-get node :comment) t) "\"" "")))

(defun ishi-tree--insert-row (nodes places first current)
  "Insert a row of the tree with NODES, which have PLACES.
FIRST is the column at the left, and CURRENT the current node."
  (let* ((line (if (eq ishi-view--format 'ascii) ?- ?─)) (number (plist-get (car nodes) :number)))
    (insert (format " %4s " (or number "")))
    (let ((start (current-column)))
      (dolist (node nodes)
        (let* ((column (cdr (gethash (plist-get node :id) places)))
               (parent (plist-get node :parent))
               (branches (and parent (> column (cdr (gethash parent places)))))
               (fill (max 0 (- (+ start (* (- column first) ishi-tree--cell-width)) (current-column))))
               (is-current (eq node current))
               (text (propertize (ishi-tree--text node) 'ishi-node node 'mouse-face 'highlight)))
          (when is-current (add-face-text-property 0 (length text) 'highlight t text))
          (insert (make-string fill (if branches line ?\s))
                  (cond (is-current "[") (branches line) (t " "))
                  text
                  (if is-current "]" "")))))
    (insert "\n")))

(defun ishi-tree--insert (nodes current)
  "Insert the part of the tree of NODES that is around the CURRENT one."
  (let* ((places (ishi-tree--arrange nodes))
         (column-of (lambda (node) (cdr (gethash (plist-get node :id) places))))
         (rows (make-hash-table)) (last 0)
         (here (gethash (plist-get current :id) places))
         (first (max 0 (- (cdr here) ishi-tree--max-columns))))
    (dolist (node nodes)
      (pcase-let ((`(,row . ,column) (gethash (plist-get node :id) places)))
        (when (and (<= (abs (- row (car here))) ishi-tree--max-rows)
                   (<= (abs (- column (cdr here))) ishi-tree--max-columns))
          (push node (gethash row rows))
          (setq last (max last row)))))
    (let ((row (max 0 (- (car here) ishi-tree--max-rows))))
      (while (<= row last)
        (ishi-tree--insert-row
         (seq-sort-by column-of #'< (gethash row rows))
         places first current)
        (setq row (1+ row))))))

(defun ishi-tree--show (tree place answer failure)
  "Write the ANSWER about PLACE, or a FAILURE, into the buffer TREE."
  (when (and (buffer-live-p tree) (equal place (buffer-local-value 'ishi-view--place tree)))
    (with-current-buffer tree
      (let* ((inhibit-read-only t)
             (nodes (append (plist-get answer :nodes) nil))
             (current (and nodes (nth (plist-get answer :current) nodes))))
        (erase-buffer)
        (setq header-line-format (replace-regexp-in-string "%" "%%" (or (plist-get answer :title) "Tree")))
        (if (not current)
            (insert (or failure (if answer "The event has too many moves for its tree." "There is no event here.")))
          (ishi-tree--insert nodes current)
          (goto-char (or (text-property-any (point-min) (point-max) 'ishi-node current) (point-min)))
          (dolist (window (get-buffer-window-list nil nil t))
            (set-window-point window (point))
            (with-selected-window window
              (recenter)
              (set-window-hscroll window (max 0 (- (current-column) (/ (window-body-width) 2)))))))))))

(defun ishi-tree--request (tree)
  "Request the tree of the event at point for the buffer TREE."
  (ishi-view--request tree :ishi/tree #'ishi-tree--show))

;;;###autoload
(defun ishi-tree ()
  "Show the tree of the moves in a window below the record."
  (interactive)
  (unless (derived-mode-p 'ishi-mode 'ishi-board-mode) (user-error "This is not a record"))
  (ishi-view--in-record
   (lambda ()
     (ishi-server--current)
     (let ((record (current-buffer)))
       (with-current-buffer (get-buffer-create ishi-tree-buffer)
         (unless (derived-mode-p 'ishi-tree-mode) (ishi-tree-mode))
         (setq ishi-view--record record ishi-view--place nil)
         (ishi-view--start-following)
         (ishi-view--show-below record))))))

(defun ishi-tree-go ()
  "Go to the move under the cursor, or from the current one to the record."
  (interactive)
  (let ((node (get-text-property (point) 'ishi-node)))
    (cond ((not node) (user-error "Here is no move"))
          ((eq (char-before (previous-single-property-change (1+ (point)) 'ishi-node)) ?\[) (ishi-go-to-record))
          (t (ishi-view--in-record (lambda () (ishi--go-to-line (plist-get node :line))))))))

(defun ishi-tree-click (event)
  "Go to the move where EVENT, a click, is."
  (interactive "e")
  (mouse-set-point event)
  (when (get-text-property (point) 'ishi-node) (ishi-tree-go)))

(defconst ishi-tree--keys
  `(,@ishi-walk--keys
    ("RET click" "to the move there, or to the record"
     ("\r" ishi-tree-go) ([mouse-1] ishi-tree-click) ([down-mouse-1] ignore))
    ("o" "go to the record" ("o" ishi-go-to-record))
    ("?" "these keys" ("?" ishi-tree-help))
    ("q" "close the tree"))
  "The keys in the window of the tree: keys, description and bindings.")

(defun ishi-tree-help ()
  "List the keys in the window of the tree."
  (interactive)
  (ishi-view--help ishi-tree--keys))

(defvar ishi-tree-mode-map (ishi-view--keymap ishi-tree--keys)
  "The keys in the window of the tree.")

(define-derived-mode ishi-tree-mode special-mode "Tree"
  "The tree of the moves of an event.
\\{ishi-tree-mode-map}"
  (setq-local ishi-view--format (if (eq (ishi-view--choose-format) 'ascii) 'ascii 'text)
              ishi-view--request-function #'ishi-tree--request
              revert-buffer-function #'ishi-view--revert
              truncate-lines t))

(provide 'ishi-tree)
;;; ishi-tree.el ends here
