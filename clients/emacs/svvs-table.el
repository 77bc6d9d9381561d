;;; svvs-table.el --- Tables of records  -*- lexical-binding: t; -*-

;;; Commentary:

;; A table is as wide as its window: wide columns are cut first, and the last ones
;; are left out if there is no room.  Each gap between cells is displayed up to a
;; fixed column, whatever is in the cells; that also keeps right-to-left text inside
;; its cell.

;;; Code:

(require 'svvs-value)

(defface svvs-columns '((t :inherit bold :underline t))
  "The titles of columns."
  :group 'svvs)

(defconst svvs-table--narrowest 6
  "The width to which a column is cut before others are left out.")

(defun svvs-table-lines (rows columns width)
  "Return the lines of a table of ROWS, a list of objects; the first has titles.
COLUMNS is a list of their fields, or nil.  If WIDTH is not enough for
all, those of the lowest priority are left out."
  (let* ((all (svvs-value-columns columns (car rows)))
         (shown (svvs-table--first all (max 1 (/ width (1+ svvs-table--narrowest)))))
         (titles (mapcar (lambda (column) (svvs-value-excerpt (gethash "title" column) width))
                         shown))
         (cells (mapcar (lambda (row)
                          (mapcar (lambda (column)
                                    (svvs-value-excerpt (gethash (gethash "name" column) row) width column))
                                  shown))
                        rows))
         (fitting (svvs-table--fit (svvs-table--widths (cons titles cells)) shown width (length all)))
         (widths (remq nil fitting))
         (numbers (svvs-table--fitting (mapcar #'svvs-table--number-p shown) fitting))
         (rest (- (length all) (length widths))))
    (cl-flet ((line (cells) (svvs-table--line (svvs-table--fitting cells fitting) widths numbers)))
      (cons (concat (propertize (line titles) 'face 'svvs-columns)
                    (if (zerop rest) "" (format " …+%d" rest)))
            (mapcar #'line cells)))))

(defun svvs-table--number-p (column)
  "Return whether the values of COLUMN align right."
  (and (member (gethash "kind" column) '("integer" "number")) t))

(defun svvs-table--first (columns count)
  "Return the COUNT columns of COLUMNS with the highest priorities, in order."
  (if (<= (length columns) count) columns
    (let ((chosen (seq-take (seq-sort-by #'svvs-screen-priority #'> columns) count)))
      (seq-filter (lambda (column) (memq column chosen)) columns))))

(defun svvs-table--fitting (elements widths)
  "Return those of ELEMENTS for which the element of WIDTHS is not nil."
  (cl-loop for element in elements for width in widths when width collect element))

(defun svvs-table--widths (lines)
  "Return the widths of the columns of LINES, each a list of cells."
  (let ((widths (make-list (length (car lines)) 0)))
    (dolist (line lines widths)
      (setq widths (cl-mapcar (lambda (width cell) (max width (string-width cell))) widths line)))))

(defun svvs-table--fit (widths columns room count)
  "Return WIDTHS cut to fit into ROOM, with nil for columns that are left out.
COLUMNS are those with WIDTHS.  COUNT is the number of all columns; a sign
follows the titles if some are left out.  The widest ones are cut first.
Columns are left out for others with a higher priority, until these have half of
ROOM if they need it."
  (let* ((fitting (copy-sequence widths))
         (leaving (mapcar (lambda (column) (seq-position columns column #'eq)) (svvs-screen-leaving columns)))
         (priorities (mapcar #'svvs-screen-priority columns))
         (highest (apply #'max priorities))
         (need (cl-loop for width in widths for priority in priorities
                        when (= priority highest) sum (+ 2 width)))
         cut)
    (cl-flet* ((used () (cl-loop for width in fitting when width sum (+ 2 (min width cut))))
               (space () (let ((rest (- count (seq-count #'identity fitting))))
                           (- room (if (zerop rest) 0 (+ 3 (length (number-to-string rest)))))))
               (important () (cl-loop for width in fitting for priority in priorities
                                      when (and width (= priority highest)) sum (+ 2 (min width cut)))))
      (while (progn
               (setq cut (max svvs-table--narrowest (apply #'max 0 (delq nil (copy-sequence fitting)))))
               (while (and (> cut svvs-table--narrowest) (> (used) (space))) (cl-decf cut))
               (and (cdr leaving)
                    (or (> (used) (space))
                        (and (< (important) (min need (/ room 2)))
                             (< (nth (car leaving) priorities) highest)))))
        (setf (nth (pop leaving) fitting) nil)))
    (mapcar (lambda (width) (and width (min width cut))) fitting)))

(defun svvs-table--line (cells widths numbers)
  "Return CELLS as a line with columns of WIDTHS; those of NUMBERS align right."
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
