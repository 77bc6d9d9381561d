;;; svvs-connection.el --- Connections to svvs servers  -*- lexical-binding: t; -*-

;;; Commentary:

;; A server is a child process, and the connection to it one of jsonrpc.el,
;; which matches answers to requests.  Three things are done here instead:
;;
;; - Reading.  jsonrpc.el makes null and {} the same, and waits for ever behind
;;   what is no message; here such output ends the server.
;; - Waiting.  `jsonrpc-request' leaves the process filter by `throw', and some
;;   versions then forget the messages that came in the same piece.
;; - Logging.  The messages hold passwords, so there is no events buffer.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'svvs-errors)
(require 'svvs-json)
(require 'svvs-process)

(defclass svvs-connection (jsonrpc-process-connection)
  ((server :initarg :server :reader svvs--server
           :documentation "The process.")
   (awaited :initform nil :accessor svvs--awaited
            :documentation "How long the message is that is being read.")
   (queue :initform nil :accessor svvs--queue
          :documentation "The texts that have been read, but not yet taken.")
   (pending :initform (make-hash-table) :reader svvs--pending
            :documentation "The requests that wait for an answer, by id.")
   (views :initform (make-hash-table :test #'equal) :reader svvs--views
          :documentation "The open views by their ids.")
   (failure :initform nil :accessor svvs--failure
            :documentation "The error that whoever uses the connection gets, once it has ended.")
   (is-closing :initform nil :accessor svvs--is-closing
               :documentation "Whether `svvs-disconnect' is at work.")
   (on-end :initform nil :accessor svvs--on-end
           :documentation "A function to call when the connection has ended.")
   (info :initform nil :accessor svvs-connection-info
         :documentation "What the server answered to initialize.")
   (schema :initform nil :accessor svvs--schema
           :documentation "What the server answered to rpc.discover, if it was asked."))
  :documentation "A connection to an svvs server.")

(cl-defstruct (svvs-pending (:constructor svvs--make-pending) (:copier nil))
  "A request that is not answered yet, or is."
  connection id method
  (outcome nil :documentation "(:result . VALUE) or (:error CONDITION . DATA), once answered.")
  decode success error)

(defvar svvs--sending nil
  "The request that is just being sent, for the sake of its id.")

(defun svvs-connection-live-p (connection)
  "Return whether CONNECTION can be used."
  (and (null (svvs--failure connection)) (jsonrpc-running-p connection)))

;;;; Sending

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

(defun svvs--send (connection bytes)
  "Send BYTES, one message, over CONNECTION."
  (condition-case nil
      (process-send-string (svvs--server connection)
                           (concat (format "Content-Length: %d\r\n\r\n" (string-bytes bytes)) bytes))
    (error
     ;; If it has died, it is buried in a moment, with a better reason.
     (svvs--wait connection 0.5 #'ignore)
     (svvs--break connection 'svvs-server-died "The server has closed its input")
     (svvs--signal-failure connection))))

(defun svvs--signal-failure (connection)
  "Signal the error why CONNECTION cannot be used."
  (unless (svvs--failure connection) (svvs--wait connection 0.5 #'ignore))
  (let ((failure (or (svvs--failure connection)
                     (svvs-make-error 'svvs-server-died "The server has died"))))
    (signal (car failure) (cdr failure))))

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
         ;; With -1 jsonrpc.el says that the server has died; `svvs--ended' knows more.
         (unless (eq code -1)
           (svvs--finish pending `(:error . ,(svvs-make-error 'svvs-refused message code data)))))))
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

(defun svvs--wait (connection timeout condition)
  "Take messages of CONNECTION until CONDITION, a function, is non-nil.
Return its value; that is nil if TIMEOUT seconds have passed or the server has
ended before."
  (let ((deadline (+ (float-time) timeout))
        value rest)
    (while (not (or (setq value (funcall condition))
                    (<= (setq rest (- deadline (float-time))) 0)
                    (svvs--failure connection)))
      (unless (svvs--drain connection)
        ;; Of any process, because nothing comes of a dead one, not even its sentinel.  And for
        ;; a moment, because Emacs sleeps on if a process ends just when it begins to wait.
        (accept-process-output nil (min rest 0.05))))
    (or value (funcall condition))))

;;;; Reading

(defun svvs--filter (process bytes)
  "Take BYTES, which PROCESS has written."
  (let ((connection (process-get process 'jsonrpc-connection)))
    (unless (svvs--failure connection)
      (if-let ((texts (svvs--unframe connection bytes)))
          (setf (svvs--queue connection) (nconc (svvs--queue connection) texts)))
      (svvs--drain connection))))

(defun svvs--unframe (connection bytes)
  "Return the list of the texts on CONNECTION that BYTES complete."
  (with-current-buffer (process-buffer (svvs--server connection))
    (let ((inhibit-read-only t)
          size texts)
      (goto-char (point-max))
      (insert bytes)
      (goto-char (point-min))
      (while (and (setq size (or (svvs--awaited connection)
                                 (setf (svvs--awaited connection) (svvs--read-header connection))))
                  (<= size (buffer-size)))
        (let ((end (+ (point-min) size)))
          (push (buffer-substring-no-properties (point-min) end) texts)
          (delete-region (point-min) end)
          (setf (svvs--awaited connection) nil)))
      (nreverse texts))))

(defun svvs--read-header (connection)
  "Take the header at the start of the buffer, and return its Content-Length.
Return nil if it is not complete.  If it is none, end CONNECTION."
  (let ((case-fold-search t))
    (cond
     ((looking-at "\\(?:[a-z-]+:[^\r\n]*\r\n\\)*content-length: *\\([0-9]\\{1,10\\}\\)\r\n\
\\(?:[a-z-]+:[^\r\n]*\r\n\\)*\r\n")
      (prog1 (string-to-number (match-string 1))
        (delete-region (point-min) (match-end 0))))
     ((or (> (buffer-size) 1000)
          (not (looking-at "\\(?:[a-z-]+:[^\r\n]*\r\n\\)*\\(?:[a-z-]*\\|[a-z-]+:[^\r\n]*\r?\\)\r?\\'")))
      (svvs--break connection 'svvs-bad-message "The server has written something that is no message")
      nil))))

(defun svvs--drain (connection)
  "Take what was read from CONNECTION; return whether there was something.
Whoever is called from here may wait for an answer, and so come here again."
  (let (text is-some)
    (while (setq text (pop (svvs--queue connection)))
      (setq is-some t)
      (unless (svvs--failure connection)
        (condition-case nil
            (svvs--receive connection (svvs-json-parse (decode-coding-string text 'utf-8-unix t)))
          (svvs-json-error
           (svvs--break connection 'svvs-bad-message "The server has written something that is not JSON")))))
    is-some))

(defun svvs--receive (connection message)
  "Take MESSAGE, a JSON value that came over CONNECTION."
  (let* ((method (svvs-json-get message '(method)))
         (id (svvs-json-get message '(id)))
         (error (svvs-json-get message '(error)))
         (result (svvs-json-get message '(result)))
         (is-answer (and (null method) (gethash id (svvs--pending connection)))))
    (cond
     ((and (stringp method) (null id))
      (jsonrpc-connection-receive
       connection (list :method method :params (svvs-json-get message '(params)))))
     ((and is-answer (stringp (svvs-json-get error '(message))) (null result))
      (jsonrpc-connection-receive
       connection (list :id id :error (list :code (svvs-json-get error '(code))
                                            :message (svvs-json-get error '(message))
                                            :data (svvs-json-get error '(data))))))
     ((and is-answer result (null error))
      (jsonrpc-connection-receive connection (list :id id :result result)))
     (t (svvs--break connection 'svvs-bad-message "The server has written an answer to no question")))))

(defun svvs--answer (pending result)
  "Finish PENDING, whose answer is RESULT."
  (let ((decode (svvs-pending-decode pending)))
    (condition-case nil
        (svvs--finish pending (cons :result (if decode (funcall decode result) result)))
      (svvs-json-error
       (svvs--break (svvs-pending-connection pending) 'svvs-bad-message
                    (format "The server's answer to %s is incomplete" (svvs-pending-method pending)))))))

(defun svvs--finish (pending outcome)
  "Give PENDING its OUTCOME, unless it has one, and tell who waits for it."
  (unless (svvs-pending-outcome pending)
    (setf (svvs-pending-outcome pending) outcome)
    (remhash (svvs-pending-id pending) (svvs--pending (svvs-pending-connection pending)))
    (when-let ((function (if (eq (car outcome) :result)
                             (svvs-pending-success pending)
                           (svvs-pending-error pending))))
      (svvs-run function (cdr outcome)))))

;;;; The end

(defun svvs--break (connection condition text)
  "End CONNECTION and its server, because of CONDITION, which TEXT explains."
  (unless (svvs--failure connection)
    (setf (svvs--failure connection) (svvs-make-error condition text)))
  (delete-process (svvs--server connection)))

(defun svvs--ended (connection)
  "Tell all who wait that the server of CONNECTION has ended."
  (let ((process (svvs--server connection)))
    (svvs--drain connection)
    (unless (svvs--failure connection)
      (setf (svvs--failure connection)
            (if (svvs--is-closing connection)
                (svvs-make-error 'svvs-closed "The server was shut down")
              (svvs-make-error 'svvs-server-died (svvs-process-epitaph process)))))
    (dolist (pending (hash-table-values (svvs--pending connection)))
      (svvs--finish pending `(:error . ,(svvs--failure connection))))
    (when (svvs--on-end connection) (funcall (svvs--on-end connection) connection))
    (svvs-process-bury process)
    (dolist (buffer (list (process-buffer process) (jsonrpc-stderr-buffer connection)
                          (jsonrpc-events-buffer connection)))
      (kill-buffer buffer))))

(provide 'svvs-connection)
;;; svvs-connection.el ends here
