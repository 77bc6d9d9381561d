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
  "Paint FIELD; if it is read from its end, windows that show its end follow it."
  (let ((windows (and (svvs-field-from-end-p field)
                      (seq-filter (lambda (window) (svvs-scroll--in-sight-p (svvs-scroll--last field) window))
                                  (svvs-scroll--windows)))))
    (svvs-field-paint field)
    (dolist (window windows) (svvs-scroll--to-end field window))))

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
