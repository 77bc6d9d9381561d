;;; svvs-client.el --- Connect to svvs servers and use their views from Emacs Lisp  -*- lexical-binding: t; -*-

;;; Commentary:

;; For programs:
;;
;;   (setq server (svvs-connect))
;;   (setq login (svvs-open server "login"))
;;   (svvs-call login 'login :userId "12345" :password "password")
;;   (svvs-get login 'loginState)                       ; "loggedIn"
;;   (svvs-disconnect server)
;;
;; When a call returns, all that it changed is in the state.  svvs-json.el describes
;; the values.

;;; Code:

(require 'svvs-session)

;;;; Servers

(defconst svvs-protocol-version 2
  "The version of the protocol that this client uses.")

(cl-defun svvs-connect (&optional command &key cause attach)
  "Start a server with COMMAND, and return the connection to it.
COMMAND is a list of strings, by default that of `svvs-command'.  If CAUSE is
non-nil, watchers are called with the calls that made a change.

With ATTACH, connect to the server that is shared under this name or at this
path, or under the name of the app if it is t.  Start it if it is not running."
  (let ((connection (svvs-connect-async command :cause cause :attach attach))
        is-done)
    (unwind-protect
        (progn
          (svvs--wait connection svvs-timeout (lambda () (svvs-connection-info connection)))
          (svvs--check-connection connection)
          (unless (svvs-connection-info connection)
            (signal 'svvs-timed-out (list (format "The server has not replied to initialize within %s s"
                                                  svvs-timeout))))
          (setq is-done t)
          connection)
      (unless is-done
        (setf (svvs-connection-closing connection) t)
        (svvs--fail connection 'svvs-server-died "The server was ended")))))

(cl-defun svvs-connect-async (&optional command &key cause attach)
  "Start a server with COMMAND, and return the connection to it without waiting.
CAUSE and ATTACH are as in `svvs-connect'.  Requests can be sent at once; they
fail if the server cannot be used."
  (let ((connection (svvs--start command attach)))
    (setf (svvs-connection-origin connection)
          (list default-directory (or command svvs-command) :cause cause :attach attach))
    (svvs--initialize connection `( :protocolVersion ,svvs-protocol-version
                                    :clientInfo (:name "svvs.el")
                                    ;; A shared server continues when Emacs is killed.
                                    ,@(unless attach (list :processId (emacs-pid)))
                                    :capabilities ,(and cause '(:cause t))))
    connection))

(defun svvs-reconnect (connection)
  "Return a new connection with the arguments of CONNECTION, which has ended."
  (svvs--reconnect connection #'svvs-connect))

(defun svvs-reconnect-async (connection)
  "Return a new connection with the arguments of CONNECTION, without waiting."
  (svvs--reconnect connection #'svvs-connect-async))

(defun svvs--reconnect (connection connect)
  "Call CONNECT, a function, with the arguments of CONNECTION."
  (let ((default-directory (car (svvs-connection-origin connection))))
    (apply connect (cdr (svvs-connection-origin connection)))))

(defun svvs--attaching (words attach)
  "Return WORDS, a command, with the option to attach to the server ATTACH, a name.
If it is t, the server is that of WORDS, or else that with the name of the app."
  (cond ((stringp attach) (append words (list (concat "--attach=" attach))))
        ((or (null attach) (seq-some (lambda (word) (string-match-p "\\`--attach\\(=\\|\\'\\)" word)) words)) words)
        (t (append words '("--attach")))))

(defun svvs--start (command &optional attach)
  "Start a server with COMMAND, or that of `svvs-command'; return the connection.
With ATTACH, attach to the server of that name."
  (let* ((default-directory (svvs-process-directory command))
         (words (svvs--attaching (or command (svvs-command-words)) attach))
         (connection (svvs--make-connection :on-notification #'svvs--take-notification :on-end #'svvs--clean-up
                                            :on-cut #'svvs--rejoin)))
    (svvs--launch connection words)
    (add-hook 'kill-emacs-hook #'svvs--disconnect-all)
    connection))

(defun svvs--initialize (connection introduction)
  "Send initialize over CONNECTION with INTRODUCTION, the parameters.
If the server refuses that or uses another version of the protocol, end it."
  (setf (svvs-connection-introduction connection) introduction)
  (svvs-request-async
   connection 'initialize introduction
   :error (lambda (error) (svvs--fail connection (car error) (cadr error)))
   :success (lambda (info)
              (if (equal (svvs-json-get info '(protocolVersion)) svvs-protocol-version)
                  (setf (svvs-connection-info connection) info)
                (svvs--fail connection 'svvs-protocol-version-mismatch
                            (format "The server speaks version %s of the protocol, not %s"
                                    (or (svvs-json-get info '(protocolVersion)) "none")
                                    svvs-protocol-version))))))

;;;; Waiting for a short time

(defun svvs-briefly (connection function)
  "Call FUNCTION, and wait at most `svvs-command-timeout' seconds for its end.
Errors after that are shown as messages.  FUNCTION is called with another
function, to be called at its end, with an error or without.  Handle messages of
CONNECTION meanwhile.  Return whether FUNCTION has ended."
  (let (outcome is-late)
    (funcall function (lambda (&optional error)
                        (setq outcome (list error))
                        (when (and error is-late) (message "svvs: %s" (svvs-error-message error)))))
    ;; The user may quit, also if a message handler waits.
    (with-local-quit (svvs--wait connection svvs-command-timeout (lambda () outcome)))
    (setq is-late t)
    (cond ((null outcome)
           (message "svvs: The server has not replied yet; the command continues after the reply")
           nil)
          ((car outcome) (signal (caar outcome) (cdar outcome)))
          (t t))))

;;;; The end of servers

(defun svvs-disconnect (connection)
  "Shut down the server of CONNECTION, by force if need be."
  (when (svvs-connection-live-p connection)
    (let ((svvs-timeout (min svvs-timeout svvs-shutdown-timeout)))
      (unwind-protect
          (ignore-error svvs-error
            (svvs--ask-to-end connection)
            (svvs--wait connection svvs-shutdown-timeout #'ignore))
        (svvs--kill connection))))
  ;; If the process has ended by itself, its sentinel has to run.
  (svvs--wait connection 1 #'ignore))

(defun svvs-disconnect-briefly (connection)
  "Shut down the server of CONNECTION, but wait only for a short time.
If need be, it is killed later."
  (when (svvs-connection-live-p connection)
    (ignore-error svvs-error (svvs--ask-to-end connection))
    (svvs--wait connection (min svvs-command-timeout svvs-shutdown-timeout) #'ignore)
    (when (process-live-p (svvs-connection-process connection))
      (run-at-time (max 0 (- svvs-shutdown-timeout svvs-command-timeout)) nil #'svvs--kill connection)))
  (svvs--wait connection 1 (lambda () (process-live-p (svvs-connection-process connection)))))

(defun svvs--kill (connection)
  "Kill the server of CONNECTION if it has not ended."
  (when (process-live-p (svvs-connection-process connection))
    (message "svvs: The server did not end within %s s and was killed" svvs-shutdown-timeout)
    (svvs--fail connection 'svvs-server-died "The server was killed")))

(defun svvs--ask-to-end (connection)
  "Request the server of CONNECTION to end, and return the request."
  (setf (svvs-connection-closing connection) t)
  (svvs-request-async connection 'shutdown nil
                      :success (lambda (_) (svvs--send connection (svvs--message 'exit nil)))))

(defun svvs--disconnect-all ()
  "Shut down all servers, because Emacs ends.
Wait until they have saved their data, but not for their ends: Emacs is not
notified of those if its terminal was closed."
  (dolist (process (process-list))
    (when-let ((connection (process-get process 'svvs-connection)))
      (when (svvs-connection-live-p connection)
        (ignore-error svvs-error
          (let* ((svvs-timeout (min svvs-timeout svvs-shutdown-timeout))
                 (shutdown (svvs--ask-to-end connection))
                 (end (+ (float-time) svvs-shutdown-timeout)))
            (while (not (or (svvs-pending-outcome shutdown)
                            (svvs-connection-failure connection)
                            (> (float-time) end)))
              (unless (svvs--take-message connection)
                ;; From this process alone: Emacs might wait for its terminal without end.
                (accept-process-output process 0.1 nil 0)))))
        (svvs--fail connection 'svvs-server-died "The server was shut down")))))

(defun svvs--clean-up (connection)
  "Finish the requests and close the views of CONNECTION, whose server has ended."
  (svvs--end-requests connection)
  (svvs--notify-requests connection)
  (mapc #'svvs--mark-closed (hash-table-values (svvs-connection-views connection))))

;;;; Views

(cl-defun svvs-open-async (connection type &key params id session delivery success error)
  "Open over CONNECTION a view of TYPE, without waiting.
Then call SUCCESS with the view, which `svvs-await' returns, too, or ERROR.
PARAMS, ID, SESSION and DELIVERY are as in `svvs-open'."
  (let ((view (svvs--make-view :connection connection :type type :params params :session session
                               :delivery (or delivery 'properties))))
    (svvs-request-async
     connection 'view/open
     `( :type ,type
        ,@(and id (list :view id))
        ,@(and params (list :params (svvs-json-object params)))
        ,@(and session (list :session session))
        ,@(and delivery (list :delivery (symbol-name delivery))))
     :success success :error error
     ;; Before changes that were read together with the reply are folded.
     :decode (lambda (result)
               (svvs--take-snapshot view result)
               (puthash (svvs-view-id view) view (svvs-connection-views connection))
               view))))

(cl-defun svvs-open (connection type &rest options &key params id session delivery)
  "Open over CONNECTION a view of TYPE with PARAMS, a plist; return it.
ID is its name, by default one that the server chooses; SESSION is the session
that it belongs to.  DELIVERY is `properties', the default, or `patch'.
All of these are OPTIONS."
  (ignore params id session delivery)
  (let ((pending (apply #'svvs-open-async connection type options)))
    (unwind-protect (svvs-await pending)
      ;; A view that comes later is of no use.
      (unless (svvs-pending-outcome pending)
        (setf (svvs-pending-success pending) #'svvs-close-async)))))

(cl-defun svvs-close-async (view &key success error)
  "Close VIEW, without waiting; then call SUCCESS or ERROR."
  (svvs--view-request view 'view/close nil :success success :error error
                      :decode (lambda (result) (svvs--mark-closed view) result)))

(defun svvs-close (view)
  "Close VIEW.
The server cancels the calls of its actions."
  (when (svvs-view-live view) (svvs-await (svvs-close-async view))))

(defun svvs-refresh (view)
  "Replace the state of VIEW by a fresh snapshot."
  (svvs-await (svvs-refresh-async view)))

(defun svvs-get (view &rest path)
  "Return the value at PATH in the state of VIEW.
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
Then call SUCCESS or ERROR.  Return the request, for `svvs-await' and
`svvs-cancel'."
  (svvs--view-request view action arguments :success success :error error))

(defun svvs-call (view action &rest arguments)
  "Call ACTION of VIEW with ARGUMENTS, a plist, and wait until it has settled.
With `:ifCommit' N in ARGUMENTS it is refused if VIEW has changed since commit
N."
  (svvs-await (svvs-call-async view action arguments)))

(defun svvs-notify (view action &rest arguments)
  "Call ACTION of VIEW with ARGUMENTS, a plist, and receive no reply."
  (svvs--check-open view)
  (svvs--send-notification (svvs-view-connection view) action
                           (svvs-json-object `(,@arguments :view ,(svvs-view-id view)))))

(defun svvs-wait-for (view predicate &optional timeout)
  "Wait until PREDICATE, called without arguments, is non-nil; return that.
Call it after each message of the server of VIEW, for TIMEOUT seconds, by
default `svvs-timeout', and until VIEW is closed."
  (let (value)
    (svvs--wait (svvs-view-connection view) (or timeout svvs-timeout)
                (lambda () (or (setq value (funcall predicate)) (not (svvs-view-live view)))))
    (unless value
      (svvs--check-open view)
      (signal 'svvs-timed-out (list (format "The condition was not met within %s s" (or timeout svvs-timeout)))))
    value))

;;;; Servers that do not reply

(defun svvs-warn-if-silent (view pending)
  "Warn if the server stops replying while PENDING, a request for VIEW, lasts.
An action may take as long as it likes.  Therefore another request, which is
replied to at once, is sent every `svvs-timeout' seconds.  Return PENDING."
  (let ((connection (svvs-view-connection view))
        timer probe)
    (setq timer (run-at-time
                 svvs-timeout svvs-timeout
                 (lambda ()
                   ;; The reply may be there, and Emacs too busy to have read it.
                   (when probe (svvs--wait connection 0.1 (lambda () (svvs-pending-outcome probe))))
                   (cond ((or (svvs-pending-outcome pending) (not (svvs-connection-live-p connection)))
                          (cancel-timer timer))
                         ((or (null probe) (svvs-pending-outcome probe))
                          (setq probe (svvs-request-async connection 'view/get (list :view (svvs-view-id view)))))
                         (t (message "svvs: The server does not reply to %s nor to other requests"
                                     (svvs-pending-method pending))
                            (cancel-timer timer))))))
    pending))

(provide 'svvs-client)
;;; svvs-client.el ends here
