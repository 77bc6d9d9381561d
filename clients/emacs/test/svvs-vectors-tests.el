;;; svvs-vectors-tests.el --- Golden vectors  -*- lexical-binding: t; -*-

;;; Commentary:

;; Each case of schemas/vectors is a test: its messages come through the process
;; filter, as if a server had sent them.

;;; Code:

(require 'svvs-test-support)

(defun svvs-test--vector (case)
  "Check that the client conforms to CASE, of a file of vectors."
  (let* ((connection (svvs--start '("cat")))
         (process (svvs-connection-process connection))
         (view (svvs--make-view :connection connection))
         (then (gethash "then" case)))
    (unwind-protect
        (progn
          (svvs--take-snapshot view (gethash "open" case))
          (puthash (svvs-view-id view) view (svvs-connection-views connection))
          (seq-doseq (message (gethash "messages" case))
            (seq-doseq (character (concat (svvs-json-serialize message) "\n"))
              (svvs--filter process (string character)))
            (svvs--take-messages connection))
          (should (eq (car (svvs-connection-failure connection))
                      (and (gethash "fault" then) 'svvs-bad-message)))
          (when (gethash "state" then)
            (should (equal (svvs-view-commit view) (gethash "commit" then)))
            (should (equal (svvs-test-plain (svvs-view-state view))
                           (svvs-test-plain (gethash "state" then))))
            (should (equal (sort (copy-sequence (svvs-view-stale view)) #'string<)
                           (sort (append (gethash "stale" then) nil) #'string<)))))
      (svvs--fail connection 'svvs-server-died "Done"))))

(dolist (file (directory-files (expand-file-name "schemas/vectors" svvs-test-root) t "\\.json\\'"))
  (seq-doseq (case (gethash "cases" (svvs-test-read file)))
    (svvs-test-define (format "vector-%s: %s" (file-name-base file) (gethash "name" case))
                      (lambda () (svvs-test--vector case)))))

(provide 'svvs-vectors-tests)
;;; svvs-vectors-tests.el ends here
