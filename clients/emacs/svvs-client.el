;;; svvs-client.el --- Views of svvs from Emacs Lisp  -*- lexical-binding: t; -*-

;;; Commentary:

;; For programs:
;;
;;   (setq server (svvs-connect "svvs" '("serve")))
;;   (setq login (svvs-open server "login"))
;;   (svvs-call login 'login :userId "12345" :password "password")
;;   (svvs-get login 'loginState)                       ; "loggedIn"
;;   (svvs-disconnect server)
;;
;; When a call returns, all that it changed is in the state: there is nothing to
;; sleep for.  Values look as svvs-json.el says.

;;; Code:

(require 'svvs-state)

(defconst svvs-protocol-version 1
  "The version of the protocol that is spoken here.")

(defcustom svvs-command
  (list (let ((named (getenv "SVVS")))
          (if (member named '(nil ""))
              "svvs"
            ;; Relative to where Emacs was started, whatever is visited when this is loaded.
            (svvs-process-expand named command-line-default-directory)))
        "serve")
  "The command that starts the server, and its arguments."
  :type '(repeat string)
  :group 'svvs)

(defvar svvs--count 0
  "How many servers were started.")

;;;; Servers

(cl-defun svvs-connect (&optional (program (car svvs-command)) (arguments (cdr svvs-command))
                                  &key cause)
  "Start PROGRAM with ARGUMENTS, a server, and return the connection to it.
If CAUSE is non-nil, watchers are told which calls have made a change."
  (let ((connection (svvs--start (cons program arguments)))
        is-done)
    (unwind-protect
        (progn
          (svvs--initialize connection cause)
          (setq is-done t)
          connection)
      (unless is-done (svvs--break connection 'svvs-closed "The server was ended")))))

(defun svvs--start (command)
  "Start a server with COMMAND, and return the connection to it."
  (let* ((name (format "svvs-%d" (cl-incf svvs--count)))
         (process (svvs-process-start name command))
         (connection (apply #'make-instance 'svvs-connection
                            :name name :process process :server process
                            :notification-dispatcher #'svvs--notified
                            (if (fboundp 'jsonrpc-convert-to-endpoint)
                                '(:events-buffer-config (:size 0 :format full))
                              '(:events-buffer-scrollback-size 0)))))
    (with-current-buffer (process-buffer process) (set-buffer-multibyte nil))
    (set-process-filter process #'svvs--filter)
    (set-process-sentinel process #'svvs--sentinel)
    (setf (svvs--on-end connection) #'svvs--conclude)
    (add-hook 'kill-emacs-hook #'svvs--kill-all)
    connection))

(defun svvs--initialize (connection cause)
  "Introduce ourselves over CONNECTION, asking for causes if CAUSE."
  (let ((info (svvs-request connection 'initialize
                            `( :protocolVersion ,svvs-protocol-version
                               :clientInfo (:name "svvs.el")
                               :processId ,(emacs-pid)
                               :capabilities ,(and cause '(:cause t))))))
    (unless (equal (svvs-json-get info '(protocolVersion)) svvs-protocol-version)
      (svvs-signal 'svvs-wrong-version
                   (format "The server speaks version %s of the protocol, not %s"
                           (or (svvs-json-get info '(protocolVersion)) "none") svvs-protocol-version)))
    (setf (svvs-connection-info connection) info)))

(defun svvs-disconnect (connection)
  "Shut down the server of CONNECTION, by force if need be."
  (when (svvs-connection-live-p connection)
    (let ((process (svvs--server connection))
          (svvs-timeout (min svvs-timeout svvs-shutdown-timeout)))
      (setf (svvs--is-closing connection) t)
      (unwind-protect
          (condition-case nil
              (progn
                (svvs-request connection 'shutdown nil svvs-shutdown-timeout)
                (jsonrpc-notify connection 'exit nil)
                (svvs--wait connection svvs-shutdown-timeout #'ignore))
            (svvs-error nil))
        (when (process-live-p process)
          (message "svvs: The server did not end by itself and was killed")
          (svvs--break connection 'svvs-closed "The server was killed")))))
  ;; One that has died by itself may not have been buried yet.
  (svvs--wait connection 1 #'ignore))

(defun svvs--kill-all ()
  "End all servers, because Emacs ends.
Those that do not end when they are told to are killed."
  (let ((connections (seq-filter #'svvs-connection-p
                                 (mapcar (lambda (process) (process-get process 'jsonrpc-connection))
                                         (process-list))))
        (deadline (+ (float-time) 0.5)))
    (dolist (connection connections)
      (setf (svvs--is-closing connection) t)
      (signal-process (svvs--server connection) 'SIGTERM))
    (while (and (seq-some #'svvs-connection-live-p connections) (< (float-time) deadline))
      (accept-process-output nil 0.02))
    (dolist (connection connections) (delete-process (svvs--server connection)))))

(defun svvs--conclude (connection)
  "Finish the requests and close the views of CONNECTION, whose server has ended."
  (svvs--end-requests connection)
  (mapc #'svvs--forget (hash-table-values (svvs--views connection))))

(defun svvs-discover (connection)
  "Return the OpenRPC document of the server of CONNECTION."
  (or (svvs--schema connection)
      (setf (svvs--schema connection) (svvs-request connection 'rpc.discover))))

;;;; Sessions

(defun svvs-open-session (connection &optional session)
  "Open over CONNECTION a session and return its name.
That is SESSION, or if it is nil what the server likes."
  (svvs-json-get (svvs-request connection 'session/open (and session (list :session session)))
                 '(session)))

(defun svvs-close-session (connection session)
  "Close SESSION of CONNECTION, and all its views."
  (svvs-request connection 'session/close (list :session session))
  (dolist (view (hash-table-values (svvs--views connection)))
    (when (equal (svvs-view-session view) session) (svvs--forget view))))

;;;; Views

(cl-defun svvs-open (connection type &key params id session delivery)
  "Open over CONNECTION a view of TYPE with PARAMS, a plist; return it.
ID is what to call it, if not what the server likes; SESSION is where.  DELIVERY
is `properties', the default, `patch' or `signal'."
  (let ((view (svvs--make-view :connection connection :type type :session session
                               :delivery (or delivery 'properties))))
    (svvs-await
     (svvs-request-async
      connection 'view/open
      `( :type ,type
         ,@(and id (list :view id))
         ,@(and params (list :params (svvs-json-object params)))
         ,@(and session (list :session session))
         ,@(and delivery (list :delivery (symbol-name delivery))))
      :decode (lambda (result)
                (svvs--take-snapshot view result)
                (puthash (svvs-view-id view) view (svvs--views connection))
                view)))))

(cl-defun svvs-close-async (view &key success error)
  "Close VIEW, without waiting; then call SUCCESS or ERROR."
  (svvs--view-request view 'view/close nil :success success :error error
                      :decode (lambda (result) (svvs--forget view) result)))

(defun svvs-close (view)
  "Close VIEW.
Its calls are cancelled, and nothing of it moves any more."
  (when (svvs-view-live view) (svvs-await (svvs-close-async view))))

(defun svvs-refresh (view)
  "Replace the state of VIEW by a fresh snapshot."
  (svvs-await (svvs-refresh-async view)))

(defun svvs-get (view &rest path)
  "Return what is at PATH in the state of VIEW.
PATH begins with a property; then come members and indices."
  (svvs-json-get (svvs-view-state view) path))

(cl-defun svvs-set-async (view properties &key success error)
  "Set PROPERTIES, a plist, of VIEW, without waiting; then call SUCCESS or ERROR."
  (svvs--view-request view 'view/set (list :properties (svvs-json-object properties))
                      :success success :error error))

(defun svvs-set (view &rest properties)
  "Set PROPERTIES, a plist, of VIEW: all of them or none."
  (svvs-await (svvs-set-async view properties)))

(cl-defun svvs-call-async (view action arguments &key success error)
  "Call ACTION of VIEW with ARGUMENTS, a plist, without waiting for its end.
Then call SUCCESS or ERROR.  What is returned can be given to `svvs-await' and
`svvs-cancel'."
  (svvs--view-request view action arguments :success success :error error))

(defun svvs-call (view action &rest arguments)
  "Call ACTION of VIEW with ARGUMENTS, a plist, and wait until it has settled.
With `:ifCommit' N in ARGUMENTS it is refused if VIEW has changed since commit
N."
  (svvs-await (svvs-call-async view action arguments)))

(defun svvs-notify (view action &rest arguments)
  "Call ACTION of VIEW with ARGUMENTS, a plist, and never hear of it again."
  (svvs--check-live view)
  (jsonrpc-notify (svvs-view-connection view) action
                  (svvs-json-object `(,@arguments :view ,(svvs-view-id view)))))

(defun svvs-wait-for (view predicate &optional timeout)
  "Wait until PREDICATE, called without arguments, is non-nil; return that.
Look whenever something comes from the server of VIEW, for TIMEOUT seconds, by
default `svvs-timeout', but not when VIEW is closed."
  (let (value)
    (svvs--wait (svvs-view-connection view) (or timeout svvs-timeout)
                (lambda () (or (setq value (funcall predicate)) (not (svvs-view-live view)))))
    (unless value
      (svvs--check-live view)
      (svvs-signal 'svvs-timed-out "What was waited for has not happened"))
    value))

(provide 'svvs-client)
;;; svvs-client.el ends here
