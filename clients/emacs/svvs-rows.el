;;; svvs-rows.el --- Rows of tables of svvs views  -*- lexical-binding: t; -*-

;;; Commentary:

;; RET opens what is at point, and n and p go from row to row.

;;; Code:

(require 'browse-url)
(require 'goto-addr)
(require 'help-mode)
(require 'svvs-buffer)

(defun svvs-press ()
  "Open what is at point: a button, a row or the rest of them, or a field."
  (interactive nil svvs-view-mode)
  (let* ((field (svvs-page-field-at (point)))
         (row (and field (svvs-field-row field (point))))
         (chosen (cond ((integerp row) (nth row (svvs-field-rows field)))
                       ((and field (hash-table-p (svvs-field-value field))) (svvs-field-value field))))
         (target (and chosen
                      (svvs-screen-chosen (svvs-field-part field) chosen))))
    (cond ((widget-at) (widget-button-press (point)))
          ((eq row 'more) (svvs-field-show-more field))
          (target (svvs-with-user-errors (svvs-buffer-open target))
                  (set-buffer (window-buffer)))
          (row (svvs-rows--show field row))
          ((and field (svvs-press--url field)) (browse-url (svvs-press--url field)))
          ((and field (svvs-field-widget field)) (svvs-field-enter field))
          (t (user-error "No button, field or row here")))))

(defun svvs-press--url (field)
  "Return the URL on the line of point, of FIELD, or nil."
  (let* ((number (and (svvs-field-lines field) (svvs-lines-number (svvs-field-lines field) (point))))
         (value (svvs-field-value field))
         (url (cond ((equal (gethash "format" (svvs-field-part field)) "url") value)
                    ((and (hash-table-p value) number (> number 0))
                     (let ((column (nth (1- number) (svvs-value-shown value (svvs-field-columns field)))))
                       (and column (equal (gethash "format" column) "url") (gethash (gethash "name" column) value)))))))
    (and (stringp url) (string-match-p "\\`https?://" url) url)))

(defun svvs-next-row (&optional count)
  "Go to the next row of a table, or move by COUNT rows."
  (interactive "p" svvs-view-mode)
  (let* ((lines (svvs-rows--lines))
         (here (line-number-at-pos))
         (count (or count 1))
         (line (if (> count 0) (nth (1- count) (seq-filter (lambda (line) (> line here)) lines))
                 (nth (1- (- count)) (nreverse (seq-filter (lambda (line) (< line here)) lines))))))
    (unless line (user-error "No more rows"))
    (forward-line (- line here))))

(defun svvs-previous-row (&optional count)
  "Go to the previous row of a table, or move back by COUNT rows."
  (interactive "p" svvs-view-mode)
  (svvs-next-row (- (or count 1))))

(defun svvs-rows--lines ()
  "Return the numbers of the lines of this buffer that are rows of tables.
A record that opens a view is a row, too."
  (cl-loop for field being the hash-values of svvs-fields
           when (svvs-rows--record-p field)
           collect (line-number-at-pos (svvs-lines-start (svvs-field-lines field)))
           when (svvs-field-rows field)
           append (let ((label (line-number-at-pos (svvs-lines-start (svvs-field-lines field)))))
                    ;; Also the line that stands for earlier rows.
                    (number-sequence (+ label (svvs-field-first-row field) (if (zerop (svvs-field-offset field)) 0 -1))
                                     (+ label -1 (length (svvs-lines-shown (svvs-field-lines field))))))))

(defun svvs-rows--record-p (field)
  "Return whether FIELD is a record that opens a view."
  (let ((value (svvs-field-value field)))
    (and (svvs-field-lines field) (hash-table-p value) (svvs-screen-chosen (svvs-field-part field) value) t)))

(defun svvs-rows-line ()
  "Return the beginning and the end of the line of the row at point, or nil."
  (let ((field (svvs-page-field-at (point))))
    (when (and field (svvs-field-row field (point)))
      (cons (line-beginning-position) (line-beginning-position 2)))))

(defun svvs-rows--show (field index)
  "Show the row of FIELD with that INDEX in full."
  (let* ((row (nth index (svvs-field-rows field)))
         (lines (if (hash-table-p row)
                    (svvs-value-members row (svvs-field-columns field) #'svvs-value-text)
                  (list (svvs-value-text row (gethash "of" (svvs-field-part field))))))
         (title (format "%s, row %d" (svvs-field-title field) (+ 1 index (svvs-field-offset field)))))
    (with-help-window (help-buffer)
      (with-current-buffer standard-output
        (insert (propertize title 'face 'svvs-title) "\n\n" (string-join lines "\n") "\n")
        (goto-address-mode)))))

(provide 'svvs-rows)
;;; svvs-rows.el ends here
