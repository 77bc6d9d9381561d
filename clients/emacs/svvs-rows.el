;;; svvs-rows.el --- Rows of tables in svvs views  -*- lexical-binding: t; -*-

;;; Commentary:

;; Moving from row to row, and opening them.

;;; Code:

(require 'svvs-lead)
(require 'help-mode)

(defun svvs-press ()
  "Open what is at point: a button, a row or the rest of them, or a field."
  (interactive nil svvs-view-mode)
  (let* ((field (svvs-page-field-at (point)))
         (row (and field (svvs-field-row field (point))))
         (chosen (cond ((integerp row) (nth row (svvs-field-rows field)))
                       ((and field (hash-table-p (svvs-field-value field))) (svvs-field-value field))))
         (way (and chosen
                   (svvs-hints-chosen (svvs-view-connection svvs-buffer-view) (svvs-field-schema field) chosen))))
    (cond ((widget-at) (widget-button-press (point)))
          ((eq row 'more) (svvs-field-show-more field))
          (way (svvs-with-user-errors (svvs-lead-open way)))
          (row (svvs-rows--show field row))
          ((and field (svvs-field-widget field)) (svvs-field-enter field))
          (t (user-error "Nothing to open here")))))

(defun svvs-next-row (&optional count)
  "Go to the next row of a table, or by COUNT of them."
  (interactive "p" svvs-view-mode)
  (let* ((lines (svvs-rows--lines))
         (here (line-number-at-pos))
         (count (or count 1))
         (line (if (> count 0) (nth (1- count) (seq-filter (lambda (line) (> line here)) lines))
                 (nth (1- (- count)) (nreverse (seq-filter (lambda (line) (< line here)) lines))))))
    (unless line (user-error "No more rows"))
    (forward-line (- line here))))

(defun svvs-previous-row (&optional count)
  "Go to the previous row of a table, or by COUNT of them."
  (interactive "p" svvs-view-mode)
  (svvs-next-row (- (or count 1))))

(defun svvs-rows--lines ()
  "Return the numbers of the lines of this buffer that are rows of tables."
  (cl-loop for field being the hash-values of svvs-fields
           when (svvs-field-rows field)
           append (let ((label (line-number-at-pos (svvs-lines-start (svvs-field-lines field)))))
                    (number-sequence (+ label (svvs-field-first-row field))
                                     (+ label -1 (length (svvs-lines-shown (svvs-field-lines field))))))))

(defun svvs-rows--show (field index)
  "Show the row of FIELD with that INDEX in full."
  (let* ((row (nth index (svvs-field-rows field)))
         (lines (if (hash-table-p row)
                    (svvs-value-members row (svvs-field-columns field) #'svvs-value-text)
                  (list (svvs-value-text row))))
         (title (format "%s, row %d" (svvs-field-title field) (1+ index))))
    (with-help-window (help-buffer)
      (with-current-buffer standard-output
        (insert (propertize title 'face 'svvs-title) "\n\n" (string-join lines "\n") "\n")))))

(provide 'svvs-rows)
;;; svvs-rows.el ends here
