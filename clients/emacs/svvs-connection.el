;;; svvs-connection.el --- Connections to svvs servers  -*- lexical-binding: t; -*-

;;; Commentary:

;; A server is a child process, and the connection to it one of jsonrpc.el,
;; which matches answers to requests.  Four things are done here instead:
;;
;; - Reading.  jsonrpc.el makes null and {} the same, and waits for ever behind
;;   what is no message; here such output ends the server.
;; - Waiting.  `jsonrpc-request' leaves the process filter by `throw', and some
;;   versions then forget the messages that came in the same piece.
;; - Ending.  jsonrpc.el shows a message whenever a server ends, also at the
;;   user's wish.
;; - Logging.  The messages hold passwords, so there is no events buffer.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'svvs-errors)
(require 'svvs-framing)
(require 'svvs-json)
(require 'svvs-process)

(defclass svvs-connection (jsonrpc-process-connection)
  ((server :initarg :server :reader svvs--server
           :documentation "The process.")
   (queue :initform nil :accessor svvs--queue
          :documentation "The texts that have been read, but not yet taken.")
   (pending :initform (make-hash-table) :reader svvs--pending
            :documentation "The requests that wait for an answer, by id.")
   (views :initform (make-hash-table :test #'equal) :reader svvs--views
          :documentation "The open views by their ids.")
   (fences :initform nil :accessor svvs--fences
           :documentation "The requests before whose answers no other is told.")
   (held :initform nil :accessor svvs--held
         :documentation "What is told after those: requests, each with its outcome.")
   (failure :initform nil :accessor svvs--failure
            :documentation "The error that whoever uses the connection gets, once it has ended.")
   (is-closing :initform nil :accessor svvs--is-closing
               :documentation "Whether `svvs-disconnect' is at work.")
   (on-end :initform #'ignore :accessor svvs--on-end
           :documentation "A function to call when the connection has ended.")
   (info :initform nil :accessor svvs-connection-info
         :documentation "What the server answered to initialize.")
   (schema :initform nil :accessor svvs--schema
           :documentation "What the server answered to rpc.discover, if it was asked."))
  :documentation "A connection to an svvs server.")

(defun svvs-connection-live-p (connection)
  "Return whether CONNECTION can be used."
  (and (null (svvs--failure connection)) (jsonrpc-running-p connection)))

;;;; Sending

(defun svvs--send (connection bytes)
  "Send BYTES, one message, over CONNECTION.
If the server does not read it within `svvs-timeout' seconds, end CONNECTION."
  (let (is-sent)
    (condition-case nil
        ;; Emacs waits without end while the pipe is full.
        (with-timeout (svvs-timeout
                       (svvs--break connection 'svvs-timed-out
                                    (format "The server has not read what it was sent within %s s"
                                            svvs-timeout)))
          (process-send-string (svvs--server connection) (svvs-framing-frame bytes))
          (setq is-sent t))
      (error
       ;; If it has died, it is buried in a moment, with a better reason.
       (svvs--wait connection 0.5 #'ignore)
       (svvs--break connection 'svvs-server-died "The server has closed its input")))
    (unless is-sent (svvs--signal-failure connection))))

(defun svvs--signal-failure (connection)
  "Signal the error why CONNECTION cannot be used."
  (unless (svvs--failure connection) (svvs--wait connection 0.5 #'ignore))
  (let ((failure (or (svvs--failure connection)
                     (svvs-make-error 'svvs-server-died "The server has died"))))
    (signal (car failure) (cdr failure))))

;;;; Waiting

(defun svvs--wait (connection timeout condition)
  "Take messages of CONNECTION until CONDITION, a function, is non-nil.
Return its value; that is nil if TIMEOUT seconds have passed or the server has
ended before."
  (let ((deadline (+ (float-time) timeout))
        (pause 0.02)
        value rest)
    (while (not (or (setq value (funcall condition))
                    (<= (setq rest (- deadline (float-time))) 0)
                    (svvs--failure connection)))
      (unless (svvs--drain connection)
        ;; Of any process, because nothing comes of a dead one, not even its sentinel.  Output ends
        ;; the pause, but the end of a process does not.
        (accept-process-output nil (min rest pause))
        (setq pause (min 0.5 (* 2 pause)))))
    (or value (funcall condition))))

;;;; Reading

(defun svvs--filter (process bytes)
  "Take BYTES, which PROCESS has written."
  (let ((connection (process-get process 'jsonrpc-connection)))
    (unless (svvs--failure connection)
      (condition-case error
          (let ((texts (svvs-framing-take (process-buffer process) bytes)))
            (setf (svvs--queue connection) (nconc (svvs--queue connection) texts)))
        (svvs-bad-message (svvs--break connection (car error) (cadr error))))
      (svvs--drain connection))))

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

;;;; The end

(defun svvs--break (connection condition text)
  "End CONNECTION and its server, because of CONDITION, which TEXT explains."
  (unless (svvs--failure connection)
    (setf (svvs--failure connection) (svvs-make-error condition text)))
  (delete-process (svvs--server connection)))

(defun svvs--sentinel (process _change)
  "Take note of the end of PROCESS, a server.
The sentinel of jsonrpc.el would tell of it too, in its own words."
  (unless (process-live-p process)
    (let ((connection (process-get process 'jsonrpc-connection)))
      ;; This is what `jsonrpc-shutdown' waits for.
      (process-put process 'jsonrpc-sentinel-cleanup-started t)
      (jsonrpc-forget-pending-continuations connection)
      (delete-process process)
      (svvs--ended connection))))

(defun svvs--ended (connection)
  "Tell all who use CONNECTION that its server has ended.
If no request is there to tell of it, tell the user, unless it was to end."
  (let ((process (svvs--server connection)))
    (svvs--drain connection)
    (unless (svvs--failure connection)
      (setf (svvs--failure connection)
            (if (svvs--is-closing connection)
                (svvs-make-error 'svvs-closed "The server was shut down")
              (svvs-make-error 'svvs-server-died (svvs-process-epitaph process)))))
    (when (and (zerop (hash-table-count (svvs--pending connection)))
               (memq (car (svvs--failure connection)) '(svvs-server-died svvs-bad-message)))
      (message "svvs: %s" (svvs-error-message (svvs--failure connection))))
    (funcall (svvs--on-end connection) connection)
    (svvs-process-bury process)
    (dolist (buffer (list (process-buffer process) (jsonrpc-stderr-buffer connection)
                          (jsonrpc-events-buffer connection)))
      (kill-buffer buffer))))

(provide 'svvs-connection)
;;; svvs-connection.el ends here
