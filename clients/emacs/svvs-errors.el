;;; svvs-errors.el --- Errors and options of svvs  -*- lexical-binding: t; -*-

;;; Commentary:

;; An error is (CONDITION MESSAGE), where the message is for people; one of
;; `svvs-refused' has the error of the server's reply behind it.

;;; Code:

(require 'svvs-json)

(defgroup svvs nil
  "Front end of svvs state servers."
  :group 'applications
  :prefix "svvs-")

(defcustom svvs-timeout 60
  "Seconds to wait for a reply of the server, or for a state.
A server that has not even read a message by then is ended."
  :type 'number)

(defcustom svvs-shutdown-timeout 10
  "Seconds to wait for the server to end after it was asked to.
Then it is killed."
  :type 'number)

(defcustom svvs-keep 300
  "Seconds that a session outlives its last front end, if `svvs-attach' opens it."
  :type 'number)

(define-error 'svvs-error "svvs")
(define-error 'svvs-refused "The server has refused" 'svvs-error)
(define-error 'svvs-server-not-found "No such command" 'svvs-error)
(define-error 'svvs-server-died "The server has ended" 'svvs-error)
(define-error 'svvs-protocol-version-mismatch "Another version of the protocol" 'svvs-error)
(define-error 'svvs-bad-message "Not the protocol" 'svvs-error)
(define-error 'svvs-timed-out "Not in time" 'svvs-error)
(define-error 'svvs-unanswered "Cut off before there was a reply" 'svvs-error)
(define-error 'svvs-view-closed "The view is closed" 'svvs-error)

(defun svvs-error-message (error)
  "Return the message of ERROR, as `condition-case' has it, in one line."
  (let ((text (if (stringp (cadr error)) (cadr error) (error-message-string error))))
    (string-trim (replace-regexp-in-string "[ \t]*[\r\n]+[ \t]*" " " text))))

(defun svvs-error-data (error name)
  "Return the member NAME of the data of ERROR, or nil.
\"path\", for one, is a JSON Pointer to the parameter at fault."
  (svvs-json-get (nth 2 error) (list 'data name)))

(defun svvs-error-kind (error)
  "Return the kind of ERROR, such as \"InvalidParams\", if the server gave one."
  (let ((kind (svvs-error-data error "kind")))
    (when (stringp kind) kind)))

(defun svvs-run (function &rest arguments)
  "Call FUNCTION with ARGUMENTS; an error in it is a message and stops nothing."
  (condition-case-unless-debug error
      (apply function arguments)
    (error (message "svvs: %s" (svvs-error-message error)))))

(defmacro svvs-with-user-errors (&rest body)
  "Evaluate BODY; make its errors `user-error's of one line."
  (declare (indent 0) (debug t))
  `(condition-case error
       (progn ,@body)
     (svvs-error (user-error "svvs: %s" (svvs-error-message error)))))

(provide 'svvs-errors)
;;; svvs-errors.el ends here
