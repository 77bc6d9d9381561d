;;; svvs-lint-tests.el --- The byte compiler and checkdoc  -*- lexical-binding: t; -*-

;;; Commentary:

;; Neither of them reports anything.  The byte compiler runs in a separate Emacs for
;; each file, which loads only the files that the file requires.

;;; Code:

(require 'svvs-test-support)
(require 'checkdoc)

;; In one process, because each of them loads the client.
(svvs-test-define "lint: the tests compile without a warning"
                  (lambda () (apply #'svvs-test--compile (directory-files svvs-test-folder t "\\.el\\'"))))

(dolist (file svvs-test-sources)
  (svvs-test-define (format "lint: %s compiles without a warning" (file-name-nondirectory file))
                    (lambda () (svvs-test--compile file))))

(dolist (file svvs-test-sources)
  (svvs-test-define (format "lint: %s is documented as checkdoc wants it" (file-name-nondirectory file))
                    (lambda () (svvs-test--checkdoc file))))

(defun svvs-test--compile (&rest files)
  "Check that FILES compile without a warning."
  (let ((output (make-temp-file "svvs" nil ".elc")))
    (unwind-protect
        (with-temp-buffer
          (let ((status (apply
                         #'call-process (expand-file-name invocation-name invocation-directory) nil t nil
                         "--batch" "-Q" "-L" svvs-test-client "-L" svvs-test-folder "--eval"
                         (format "(setq byte-compile-error-on-warn t byte-compile-dest-file-function (lambda (_) %S))"
                                 output)
                         "-f" "batch-byte-compile" files)))
            (should (equal (list status (buffer-string)) '(0 "")))))
      (delete-file output))))

(defun svvs-test--checkdoc (file)
  "Check that checkdoc reports nothing about FILE."
  (let* (complaints
         (checkdoc-create-error-function (lambda (text &rest _) (push text complaints) nil)))
    (with-temp-buffer
      (insert-file-contents file t)
      (emacs-lisp-mode)
      (cl-letf (((symbol-function 'message) #'ignore))
        (checkdoc-current-buffer t)))
    (should-not complaints)))

(provide 'svvs-lint-tests)
;;; svvs-lint-tests.el ends here
