;;; svvs-test-run.el --- Runs the tests and reports them as TAP  -*- lexical-binding: t; -*-

;;; Commentary:

;; The script `run-tests' calls this.

;;; Code:

(require 'svvs-test-support)

;; A loaded machine is slow.
(setq svvs-command-timeout 20)

(defconst svvs-test-limit 60
  "Seconds that a test may take.")

(defun svvs-test-run (pattern)
  "Run the tests that PATTERN selects, and end Emacs."
  (let ((number 0)
        (failed 0))
    (dolist (test (ert-select-tests pattern t))
      (let* ((output "")
             ;; In batch mode, `ding' writes a character to stdout, in front of the next result.
             (result (cl-letf (((symbol-function 'ding) #'ignore)
                               ((symbol-function 'message)
                                (lambda (format &rest arguments)
                                  (when format
                                    (setq output (concat output (apply #'format-message format arguments)
                                                         "\n"))))))
                       (with-timeout (svvs-test-limit nil) (ert-run-test test))))
             ;; A skipped test has not passed.
             (passed (and result (not (ert-test-skipped-p result))
                          (ert-test-result-expected-p test result))))
        (setq number (1+ number))
        (unless passed (setq failed (1+ failed)))
        (princ (format "%s %d - %s\n" (if passed "ok" "not ok") number (svvs-test--title test)))
        (unless passed
          (princ (replace-regexp-in-string "^" "# " (concat (svvs-test--reason result) "\n" output)))
          (terpri))))
    (princ (format "1..%d\n" number))
    (kill-emacs (if (or (zerop number) (> failed 0)) 1 0))))

(defun svvs-test--title (test)
  "Return the name of TEST as words."
  (let ((name (string-remove-prefix "svvs-test-" (symbol-name (ert-test-name test)))))
    (if (string-match-p " " name) name (string-replace "-" " " name))))

(defun svvs-test--reason (result)
  "Return why the test of RESULT has failed."
  (if (ert-test-result-with-condition-p result)
      (truncate-string-to-width (format "%S" (ert-test-result-with-condition-condition result)) 2000)
    (format "not finished within %d seconds" svvs-test-limit)))

(unless (file-executable-p (car svvs-test-server))
  (message "Expected an executable in $SVVS, got: %s" (car svvs-test-server))
  (kill-emacs 2))
(dolist (file (directory-files svvs-test-folder t "-tests\\.el\\'")) (load file nil t))
(svvs-test-run (or (pop command-line-args-left) t))

(provide 'svvs-test-run)
;;; svvs-test-run.el ends here
