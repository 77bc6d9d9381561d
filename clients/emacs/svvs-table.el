;;; svvs-table.el --- Rows of svvs as lines of a table  -*- lexical-binding: t; -*-

;;; Commentary:

;; A table is as wide as its window: wide columns are cut first, and the last ones
;; left out if there is no room.  Columns stand where they should whatever is in
;; the cells, since the gaps between them are told where to end; those also keep
;; text from right to left inside of its cell.

;;; Code:

(require 'svvs-value)

(defface svvs-columns '((t :inherit bold :underline t))
  "The titles of columns."
  :group 'svvs)

(defconst svvs-table--widest 40
  "How many columns of the screen one of the table takes at most.")

(defconst svvs-table--narrowest 6
  "How far a column is cut before others are left out.")

(defun svvs-table-lines (rows columns width)
  "Return ROWS, a list of objects, as lines of a table, below one of titles.
COLUMNS is an alist of their members and schemas, of which as many are shown as
there is room for in WIDTH."
  (let* ((columns (or columns (mapcar #'list (hash-table-keys (car rows)))))
         (shown (seq-take columns (max 1 (/ width (1+ svvs-table--narrowest)))))
         (titles (mapcar (lambda (column)
                           (svvs-value-excerpt (svvs-schema-title (car column) (cdr column)) svvs-table--widest))
                         shown))
         (cells (mapcar (lambda (row)
                          (mapcar (lambda (column)
                                    (svvs-value-excerpt (gethash (car column) row) svvs-table--widest))
                                  shown))
                        rows))
         (widths (svvs-table--fit (svvs-table--widths (cons titles cells)) (- width 4)))
         (numbers (mapcar (lambda (column)
                            (and (member (svvs-json-get (cdr column) '(type)) '("integer" "number")) t))
                          shown))
         (rest (- (length columns) (length widths))))
    (cons (concat (propertize (svvs-table--line titles widths numbers) 'face 'svvs-columns)
                  (if (zerop rest) "" (format " …+%d" rest)))
          (mapcar (lambda (line) (svvs-table--line line widths numbers)) cells))))

(defun svvs-table--widths (lines)
  "Return how wide the columns of LINES are, each a list of cells."
  (let ((widths (make-list (length (car lines)) 0)))
    (dolist (line lines widths)
      (setq widths (cl-mapcar (lambda (width cell) (max width (string-width cell))) widths line)))))

(defun svvs-table--fit (widths room)
  "Return as many of WIDTHS as fit into ROOM, cut as little as it takes."
  (let ((cut svvs-table--widest)
        (used 0))
    (cl-flet ((used () (cl-loop for width in widths sum (+ 2 (min width cut)))))
      (while (and (> cut svvs-table--narrowest) (> (used) room)) (cl-decf cut)))
    (cl-loop for (width . more) on widths
             for first = t then nil
             do (cl-incf used (+ 2 (min width cut)))
             ;; Behind the last that is shown there is a sign, if there are more.
             while (or first (<= used (if more (- room 2) (+ room 2))))
             collect (min width cut))))

(defun svvs-table--line (cells widths numbers)
  "Return CELLS as a line: they are WIDTHS wide, and those of NUMBERS at the right."
  (let ((start 2)
        (line "  "))
    (cl-loop for (cell . more) on cells
             for (width . wider) on widths
             for number in numbers
             do (let ((text (truncate-string-to-width cell width nil nil t)))
                  (setq line (concat line (if number (string-pad text width nil t) text))
                        start (+ start width 2))
                  (when (and more wider)
                    (setq line (concat line (svvs-table--gap (- start (string-width line)) start))))))
    line))

(defun svvs-table--gap (width end)
  "Return a gap of WIDTH spaces, displayed so that it ends at END."
  (propertize (make-string (max 1 width) ?\s) 'display `(space :align-to ,end)))

(provide 'svvs-table)
;;; svvs-table.el ends here
