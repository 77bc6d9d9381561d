;;; svvs-request.el --- Requests to svvs servers  -*- lexical-binding: t; -*-

;;; Commentary:

;; A request can be sent and awaited, or sent and told of later.  When its end is
;; told, all that it changed is in the state.

;;; Code:

(require 'svvs-connection)

(cl-defstruct (svvs-pending (:constructor svvs--make-pending) (:copier nil))
  "A request that is not answered yet, or is."
  connection id method
  (outcome nil :documentation "(:result . VALUE) or (:error CONDITION . DATA), once answered.")
  decode success error)

(defvar svvs--sending nil
  "The request that is just being sent, for the sake of its id.")

(cl-defmethod jsonrpc-connection-send ((connection svvs-connection) &rest message
                                       &key id method &allow-other-keys)
  "Send MESSAGE, which has METHOD and if it is a request ID, over CONNECTION."
  (let ((pending svvs--sending)
        (svvs--sending nil)
        (text (svvs-json-serialize
               `(:jsonrpc "2.0" ,@(plist-put (copy-sequence message)
                                             :method (svvs-json-name method))))))
    (when (and id pending)
      (setf (svvs-pending-id pending) id)
      (puthash id pending (svvs--pending connection)))
    (svvs--send connection text)))

(cl-defun svvs-request-async (connection method params &key success error decode)
  "Send over CONNECTION a request of METHOD with PARAMS; return it at once.
PARAMS is a plist or a hash table.  When the answer is there, SUCCESS is called
with the result, or ERROR with the error as `condition-case' has it.  DECODE
makes of the result what is handed on.

What is returned can be given to `svvs-await' and `svvs-cancel'."
  (unless (svvs-connection-live-p connection) (svvs--signal-failure connection))
  (let ((pending (svvs--make-pending :connection connection :method (svvs-json-name method)
                                     :decode decode :success success :error error)))
    (let ((svvs--sending pending))
      (jsonrpc-async-request
       connection method params
       :timeout nil
       :success-fn (lambda (result) (svvs--answer pending result))
       :error-fn
       (jsonrpc-lambda (&key code message data)
         (svvs--settle pending `(:error . ,(svvs-make-error 'svvs-refused message code data))))))
    ;; It may have died while the request was being written.
    (when (svvs--failure connection)
      (svvs--finish pending `(:error . ,(svvs--failure connection))))
    pending))

(defun svvs-request (connection method &optional params timeout)
  "Send over CONNECTION a request of METHOD with PARAMS, and return the result.
Wait at most TIMEOUT seconds, by default `svvs-timeout'."
  (svvs-await (svvs-request-async connection method params) timeout))

(defun svvs-cancel (pending)
  "Cancel the request PENDING: it will be answered at once, perhaps by an error."
  (let ((connection (svvs-pending-connection pending)))
    (when (and (not (svvs-pending-outcome pending)) (svvs-connection-live-p connection))
      (jsonrpc-notify connection '$/cancelRequest (list :id (svvs-pending-id pending))))))

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
      (_ (svvs-signal 'svvs-timed-out (format "The server has not answered %s within %s s"
                                              (svvs-pending-method pending) timeout))))))

;;;; Answers

(defun svvs--answer (pending result)
  "Finish PENDING, whose answer is RESULT."
  (let ((decode (svvs-pending-decode pending)))
    (condition-case nil
        (svvs--settle pending (cons :result (if decode (funcall decode result) result)))
      (svvs-json-error
       (svvs--break (svvs-pending-connection pending) 'svvs-bad-message
                    (format "The server's answer to %s is incomplete" (svvs-pending-method pending)))))))

(defun svvs--settle (pending outcome)
  "Give PENDING the OUTCOME that the server has told.
What was missed is fetched first: whoever is told of the end of a call finds its
changes in the state."
  (let ((connection (svvs-pending-connection pending)))
    (if (and (svvs--fences connection) (not (memq pending (svvs--fences connection))))
        (progn
          (remhash (svvs-pending-id pending) (svvs--pending connection))
          (setf (svvs--held connection) (nconc (svvs--held connection) (list (cons pending outcome)))))
      (setf (svvs--fences connection) (delq pending (svvs--fences connection)))
      (svvs--finish pending outcome)
      (while (and (svvs--held connection) (null (svvs--fences connection)))
        (pcase-let ((`(,next . ,its-outcome) (pop (svvs--held connection))))
          (svvs--finish next its-outcome))))))

(defun svvs--finish (pending outcome)
  "Give PENDING its OUTCOME, unless it has one, and tell who waits for it."
  (unless (svvs-pending-outcome pending)
    (setf (svvs-pending-outcome pending) outcome)
    (remhash (svvs-pending-id pending) (svvs--pending (svvs-pending-connection pending)))
    (when-let ((function (if (eq (car outcome) :result)
                             (svvs-pending-success pending)
                           (svvs-pending-error pending))))
      (svvs-run function (cdr outcome)))))

(defun svvs--end-requests (connection)
  "Finish the requests over CONNECTION, which has ended."
  (dolist (pending (append (mapcar #'car (svvs--held connection))
                           (hash-table-values (svvs--pending connection))))
    (svvs--finish pending `(:error . ,(svvs--failure connection)))))

(provide 'svvs-request)
;;; svvs-request.el ends here
