;;; svvs-session.el --- Sessions of svvs, shared or not  -*- lexical-binding: t; -*-

;;; Commentary:

;; A session is a group of views.  The other front ends of the process can join a
;; shared session.  When the connection is cut, it is made again, joins the session
;; again, and receives the replies to its calls.

;;; Code:

(require 'svvs-state)

(cl-defun svvs-open-session-async (connection &optional session &key success error)
  "Open over CONNECTION a session, without waiting.
Then call SUCCESS with its name, or ERROR.  SESSION is as in
`svvs-open-session'."
  (svvs-request-async connection 'session/open (and session (list :session session))
                      :success success :error error
                      :decode (lambda (result) (svvs-json-get result '(session)))))

(defun svvs-open-session (connection &optional session)
  "Open over CONNECTION a session and return its name.
The name is SESSION; if it is nil, the server chooses one."
  (svvs-await (svvs-open-session-async connection session)))

(cl-defun svvs-close-session-async (connection session &key success error)
  "Close SESSION of CONNECTION, without waiting; then call SUCCESS or ERROR."
  (svvs-request-async connection 'session/close (list :session session)
                      :success success :error error
                      ;; A message right after the reply may belong to a new view with the same name.
                      :decode (lambda (result) (svvs--mark-session-closed connection session) result)))

(defun svvs-close-session (connection session)
  "Close SESSION of CONNECTION, and all its views."
  (svvs-await (svvs-close-session-async connection session)))

(cl-defun svvs-sessions-async (connection &key success error)
  "Request the names of the shared sessions in the process of CONNECTION.
Then call SUCCESS with them, or ERROR."
  (svvs-request-async connection 'session/list nil
                      :success success :error error
                      :decode (lambda (result)
                                (seq-map (lambda (session) (svvs-json-get session '(session)))
                                         (svvs-json-get result '(sessions))))))

(defun svvs-sessions (connection)
  "Return the names of the shared sessions in the process of CONNECTION."
  (svvs-await (svvs-sessions-async connection)))

(cl-defun svvs-share-async (connection session &key keep on-open success error)
  "Open over CONNECTION a shared session called SESSION, without waiting.
Then call SUCCESS with SESSION, or ERROR.  KEEP and ON-OPEN are as in
`svvs-share'."
  (svvs-request-async connection 'session/open `(:session ,session :shared t :keep ,(or keep 0))
                      :success success :error error
                      :decode (lambda (result)
                                (svvs--add-session connection
                                                   (svvs--make-session :name session :on-open on-open)
                                                   result)
                                session)))

(cl-defun svvs-share (connection session &rest options &key keep on-open)
  "Open over CONNECTION a session called SESSION, which others may join.
It outlives its last connection by KEEP seconds, by default 0.  ON-OPEN is a
function to call with a view that another connection has opened.  Both are
OPTIONS."
  (ignore keep on-open)
  (svvs-await (apply #'svvs-share-async connection session options)))

(cl-defun svvs-join-async (connection session &key (delivery 'properties) on-open token success error)
  "Join over CONNECTION the shared SESSION, without waiting.
Then call SUCCESS with its views, or ERROR.  DELIVERY, ON-OPEN and TOKEN are as
in `svvs-join'."
  (let ((joined (svvs--make-session :name session :on-open on-open :delivery delivery :token token)))
    (svvs-request-async connection 'session/join (svvs--joining connection joined)
                        :success success :error error
                        :decode (lambda (result)
                                  (prog1 (svvs--take-session connection joined result)
                                    (svvs--take-answers connection result))))))

(cl-defun svvs-join (connection session &rest options &key delivery on-open token)
  "Join over CONNECTION the shared SESSION, and return its views.
DELIVERY is theirs: `properties', the default, or `patch'.  ON-OPEN is a
function to call with a view that another connection has opened.  TOKEN is the
one of an earlier connection, whose pending requests CONNECTION has.  All of
these are OPTIONS."
  (ignore delivery on-open token)
  (svvs-await (apply #'svvs-join-async connection session options)))

(defun svvs--joining (connection session)
  "Return the parameters of session/join for SESSION of CONNECTION.
If SESSION has a token, CONNECTION joins it again."
  `( :session ,(svvs-session-name session)
     :delivery ,(symbol-name (svvs-session-delivery session))
     ,@(when (svvs-session-token session)
         (list :token (svvs-session-token session)
               :unanswered (vconcat (hash-table-keys (svvs-connection-pending connection)))))))

(defun svvs-view-shared-p (view)
  "Return whether VIEW belongs to a shared session."
  (and (gethash (svvs-view-session view) (svvs-connection-sessions (svvs-view-connection view))) t))

(defun svvs--add-session (connection session result)
  "Add SESSION, which is shared, to CONNECTION; its token is in RESULT."
  (setf (svvs-session-token session) (svvs-json-get result '(token)))
  (puthash (svvs-session-name session) session (svvs-connection-sessions connection)))

(defun svvs--take-session (connection session result)
  "Add SESSION and its views in RESULT, of session/join, to CONNECTION.
Return the views.  Replace the state of views that are open here already,
without notifying their watchers."
  (svvs--add-session connection session result)
  (seq-map (lambda (entry)
             (puthash "commit" (gethash "commit" result) entry)
             (let ((view (gethash (gethash "view" entry) (svvs-connection-views connection))))
               ;; Another view may have its id by now.
               (when (and view (not (and (svvs-view-shared-p view)
                                         (equal (svvs-view-type view) (gethash "type" entry)))))
                 (svvs--mark-closed view)
                 (setq view nil))
               (if view
                   (svvs--take-snapshot view entry)
                 (setq view (svvs--add-view connection session entry)))
               view))
           (gethash "views" result)))

;;;; After a cut

(defun svvs--rejoin (connection)
  "Attach CONNECTION, whose process was killed, again, and join its shared session.
Return whether there is such a session.  Later messages are sent after the
requests for this."
  (pcase (hash-table-values (svvs-connection-sessions connection))
    (`(,session)
     (let ((joining (svvs--joining connection session))
           (process (svvs-connection-process connection)))
       ;; In the directory of the former process.
       (with-current-buffer (process-buffer process)
         (svvs--launch connection (process-command process)))
       (svvs-request-async connection 'initialize (svvs-connection-introduction connection))
       (svvs-request-async
        connection 'session/join joining
        :decode (lambda (result) (svvs--resume connection session result))
        ;; A server that was started since may have no such session, or another one.
        :error (lambda (error)
                 ;; After a second cut, the next join has this error for the first one.
                 (unless (eq (car error) 'svvs-unanswered)
                   (svvs--fail connection 'svvs-server-died
                                (format "The connection was cut, and the session %s has ended: %s"
                                        (svvs-session-name session) (cadr error)))))))
     t)))

(defun svvs--resume (connection session result)
  "Update the views of SESSION, which CONNECTION has joined again with RESULT."
  (let (held views)
    ;; Views that this connection has opened are not reported as opened by others.
    (seq-doseq (answer (svvs--answers result))
      (when (equal (svvs-pending-method (svvs--pending-of answer connection)) "view/open")
        (svvs--take-reply connection answer)))
    (setq held (hash-table-values (svvs-connection-views connection))
          views (svvs--take-session connection session result))
    ;; The others were closed meanwhile, or were not in a shared session.
    (dolist (view held)
      (unless (memq view views) (svvs--mark-closed view)))
    (dolist (view views)
      (if (memq view held)
          (svvs--notify-watchers view (hash-table-keys (svvs-view-state view)) nil)
        (svvs--notify-opened session view)))
    (svvs--take-answers connection result)))

(defun svvs--take-answers (connection result)
  "Finish the requests over CONNECTION that RESULT, of session/join, replies to."
  (seq-doseq (answer (svvs--answers result))
    (when (svvs--pending-of answer connection) (svvs--take-reply connection answer)))
  (seq-doseq (id (gethash "unknown" result))
    (svvs--finish-unanswered (gethash id (svvs-connection-pending connection)))))

(defun svvs--answers (result)
  "Return the replies in RESULT, of session/join, each snapshot with its state.
RESULT contains the states only once, with the views."
  (let ((views (make-hash-table :test #'equal)))
    (seq-doseq (view (gethash "views" result)) (puthash (gethash "view" view) view views))
    (seq-do (lambda (answer)
              (when-let ((view (gethash (svvs-json-get answer '(result view)) views)))
                (puthash "commit" (gethash "commit" result) (gethash "result" answer))
                (puthash "state" (gethash "state" view) (gethash "result" answer))))
            (gethash "answers" result))
    (gethash "answers" result)))

(defun svvs--pending-of (answer connection)
  "Return the request over CONNECTION that ANSWER is for, if it is pending."
  (gethash (gethash "id" answer) (svvs-connection-pending connection)))

(defun svvs--finish-unanswered (pending)
  "Finish PENDING, whose reply was lost with the connection."
  (svvs--finish pending (list :error 'svvs-unanswered
                              (format "The connection was cut before there was a reply to %s"
                                      (svvs-pending-method pending)))))

(provide 'svvs-session)
;;; svvs-session.el ends here
