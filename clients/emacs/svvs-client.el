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

(require 'svvs-server)

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
     ;; Changes may have come in one piece with the reply: they are folded behind this.
     :decode (lambda (result)
               (svvs--take-snapshot view result)
               (puthash (svvs-view-id view) view (svvs-connection-views connection))
               view))))

(cl-defun svvs-open (connection type &rest options &key params id session delivery)
  "Open over CONNECTION a view of TYPE with PARAMS, a plist; return it.
ID is what to call it, if not what the server likes; SESSION is where.  DELIVERY
is `properties', the default, `patch' or `signal'.  All of these are OPTIONS."
  (ignore params id session delivery)
  (svvs-await (apply #'svvs-open-async connection type options)))

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
