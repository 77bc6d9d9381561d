;;; svvs-server.el --- Servers of svvs, started and ended  -*- lexical-binding: t; -*-

;;; Commentary:

;; A server is started, introduced to, started again as it was, and shut down, at
;; the latest when Emacs ends.

;;; Code:

(require 'svvs-command)
(require 'svvs-session)

(defconst svvs-protocol-version 1
  "The version of the protocol that is spoken here.")

(cl-defun svvs-connect (&optional command &key cause attach)
  "Start a server with COMMAND, and return the connection to it.
COMMAND is a list of strings, by default that of `svvs-command'.  If CAUSE is
non-nil, watchers are called with the calls behind a change.

With ATTACH, connect to the server that is shared under this name or at this
path, or if it is t under the name of the app; start that if there is none."
  (let ((connection (svvs--start command attach))
        is-done)
    (setf (svvs-connection-origin connection)
          (list default-directory (or command svvs-command) :cause cause :attach attach))
    (unwind-protect
        (progn
          (svvs--initialize connection `( :protocolVersion ,svvs-protocol-version
                                          :clientInfo (:name "svvs.el")
                                          ;; What is shared goes on when Emacs is killed.
                                          ,@(unless attach (list :processId (emacs-pid)))
                                          :capabilities ,(and cause '(:cause t))))
          (setq is-done t)
          connection)
      (unless is-done
        (setf (svvs-connection-closing connection) t)
        (svvs--break connection 'svvs-server-died "The server was ended")))))

(defun svvs-reconnect (connection)
  "Return a new connection as CONNECTION was, which has ended: by the same command."
  (let ((default-directory (car (svvs-connection-origin connection))))
    (apply #'svvs-connect (cdr (svvs-connection-origin connection)))))

(defun svvs--start (command &optional attach)
  "Start a server with COMMAND, or that of `svvs-command'; return the connection.
With ATTACH, attach to the server of that name."
  (let* (;; Names of files in SVVS are relative to where Emacs was started, whatever is visited.
         (default-directory (if (or command svvs-command) default-directory
                              command-line-default-directory))
         (words (or command (svvs-command-words)))
         (connection (svvs--make-connection :on-message #'svvs--receive :on-end #'svvs--conclude
                                            :on-cut #'svvs--rejoin)))
    (svvs--launch connection (if attach (svvs-command-attaching words attach) words))
    (add-hook 'kill-emacs-hook #'svvs--disconnect-all)
    connection))

(defun svvs--initialize (connection introduction)
  "Introduce ourselves over CONNECTION with INTRODUCTION, the parameters."
  (setf (svvs-connection-introduction connection) introduction)
  (let ((info (svvs-request connection 'initialize introduction)))
    (unless (equal (svvs-json-get info '(protocolVersion)) svvs-protocol-version)
      (signal 'svvs-protocol-version-mismatch
              (list (format "The server speaks version %s of the protocol, not %s"
                            (or (svvs-json-get info '(protocolVersion)) "none") svvs-protocol-version))))
    (setf (svvs-connection-info connection) info)))

(defun svvs-disconnect (connection)
  "Shut down the server of CONNECTION, by force if need be."
  (when (svvs-connection-live-p connection)
    (let ((svvs-timeout (min svvs-timeout svvs-shutdown-timeout)))
      (unwind-protect
          (ignore-error svvs-error
            (svvs--ask-to-end connection)
            (svvs--wait connection svvs-shutdown-timeout #'ignore))
        (when (process-live-p (svvs-connection-process connection))
          (message "svvs: The server did not end by itself and was killed")
          (svvs--break connection 'svvs-server-died "The server was killed")))))
  ;; The sentinel of one that has died by itself may have to run yet.
  (svvs--wait connection 1 #'ignore))

(defun svvs--ask-to-end (connection)
  "Request over CONNECTION that the server ends, and return the request."
  (setf (svvs-connection-closing connection) t)
  (svvs-request-async connection 'shutdown nil
                      :success (lambda (_) (svvs--send connection (svvs--message 'exit nil)))))

(defun svvs--disconnect-all ()
  "Shut down all servers, because Emacs ends.
Wait until they have saved what they have, but not for their ends: if its
terminal was closed, Emacs does not hear of those any more."
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
              (unless (svvs--take connection)
                ;; Of this process alone: Emacs might wait for its terminal without end.
                (accept-process-output process 0.1 nil 0)))))
        (svvs--break connection 'svvs-server-died "The server was shut down")))))

(defun svvs--conclude (connection)
  "Finish the requests and close the views of CONNECTION, whose server has ended."
  (svvs--end-requests connection)
  (svvs--note-requests connection)
  (mapc #'svvs--forget (hash-table-values (svvs-connection-views connection))))

(defun svvs-discover (connection)
  "Return the OpenRPC document of the server of CONNECTION."
  (or (svvs-connection-schema connection)
      (setf (svvs-connection-schema connection) (svvs-request connection 'rpc.discover))))

(provide 'svvs-server)
;;; svvs-server.el ends here
