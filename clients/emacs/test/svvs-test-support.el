;;; svvs-test-support.el --- Helpers for the tests of svvs  -*- lexical-binding: t; -*-

;;; Commentary:

;; Servers, real and fake, that end with their test, and checks that nothing is
;; left.

;;; Code:

(require 'ert)
(require 'svvs)

(defconst svvs-test-folder (file-name-directory (or load-file-name buffer-file-name)))
(defconst svvs-test-client (file-name-directory (directory-file-name svvs-test-folder)))
(defconst svvs-test-root (expand-file-name "../../../" svvs-test-folder))

(defconst svvs-test-sources
  (seq-remove (lambda (file) (string-suffix-p "-pkg.el" file))
              (directory-files svvs-test-client t "\\.el\\'"))
  "The source files of the client, without svvs-pkg.el, which is data.")

(defconst svvs-test-server
  (pcase (svvs-command-split (or (getenv "SVVS") "") "SVVS")
    (`(,program . ,arguments) (cons (expand-file-name program command-line-default-directory) arguments))
    (_ (list (expand-file-name ".build/debug/svvs" svvs-test-root))))
  "The command of the real server.")

(defun svvs-test-fake (script)
  "Return the command of a fake server for SCRIPT; see Tests/Contract/fake-server."
  (list (expand-file-name "Tests/Contract/fake-server" svvs-test-root) script))

(defun svvs-test-define (title function)
  "Define FUNCTION as a test called TITLE."
  (let ((name (intern (concat "svvs-test-" title))))
    (ert-set-test name (make-ert-test :name name :body function))))

(defmacro svvs-test-with (binding &rest body)
  "Bind the variable of BINDING to a connection, the value of its form; do BODY.
Then end the server, and check that nothing is left of it."
  (declare (indent 1) (debug (sexp body)))
  `(let* ((,(car binding) ,(cadr binding))
          (pid (process-id (svvs-connection-process ,(car binding)))))
     (unwind-protect
         (progn ,@body)
       (svvs-disconnect ,(car binding)))
     (svvs-test-nothing-left pid)))

(defmacro svvs-test-with-server (name &rest body)
  "Bind NAME to a connection to the real server, and do BODY."
  (declare (indent 1) (debug (sexp body)))
  `(svvs-test-with (,name (svvs-connect svvs-test-server :cause t)) ,@body))

(defmacro svvs-test-with-fake (name script &rest body)
  "Bind NAME to a connection to a fake server that runs SCRIPT, and do BODY."
  (declare (indent 2) (debug (sexp form body)))
  ;; Fake servers do not reply to shutdown.
  `(let ((svvs-shutdown-timeout 0.2))
     (svvs-test-with (,name (svvs-connect (svvs-test-fake ,script))) ,@body)))

(defun svvs-test-wait (predicate)
  "Wait until PREDICATE is non-nil, and fail if that takes long."
  (with-timeout (20 (ert-fail (list "The condition was not met" predicate)))
    (while (not (funcall predicate)) (accept-process-output nil 0.05))))

(defmacro svvs-test-processor-time (&rest body)
  "Do BODY, and return the processor time of Emacs for it, in seconds.
Unlike elapsed time, it does not depend on what else the machine does."
  (declare (indent 0) (debug (body)))
  (let ((start (make-symbol "start")))
    `(let ((,start (get-internal-run-time)))
       ,@body
       (float-time (time-subtract (get-internal-run-time) ,start)))))

(defun svvs-test-nothing-left (pid)
  "Check that no process PID and no process or buffer of a connection is left."
  (svvs-test-wait (lambda () (null (process-attributes pid))))
  (should-not (seq-filter (lambda (process) (string-prefix-p "svvs-" (process-name process)))
                          (process-list)))
  (should-not (seq-filter (lambda (buffer) (string-match-p "\\` ?\\*svvs-" (buffer-name buffer)))
                          (buffer-list))))

(defun svvs-test-plain (value)
  "Return VALUE, of JSON, in a form that `equal' can compare."
  (cond ((hash-table-p value)
         (let (members)
           (maphash (lambda (name member) (push (cons name (svvs-test-plain member)) members)) value)
           (cons 'object (sort members (lambda (one other) (string< (car one) (car other)))))))
        ((vectorp value) (seq-map #'svvs-test-plain value))
        (t value)))

(defun svvs-test-json (text)
  "Return the JSON value TEXT, which is written with single quotes."
  (svvs-json-parse (string-replace "'" "\"" text)))

(defun svvs-test-emacs (environment &rest forms)
  "Return the output of an Emacs that evaluates FORMS, with ENVIRONMENT added."
  (let ((process-environment (append environment process-environment)))
    (with-temp-buffer
      (call-process (expand-file-name invocation-name invocation-directory) nil '(t nil) nil
                    "--batch" "-Q" "-L" svvs-test-client
                    "--eval" (format "%S" `(progn (require 'svvs) ,@forms)))
      (buffer-string))))

(defmacro svvs-test-error-of (condition &rest body)
  "Return the error of BODY; check that it has CONDITION and is one line."
  (declare (indent 1) (debug (sexp body)))
  `(let ((error (should-error (progn ,@body) :type ',condition)))
     (should-not (string-match-p "\n" (svvs-error-message error)))
     (should (equal (cadr error) (svvs-error-message error)))
     error))

(defmacro svvs-test-messages (&rest body)
  "Do BODY, and return the messages of svvs, the last one first."
  (declare (indent 0) (debug (body)))
  `(let (messages)
     (cl-letf (((symbol-function 'message)
                (lambda (format &rest arguments)
                  (when format (push (apply #'format-message format arguments) messages)))))
       ,@body)
     (seq-filter (lambda (text) (string-match-p "\\`svvs: " text)) messages)))

(provide 'svvs-test-support)
;;; svvs-test-support.el ends here
