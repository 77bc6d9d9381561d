;;; svvs-connection.el --- Connections to svvs servers  -*- lexical-binding: t; -*-

;;; Commentary:

;; A server is a child process; each message is a line of JSON on its stdin or
;; stdout.  Emacs's own jsonrpc.el is not used:
;;
;; - It reads both null and {} as nil, so that a state would confuse them.
;; - Up to Emacs 29, `jsonrpc-request' leaves the filter by `throw', and messages
;;   that came in one piece with the reply wait until more output comes.
;; - Since Emacs 30, waiting for one request delays the replies to others, but not
;;   notifications: the changes of a view may come before its snapshot.
;; - After text that is not a message it waits for ever; it shows ill-formed JSON,
;;   which may contain a secret, as a warning.
;; - Whenever a server ends, even normally, it shows a message and leaves a buffer.
;;
;; The path of a message: `svvs--filter' collects text, `svvs--take-message' parses a
;; line of it, and `svvs--dispatch' passes it to `svvs--take-reply', or to the
;; connection's function for notifications, which is in svvs-state.el.

;;; Code:

(require 'cl-lib)
(require 'svvs-process)

(cl-defstruct (svvs-connection (:constructor svvs--make-connection) (:copier nil))
  "A connection to an svvs server."
  process
  (on-notification nil :documentation "A function to call with the connection, the method and the parameters.")
  (on-end nil :documentation "A function to call with the connection when it has ended.")
  (on-cut nil :documentation "A function to call with the connection when its process was killed.
It returns whether the connection has another process now, and continues.")
  (on-requests nil :documentation "A function to call with the connection when a request begins or ends.")
  (timer nil :documentation "The timer that handles messages, if nothing waits for them.")
  (last-id 0 :documentation "The id of the last request.")
  (pending (make-hash-table) :documentation "The requests that have no reply yet, by id.")
  (views (make-hash-table :test #'equal) :documentation "The open views by their ids.")
  (sessions (make-hash-table :test #'equal) :documentation "The shared sessions by their names.")
  (failure nil :documentation "The error that the connection has ended with.")
  (closing nil :documentation "Whether it was asked to end.")
  (origin nil :documentation "The folder and the arguments of `svvs-connect'.")
  (introduction nil :documentation "The parameters of initialize.")
  (info nil :documentation "The result of initialize.")
  (screens nil :documentation "The screens of the server, if they were requested."))

(defvar svvs--count 0
  "The number of processes that were started.")

(defun svvs--launch (connection command)
  "Start COMMAND as the process of CONNECTION."
  (let ((process (svvs-process-start (format "svvs-%d" (cl-incf svvs--count)) command
                                     #'svvs--filter #'svvs--sentinel)))
    (process-put process 'svvs-connection connection)
    (setf (svvs-connection-process connection) process)))

(defun svvs-connection-live-p (connection)
  "Return whether CONNECTION can be used."
  (and (null (svvs-connection-failure connection))
       (process-live-p (svvs-connection-process connection))))

(defun svvs--check-connection (connection)
  "Signal the error that CONNECTION has ended with, if it has ended."
  ;; Its sentinel may have to run yet.
  (unless (svvs-connection-live-p connection)
    (svvs--wait connection 1 (lambda () (svvs-connection-live-p connection))))
  (when-let ((failure (svvs-connection-failure connection)))
    (signal (car failure) (cdr failure))))

;;;; Sending

(defun svvs--send (connection text)
  "Send TEXT, a message, over CONNECTION.
If the server does not read it within `svvs-timeout' seconds, end CONNECTION.
If the server is stopped, as by SIGSTOP, send TEXT when it continues."
  (let* ((process (svvs-connection-process connection))
         (text (concat (process-get process 'svvs-held) text "\n")))
    (process-put process 'svvs-held nil)
    (condition-case nil
        ;; Emacs waits without end while the pipe is full.
        (with-timeout (svvs-timeout
                       (svvs--fail connection 'svvs-timed-out
                                    (format "The server has not read its input within %s s" svvs-timeout)))
          (process-send-string process text))
      (error
       (cond ((eq (process-status process) 'stop) (process-put process 'svvs-held text))
             ;; If it has ended, the sentinel has a better reason, or starts another process.
             ((svvs--wait connection 0.5 (lambda () (not (eq process (svvs-connection-process connection))))))
             (t (svvs--fail connection 'svvs-server-died "The server has closed its input")))))))

;;;; Waiting

(defun svvs--wait (connection timeout condition)
  "Handle messages of CONNECTION until CONDITION, a function, is non-nil.
Return its value, or nil if TIMEOUT seconds have passed or CONNECTION has ended
without it."
  (let ((deadline (+ (float-time) timeout))
        process value rest)
    (while (not (or (setq value (funcall condition))
                    (svvs-connection-failure connection)
                    (<= (setq rest (- deadline (float-time))) 0)))
      (unless (svvs--take-message connection)
        (setq process (svvs-connection-process connection))
        (if (eq (process-status process) 'run)
            ;; Waiting for any process would take Emacs 20 ms longer.  A message that a timer handles
            ;; does not end the wait.
            (accept-process-output process (min rest 0.1))
          ;; A dead process has no output, but this calls its sentinel.
          (accept-process-output nil (min rest 0.02)))))
    (or value (funcall condition))))

;;;; Reading

(defun svvs--filter (process text)
  "Collect TEXT, which PROCESS has written, to be handled by a timer.
Emacs crashes if a filter ends the process that is waited for."
  (let ((connection (process-get process 'svvs-connection)))
    (unless (svvs-connection-failure connection)
      (with-current-buffer (process-buffer process)
        ;; Point stays where the search for the end of the line continues.
        (save-excursion (goto-char (point-max)) (insert text)))
      (unless (svvs-connection-timer connection)
        (setf (svvs-connection-timer connection) (run-at-time 0 nil #'svvs--take-messages connection))))))

(defun svvs--take-messages (connection)
  "Handle all messages that were read from CONNECTION.
They are no more than a pipe holds, so that Emacs reacts to keys in between."
  (setf (svvs-connection-timer connection) nil)
  (while (svvs--take-message connection)))

(defun svvs--take-message (connection)
  "Handle the next message of CONNECTION, and return whether there was one.
A function that this calls may wait for a reply, and so call this again."
  (unless (svvs-connection-failure connection)
    (condition-case error
        (when-let ((inhibit-quit t) ; A quit would leave the state or a page incomplete.
                   (line (svvs--next-line (process-buffer (svvs-connection-process connection)))))
          (svvs--dispatch connection (svvs--parse line))
          t)
      (svvs-bad-message (svvs--fail connection 'svvs-bad-message (cadr error)))
      (error (svvs--fail connection 'svvs-bad-message "The server has sent an ill-formed message")))))

(defun svvs--parse (line)
  "Return the JSON value in LINE, which the server has written."
  (condition-case nil
      (svvs-json-parse line)
    (svvs-json-error
     (if (string-prefix-p "{" line)
         (signal 'svvs-bad-message '("The server has sent an ill-formed message"))
       (svvs--reject line)))))

(defun svvs--dispatch (connection message)
  "Handle MESSAGE, a reply or a notification that came over CONNECTION."
  (unless (hash-table-p message) (svvs--reject (svvs-json-serialize message)))
  (let ((method (svvs-json-get message '(method))))
    (cond ((null method) (svvs--take-reply connection message))
          ((or (svvs-json-get message '(id)) (not (stringp method)))
           (signal 'svvs-bad-message '("The server has sent neither a reply nor a notification")))
          (t (funcall (svvs-connection-on-notification connection) connection method (gethash "params" message))))))

(defun svvs--next-line (buffer)
  "Remove the first line from BUFFER and return it, or nil if it has no end yet."
  (with-current-buffer buffer
    (cond ((search-forward "\n" nil 'move) (delete-and-extract-region (point-min) (point)))
          ;; Such a line might never end.
          ((not (memq (char-after (point-min)) '(nil ?{)))
           (svvs--reject (buffer-substring (point-min) (point-max)))))))

(defun svvs--reject (text)
  "Signal that TEXT, which the server has sent, is not a message."
  (signal 'svvs-bad-message
          (list (concat "The server wrote a line that is not a message of the protocol: " (svvs-process-quote text)))))

;;;; The end of a connection

(defun svvs--fail (connection condition text)
  "End CONNECTION and its server, because of CONDITION, which TEXT explains."
  (unless (svvs-connection-failure connection)
    (setf (svvs-connection-failure connection) (list condition text)))
  (delete-process (svvs-connection-process connection))
  nil)

(defun svvs--sentinel (process _change)
  "Handle the end of PROCESS, a server, or its continuation after a stop."
  (let ((connection (process-get process 'svvs-connection)))
    (if (process-live-p process)
        ;; The server ignores the empty line.
        (when (and (process-get process 'svvs-held) (eq (process-status process) 'run))
          (svvs--send connection ""))
      (svvs--take-messages connection)
      (unless (svvs--reattached-p connection)
        (svvs--end connection))
      (svvs-process-discard process))))

(defun svvs--reattached-p (connection)
  "Attach CONNECTION again if its process was killed; return whether it could be."
  (and (not (svvs-connection-failure connection))
       (not (svvs-connection-closing connection))
       (eq (process-status (svvs-connection-process connection)) 'signal)
       (funcall (svvs-connection-on-cut connection) connection)))

(defun svvs--end (connection)
  "End CONNECTION, whose process has ended.
If there is no pending request to report that, show a message, unless CONNECTION
was asked to end."
  (unless (svvs-connection-failure connection)
    (setf (svvs-connection-failure connection)
          (list 'svvs-server-died (if (svvs-connection-closing connection)
                                      "The server was shut down"
                                    (svvs-process-ending (svvs-connection-process connection))))))
  (when (and (not (svvs-connection-closing connection))
             (zerop (hash-table-count (svvs-connection-pending connection)))
             (memq (car (svvs-connection-failure connection)) '(svvs-server-died svvs-bad-message)))
    (message "svvs: %s" (svvs-error-message (svvs-connection-failure connection))))
  (funcall (svvs-connection-on-end connection) connection))

;;;; Requests

(cl-defstruct (svvs-pending (:constructor svvs--make-pending) (:copier nil))
  "A request, pending or with its reply."
  connection id method
  (outcome nil :documentation "(:result . VALUE) or (:error CONDITION . DATA), once there is one.")
  decode success error)

(defun svvs--message (method params &optional id)
  "Return the message of METHOD with PARAMS, a request if it has an ID."
  (svvs-json-serialize `( :jsonrpc "2.0" ,@(and id (list :id id))
                          :method ,(svvs-json-name method) :params ,params)))

(cl-defun svvs-request-async (connection method params &key success error decode)
  "Send over CONNECTION a request of METHOD with PARAMS; return it at once.
PARAMS is a plist or a hash table.  The reply calls SUCCESS with the result, or
ERROR with the error as `condition-case' has it.  DECODE, a function, is called
first, and what it returns takes the place of the result.

The request can be passed to `svvs-await' and `svvs-cancel'."
  (svvs--check-connection connection)
  (let* ((id (cl-incf (svvs-connection-last-id connection)))
         (text (svvs--message method params id))
         (pending (svvs--make-pending :connection connection :id id :method (svvs-json-name method)
                                      :decode decode :success success :error error)))
    (puthash id pending (svvs-connection-pending connection))
    (svvs--notify-requests connection)
    (svvs--send connection text)
    pending))

(defun svvs--notify-requests (connection)
  "Call the function of CONNECTION that follows its pending requests."
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
  "Cancel the request PENDING; the server then replies at once, maybe an error."
  (let ((connection (svvs-pending-connection pending)))
    (when (and (not (svvs-pending-outcome pending)) (svvs-connection-live-p connection))
      (svvs--send-notification connection '$/cancelRequest (list :id (svvs-pending-id pending))))))

;;;; Waiting for replies

(defun svvs-await (pending &optional timeout)
  "Return the result of the request PENDING, or signal its error.
If there is none after TIMEOUT seconds, by default `svvs-timeout', or if the
user quits, cancel the request.  A reply that comes later calls no function."
  (let ((connection (svvs-pending-connection pending))
        (timeout (or timeout svvs-timeout))
        is-done)
    (unwind-protect
        (setq is-done (svvs--wait connection timeout (lambda () (svvs-pending-outcome pending))))
      (unless is-done
        (setf (svvs-pending-success pending) nil
              (svvs-pending-error pending) nil)
        (svvs-cancel pending)))
    (pcase (svvs-pending-outcome pending)
      (`(:result . ,value) value)
      (`(:error ,condition . ,data) (signal condition data))
      (_ (signal 'svvs-timed-out (list (format "The server has not replied to %s within %s s"
                                               (svvs-pending-method pending) timeout)))))))

;;;; Replies

(defun svvs--take-reply (connection message)
  "Finish the request over CONNECTION that MESSAGE is the reply to."
  (let* ((pending (gethash (svvs-json-get message '(id)) (svvs-connection-pending connection)))
         (result (svvs-json-get message '(result)))
         (error (svvs-json-get message '(error)))
         (text (svvs-json-get error '(message))))
    (cond ((and pending result (null error))
           (let ((decode (or (svvs-pending-decode pending) #'identity)))
             (svvs--finish pending (cons :result (funcall decode result)))))
          ((and pending (null result) (stringp text))
           (svvs--finish pending (list :error 'svvs-refused text error)))
          ;; The server could not read a message, which another writer may have sent.
          ((and (null pending) (eq (svvs-json-get message '(id)) :null) (stringp text))
           (message "svvs: %s" text))
          (t (signal 'svvs-bad-message '("The server has sent an unexpected reply"))))))

(defun svvs--finish (pending outcome)
  "Set the OUTCOME of PENDING, and call its function for that."
  (setf (svvs-pending-outcome pending) outcome)
  (remhash (svvs-pending-id pending) (svvs-connection-pending (svvs-pending-connection pending)))
  (svvs--notify-requests (svvs-pending-connection pending))
  (when-let ((function (if (eq (car outcome) :result)
                           (svvs-pending-success pending)
                         (svvs-pending-error pending))))
    (svvs-run function (cdr outcome))))

(defun svvs--end-requests (connection)
  "Finish the requests over CONNECTION, which has ended."
  (dolist (pending (hash-table-values (svvs-connection-pending connection)))
    (svvs--finish pending (cons :error (svvs-connection-failure connection)))))

(provide 'svvs-connection)
;;; svvs-connection.el ends here
