;;; svvs-errors.el --- Errors and options of svvs  -*- lexical-binding: t; -*-

;;; Commentary:

;; Every error is a `jsonrpc-error' too, with the same data: a message, then an
;; alist of `jsonrpc-error-code', `jsonrpc-error-message', `jsonrpc-error-data'.

;;; Code:

(require 'jsonrpc)
(require 'svvs-json)

(defgroup svvs nil
  "Front end of svvs state servers."
  :group 'applications
  :prefix "svvs-")

(defcustom svvs-timeout 30
  "Seconds to wait for an answer of the server.
A server that has not even read a message by then is ended."
  :type 'number)

(defcustom svvs-shutdown-timeout 5
  "Seconds to wait for the server to shut down, and then for its end.
A server that has not ended by then is killed."
  :type 'number)

(define-error 'svvs-error "svvs" 'jsonrpc-error)
(define-error 'svvs-refused "The server has refused" 'svvs-error)
(define-error 'svvs-no-server "No server" 'svvs-error)
(define-error 'svvs-wrong-version "Wrong version of the protocol" 'svvs-error)
(define-error 'svvs-server-died "The server has died" 'svvs-error)
(define-error 'svvs-bad-message "The server has talked nonsense" 'svvs-error)
(define-error 'svvs-timed-out "Time is up" 'svvs-error)
(define-error 'svvs-closed "Closed" 'svvs-error)

(defun svvs-make-error (condition message &optional code data)
  "Return an error of CONDITION with MESSAGE, CODE and DATA, to be signalled."
  `(,condition ,message
               (jsonrpc-error-code . ,code)
               (jsonrpc-error-message . ,message)
               (jsonrpc-error-data . ,data)))

(defun svvs-signal (condition message)
  "Signal an error of CONDITION with MESSAGE."
  (signal condition (cdr (svvs-make-error condition message))))

(defun svvs-error-message (error)
  "Return the message of ERROR, as `condition-case' has it, in one line."
  (let ((text (if (stringp (cadr error)) (cadr error) (error-message-string error))))
    (string-trim (replace-regexp-in-string "[ \t]*[\r\n]+[ \t]*" " " text))))

(defun svvs-error-data (error name)
  "Return the member NAME of the data of ERROR, or nil.
\"path\", for one, is a JSON Pointer to the parameter at fault."
  (svvs-json-get (alist-get 'jsonrpc-error-data (cddr error)) (list name)))

(defun svvs-error-kind (error)
  "Return the kind of ERROR, such as \"InvalidParams\", if the server has told one."
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
