;;; svvs-request.el --- Requests to svvs servers  -*- lexical-binding: t; -*-

;;; Commentary:

;; A request can be sent and awaited, or sent with functions that are called with
;; its result or error.  By then, all that it changed is in the state.

;;; Code:

(require 'svvs-connection)

(cl-defstruct (svvs-pending (:constructor svvs--make-pending) (:copier nil))
  "A request, with its reply or still without."
  connection id method
  (outcome nil :documentation "(:result . VALUE) or (:error CONDITION . DATA), once there is one.")
  decode success error)

(defun svvs--message (method params &optional id)
  "Return the message of METHOD with PARAMS, a request if it has an ID."
  (svvs-json-serialize `( :jsonrpc "2.0" ,@(and id (list :id id))
                          :method ,(svvs-json-name method) :params ,params)))

(cl-defun svvs-request-async (connection method params &key success error decode)
  "Send over CONNECTION a request of METHOD with PARAMS; return it at once.
PARAMS is a plist or a hash table.  When the reply is there, SUCCESS is called
with the result, or ERROR with the error as `condition-case' has it.  DECODE
makes of the result what is handed on.

What is returned can be given to `svvs-await' and `svvs-cancel'."
  (svvs--check-connection connection)
  (let* ((id (cl-incf (svvs-connection-last-id connection)))
         (text (svvs--message method params id))
         (pending (svvs--make-pending :connection connection :id id :method (svvs-json-name method)
                                      :decode decode :success success :error error)))
    (puthash id pending (svvs-connection-pending connection))
    (svvs--note-requests connection)
    (svvs--send connection text)
    pending))

(defun svvs--note-requests (connection)
  "Call who wants to know of the requests over CONNECTION: others are pending now."
  (when (svvs-connection-on-requests connection)
    (svvs-run (svvs-connection-on-requests connection) connection)))

(defun svvs-request (connection method &optional params timeout)
  "Send over CONNECTION a request of METHOD with PARAMS, and return the result.
Wait at most TIMEOUT seconds, by default `svvs-timeout'."
  (svvs-await (svvs-request-async connection method params) timeout))

(defun svvs--send-notification (connection method params)
  "Send over CONNECTION a notification of METHOD with PARAMS."
  (svvs--check-connection connection)
  (svvs--send connection (svvs--message method params))
  (svvs--check-connection connection))

(defun svvs-cancel (pending)
  "Cancel the request PENDING: its reply comes at once, perhaps an error."
  (let ((connection (svvs-pending-connection pending)))
    (when (and (not (svvs-pending-outcome pending)) (svvs-connection-live-p connection))
      (svvs--send-notification connection '$/cancelRequest (list :id (svvs-pending-id pending))))))

;;;; Waiting

(defun svvs-await (pending &optional timeout)
  "Return the result of the request PENDING, or signal its error.
If there is none after TIMEOUT seconds, by default `svvs-timeout', or if the
user quits, cancel the request."
  (let ((connection (svvs-pending-connection pending))
        (timeout (or timeout svvs-timeout))
        is-done)
    (unwind-protect
        (setq is-done (svvs--wait connection timeout (lambda () (svvs-pending-outcome pending))))
      (unless is-done (svvs-cancel pending)))
    (pcase (svvs-pending-outcome pending)
      (`(:result . ,value) value)
      (`(:error ,condition . ,data) (signal condition data))
      (_ (signal 'svvs-timed-out (list (format "The server has not replied to %s within %s s"
                                               (svvs-pending-method pending) timeout)))))))

;;;; Replies

(defun svvs--take-reply (connection message)
  "Finish the request that MESSAGE, which came over CONNECTION, is the reply to."
  (let* ((pending (gethash (svvs-json-get message '(id)) (svvs-connection-pending connection)))
         (result (svvs-json-get message '(result)))
         (error (svvs-json-get message '(error)))
         (text (svvs-json-get error '(message))))
    (cond ((and pending result (null error))
           (let ((decode (or (svvs-pending-decode pending) #'identity)))
             (svvs--finish pending (cons :result (funcall decode result)))))
          ((and pending (null result) (stringp text))
           (svvs--finish pending (list :error 'svvs-refused text error)))
          ;; It could not read what came, which may have been of another writer.
          ((and (null pending) (eq (svvs-json-get message '(id)) :null) (stringp text))
           (message "svvs: %s" text))
          (t (signal 'svvs-bad-message '("The server has sent a reply to no request"))))))

(defun svvs--finish (pending outcome)
  "Give PENDING its OUTCOME, and call who waits for it."
  (setf (svvs-pending-outcome pending) outcome)
  (remhash (svvs-pending-id pending) (svvs-connection-pending (svvs-pending-connection pending)))
  (svvs--note-requests (svvs-pending-connection pending))
  (when-let ((function (if (eq (car outcome) :result)
                           (svvs-pending-success pending)
                         (svvs-pending-error pending))))
    (svvs-run function (cdr outcome))))

(defun svvs--end-requests (connection)
  "Finish the requests over CONNECTION, which has ended."
  (dolist (pending (hash-table-values (svvs-connection-pending connection)))
    (svvs--finish pending (cons :error (svvs-connection-failure connection)))))

(provide 'svvs-request)
;;; svvs-request.el ends here
