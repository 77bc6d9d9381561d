;;; svvs-client.el --- Views of svvs from Emacs Lisp  -*- lexical-binding: t; -*-

;;; Commentary:

;; For programs:
;;
;;   (setq server (svvs-connect))
;;   (setq login (svvs-open server "login"))
;;   (svvs-call login 'login :userId "12345" :password "password")
;;   (svvs-get login 'loginState)                       ; "loggedIn"
;;   (svvs-disconnect server)
;;
;; When a call returns, all that it changed is in the state: there is nothing to
;; sleep for.  Values look as svvs-json.el says.

;;; Code:

(require 'svvs-command)
(require 'svvs-state)

(defconst svvs-protocol-version 1
  "The version of the protocol that is spoken here.")

(defvar svvs--count 0
  "How many servers were started.")

;;;; Servers

(cl-defun svvs-connect (&optional command &key cause)
  "Start a server with COMMAND, and return the connection to it.
COMMAND is a list of strings, by default that of `svvs-command'.  If CAUSE is
non-nil, watchers are called with the calls behind a change."
  (let ((connection (svvs--start command))
        is-done)
    (unwind-protect
        (progn
          (svvs--initialize connection cause)
          (setq is-done t)
          connection)
      (unless is-done
        (setf (svvs-connection-closing connection) t)
        (svvs--break connection 'svvs-server-died "The server was ended")))))

(defun svvs--start (command)
  "Start a server with COMMAND, or that of `svvs-command'; return the connection."
  (let* ((name (format "svvs-%d" (cl-incf svvs--count)))
         ;; Names of files in SVVS are relative to where Emacs was started, whatever is visited.
         (default-directory (if (or command svvs-command) default-directory
                              command-line-default-directory))
         (process (svvs-process-start name (or command (svvs-command-words))
                                      #'svvs--filter #'svvs--sentinel))
         (connection (svvs--make-connection :process process
                                            :on-message #'svvs--receive :on-end #'svvs--conclude)))
    (process-put process 'svvs-connection connection)
    (add-hook 'kill-emacs-hook #'svvs--disconnect-all)
    connection))

(defun svvs--initialize (connection cause)
  "Introduce ourselves over CONNECTION, asking for causes if CAUSE."
  (let ((info (svvs-request connection 'initialize
                            `( :protocolVersion ,svvs-protocol-version
                               :clientInfo (:name "svvs.el")
                               :processId ,(emacs-pid)
                               :capabilities ,(and cause '(:cause t))))))
    (unless (equal (svvs-json-get info '(protocolVersion)) svvs-protocol-version)
      (signal 'svvs-protocol-version-mismatch
              (list (format "The server speaks version %s of the protocol, not %s"
                            (or (svvs-json-get info '(protocolVersion)) "none") svvs-protocol-version))))
    (setf (svvs-connection-info connection) info)))

(defun svvs-disconnect (connection)
  "Shut down the server of CONNECTION, by force if need be."
  (when (svvs-connection-live-p connection)
    (let ((svvs-timeout (min svvs-timeout svvs-shutdown-timeout)))
      (setf (svvs-connection-closing connection) t)
      (unwind-protect
          (ignore-error svvs-error
            (svvs-request-async connection 'shutdown nil
                                :success (lambda (_) (svvs--send connection (svvs--message 'exit nil))))
            (svvs--wait connection svvs-shutdown-timeout #'ignore))
        (when (process-live-p (svvs-connection-process connection))
          (message "svvs: The server did not end by itself and was killed")
          (svvs--break connection 'svvs-server-died "The server was killed")))))
  ;; The sentinel of one that has died by itself may have to run yet.
  (svvs--wait connection 1 #'ignore))

(defun svvs--disconnect-all ()
  "Shut down all servers, because Emacs ends."
  (dolist (process (process-list))
    (when-let ((connection (process-get process 'svvs-connection)))
      (svvs-disconnect connection))))

(defun svvs--conclude (connection)
  "Finish the requests and close the views of CONNECTION, whose server has ended."
  (svvs--end-requests connection)
  (mapc #'svvs--forget (hash-table-values (svvs-connection-views connection))))

(defun svvs-discover (connection)
  "Return the OpenRPC document of the server of CONNECTION."
  (or (svvs-connection-schema connection)
      (setf (svvs-connection-schema connection) (svvs-request connection 'rpc.discover))))

;;;; Sessions

(defun svvs-open-session (connection &optional session)
  "Open over CONNECTION a session and return its name.
That is SESSION, or if it is nil what the server likes."
  (svvs-json-get (svvs-request connection 'session/open (and session (list :session session)))
                 '(session)))

(defun svvs-close-session (connection session)
  "Close SESSION of CONNECTION, and all its views."
  (svvs-request connection 'session/close (list :session session))
  (dolist (view (hash-table-values (svvs-connection-views connection)))
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
                (puthash (svvs-view-id view) view (svvs-connection-views connection))
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
  (svvs--send-notification (svvs-view-connection view) action
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
      (signal 'svvs-timed-out '("What was waited for has not happened")))
    value))

(provide 'svvs-client)
;;; svvs-client.el ends here
