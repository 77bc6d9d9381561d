;;; svvs-scroll.el --- Rows of svvs views in windows  -*- lexical-binding: t; -*-

;;; Commentary:

;; A list that is read from its end, such as the messages of a chat, opens with its
;; last rows in sight.  While the last row is in sight in a window, that window
;; follows the rows that are added.  A property may name a row to scroll to.
;;
;; Each row is one line, and so is each line below a list, in most cases.

;;; Code:

(require 'svvs-field)

(defun svvs-scroll-paint (field)
  "Paint FIELD; if it is read from its end, windows that show its end follow it.
Point stays in its row, whatever has become of that and of others."
  (let ((windows (and (svvs-field-from-end-p field)
                      (seq-filter (lambda (window) (svvs-scroll--in-sight-p (svvs-scroll--last field) window))
                                  (svvs-scroll--windows))))
        (key (svvs-scroll--key field (point)))
        (keys (mapcar (lambda (window) (cons window (svvs-scroll--key field (window-point window))))
                      (svvs-scroll--windows))))
    (svvs-field-paint field)
    (when key (goto-char (svvs-scroll--keep field key (point))))
    (pcase-dolist (`(,window . ,key) keys)
      (when key (set-window-point window (svvs-scroll--keep field key (window-point window)))))
    (dolist (window windows) (svvs-scroll--to-end field window))))

(defun svvs-scroll--key (field position)
  "Return the key of the row of FIELD at POSITION, or nil."
  (when-let ((key (gethash "key" (svvs-field-part field)))
             (row (svvs-field-row field position)))
    (and (integerp row) (gethash key (nth row (svvs-field-rows field))))))

(defun svvs-scroll--keep (field key position)
  "Return POSITION, or the position in the row of FIELD with KEY that is like it.
If the row is gone, and POSITION is in none, return that of the last row."
  (let ((column (save-excursion (goto-char position) (- position (line-beginning-position))))
        (row (seq-position (svvs-field-rows field) key
                           (lambda (row key) (equal (gethash (gethash "key" (svvs-field-part field)) row) key)))))
    (save-excursion
      (goto-char position)
      (cond ((equal key (svvs-scroll--key field position)))
            (row (svvs-field-go-row field row)
                 (goto-char (min (line-end-position) (+ (point) column))))
            ((and (svvs-field-rows field) (null (svvs-scroll--key field position))) (svvs-field-go-row field -1)))
      (point))))

(defun svvs-scroll--windows ()
  "Return the windows that show this buffer."
  (get-buffer-window-list nil nil t))

(defun svvs-scroll--last (field)
  "Return the position of the last line of FIELD."
  (save-excursion
    (svvs-field-go field)
    (forward-line (1- (length (svvs-lines-shown (svvs-field-lines field)))))
    (point)))

(defun svvs-scroll--in-sight-p (position window)
  "Return whether the line of POSITION is in sight in WINDOW."
  (and (<= (window-start window) position)
       (< (count-lines (window-start window) position) (window-body-height window))))

(defun svvs-scroll--to-end (field window)
  "Scroll WINDOW, if need be, until the last row of FIELD is in sight.
The lines below are in sight too, if they need no more than half of WINDOW."
  (save-excursion
    (goto-char (svvs-scroll--last field))
    (let ((height (window-body-height window))
          (below (count-lines (line-end-position) (point-max))))
      (forward-line (min (max 0 (1- below)) (/ height 2)))
      (unless (svvs-scroll--in-sight-p (point) window)
        (forward-line (- 1 height))
        (set-window-start window (point) t)))))

(defun svvs-scroll-at-end-p (field)
  "Return whether point is on the last row of FIELD, which is read from its end."
  (and (svvs-field-from-end-p field)
       (= (line-beginning-position) (svvs-scroll--last field))))

(defun svvs-scroll-go (field index)
  "Go to the shown row of FIELD with INDEX, and scroll the windows there.
From the end, if INDEX is negative.  Point stays in a field for text."
  (let ((windows (svvs-scroll--windows)))
    (dolist (window windows)
      (when (svvs-field-from-end-p field) (svvs-scroll--to-end field window)))
    (unless (widget-field-at (point))
      (svvs-field-go-row field index)
      (dolist (window windows)
        (set-window-point window (point))
        (unless (svvs-scroll--in-sight-p (point) window)
          (save-excursion
            (forward-line (- (min 3 (/ (1- (window-body-height window)) 2))))
            (set-window-start window (point))))))))

;;;; Targets

(defun svvs-scroll-follow-target (field)
  "Go to the row of FIELD that the state names as the target, and reset that.
Do nothing if this buffer is not displayed, or if there is no such row yet."
  (let* ((view (svvs-field-view field))
         (part (svvs-field-part field))
         (value (svvs-get view (svvs-json-get part '(scroll target))))
         (index (and (svvs-scroll--windows) (svvs-screen-target-row part (svvs-view-state view)))))
    (when (memq value '(nil :null)) (setf (svvs-field-followed field) nil))
    (unless (or (null index) (equal value (svvs-field-followed field)))
      (setf (svvs-field-followed field) value)
      (while (not (< -1 (- index (svvs-field-offset field)) (length (svvs-field-rows field))))
        (svvs-field-show-more field))
      (svvs-scroll-go field (- index (svvs-field-offset field)))
      (when-let ((properties (svvs-screen-scrolled part)))
        (ignore-error svvs-error
          (svvs-set-async view properties))))))

(provide 'svvs-scroll)
;;; svvs-scroll.el ends here
