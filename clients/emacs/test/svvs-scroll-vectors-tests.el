;;; svvs-scroll-vectors-tests.el --- Vectors for scrolling  -*- lexical-binding: t; -*-

;;; Commentary:

;; Each case of schemas/vectors/screens/scrolling.json is a test of a buffer in a
;; window that is so low that it shows two lines.  No server is involved.

;;; Code:

(require 'svvs-test-buffers)

(defun svvs-test--array-fields ()
  "Return the fields of this buffer that are arrays."
  (seq-filter (lambda (field) (vectorp (svvs-field-value field))) (hash-table-values svvs-fields)))

(defun svvs-test--row-in-sight-p (field index)
  "Return whether the row of FIELD with INDEX is in sight in the selected window."
  (save-excursion
    (svvs-field-go-row field index)
    (svvs-scroll--in-sight-p (point) (selected-window))))

(defun svvs-test--look-at (names)
  "Scroll to the end of the array that is in NAMES, or else to the top."
  (goto-char (point-min))
  (set-window-start nil (point-min))
  (seq-doseq (name names)
    (goto-char (svvs-scroll--last (svvs-field-named name)))
    (set-window-start nil (point))))

(defun svvs-test--changed (view values)
  "Change the properties of VIEW to VALUES, an object, and paint them."
  (let ((state (copy-hash-table (svvs-view-state view))))
    (maphash (lambda (name value) (puthash name value state)) values)
    (setf (svvs-view-state view) state)
    (svvs-page-paint (hash-table-keys values))))

(defun svvs-test--scroll-vector (vector)
  "Check that buffers conform to VECTOR."
  (let* ((document (gethash "document" vector))
         (connection (svvs--make-connection :schema (svvs-schema-link document document)))
         (view (svvs--make-view :connection connection :id "v" :type (gethash "type" vector) :commit 0
                                :state (gethash "state" vector)))
         (expected (gethash "scrollsTo" (gethash "then" vector)))
         (sets (gethash "sets" (gethash "then" vector)))
         properties)
    (cl-letf (((symbol-function 'svvs-set-async)
               (lambda (_view set &rest _) (setq properties (append properties set)))))
      (save-window-excursion
        (delete-other-windows)
        (select-window (split-window nil -3))
        (switch-to-buffer (svvs-buffer-create view))
        (unwind-protect
            (let ((names (gethash "inSight" vector))
                  start)
              (svvs-buffer-show (current-buffer))
              (when names
                (setq properties nil)
                (svvs-test--look-at names)
                (setq start (window-start))
                (pcase (hash-table-keys (gethash "when" vector))
                  (`(,(and event (or "changed" "got")))
                   (svvs-test--changed view (gethash event (gethash "when" vector))))))
              (dolist (field (svvs-test--array-fields))
                (let ((index (gethash (svvs-field-name field) expected))
                      (last (1- (length (svvs-field-value field)))))
                  (cond (index (should (svvs-test--row-in-sight-p field index)))
                        (start (should (= (window-start) start)))
                        ((> last 1) (should-not (svvs-test--row-in-sight-p field last))))))
              (when sets
                (should (equal (svvs-test-plain (svvs-json-object properties)) (svvs-test-plain sets)))))
          (setf (svvs-view-live view) nil)
          (kill-buffer))))))

(seq-doseq (vector (gethash "cases" (svvs-test-read "schemas/vectors/screens/scrolling.json")))
  (svvs-test-define (format "scroll-vector: %s" (gethash "name" vector))
                    (lambda () (svvs-test--scroll-vector vector))))

(provide 'svvs-scroll-vectors-tests)
;;; svvs-scroll-vectors-tests.el ends here
