;;; svvs-patience.el --- Servers of svvs that have fallen silent  -*- lexical-binding: t; -*-

;;; Commentary:

;; A program that waits for a reply gets an error when there is none.  Commands do
;; not wait: this says so to their user.

;;; Code:

(require 'svvs-state)

(defun svvs-patience (view pending)
  "Say so if the server falls silent before PENDING, a request for VIEW, is over.
An action may take as long as it likes.  Therefore something is asked every
`svvs-timeout' seconds that has a reply at once."
  (let (timer probe)
    (setq timer (run-at-time svvs-timeout svvs-timeout
                             (lambda ()
                               (let ((last probe))
                                 (setq probe nil)
                                 (svvs-run (lambda ()
                                             (setq probe (svvs-patience--probe view pending last)))))
                               (unless probe (cancel-timer timer)))))
    pending))

(defun svvs-patience--probe (view pending probe)
  "Return a request for VIEW in place of PROBE, the last one, if that is over.
If it is not, say so.  Then, or if PENDING is over, return nil."
  (let ((connection (svvs-view-connection view)))
    ;; The reply may be there, and Emacs too busy to have read it.
    (when probe (svvs--wait connection 0.1 (lambda () (svvs-pending-outcome probe))))
    (cond ((or (svvs-pending-outcome pending) (not (svvs-connection-live-p connection))) nil)
          ((and probe (not (svvs-pending-outcome probe)))
           (message "svvs: The server replies neither to %s nor to anything else" (svvs-pending-method pending))
           nil)
          (t (svvs-request-async connection 'view/get (list :view (svvs-view-id view)))))))

(provide 'svvs-patience)
;;; svvs-patience.el ends here
