;;; svvs-cut-tests.el --- Connections that are cut  -*- lexical-binding: t; -*-

;;; Commentary:

;; Emacs continues when its connection is cut.

;;; Code:

(require 'svvs-test-shared)

(defun svvs-test--cut ()
  "Cut the connection, and wait until there is a new one."
  (let ((process (svvs-connection-process svvs-current-connection)))
    (signal-process process 'SIGKILL)
    (svvs-test-wait (lambda () (not (eq process (svvs-connection-process svvs-current-connection)))))))

(defun svvs-test--read-nothing ()
  "Discard all later input of the connection."
  (set-process-filter (svvs-connection-process svvs-current-connection) #'ignore))

(ert-deftest svvs-test-a-cut-loses-neither-views-nor-calls ()
  (svvs-test-with-shared
    (let ((other (svvs-test-other))
          view closed)
      (svvs-test-shares other '("effects" "e") '("mirror" "m"))
      (svvs-attach)
      (setq view svvs-buffer-view
            closed (buffer-local-value 'svvs-buffer-view (svvs-test-buffer-of "m")))
      (let ((own (svvs-open svvs-current-connection "counterA"))
            (call (svvs-call-async view 'handle '(:action "buttonTap" :seconds 0.5)))
            (slow (svvs-call-async view 'handle '(:action "buttonTap" :seconds 60))))
        (svvs-wait-for view (lambda () (equal (svvs-get view 'tapsUnderWay) 2)))
        (svvs-test--read-nothing)
        (svvs-test-request other 'view/close :view "m")
        (svvs-test-request other 'view/open :view "m" :type "counterA" :session "work")
        (svvs-test-request other 'handle :view "e" :action "instant")
        (should (equal (svvs-test-messages (svvs-test--cut) (svvs-await call))
                       '("svvs: Another front end has opened *svvs counterA*")))
        (should (equal (list (svvs-get view 'tapsCompleted) (svvs-get view 'instants)) '(1 1)))
        (should (equal (list (svvs-view-live view) (svvs-view-live closed) (svvs-view-live own)) '(t nil nil)))
        (svvs-test-shows "instants" "1")
        (should (svvs-test-buffer-of "m"))
        (svvs-cancel slow)
        (should (equal (svvs-error-kind (svvs-test-error-of svvs-refused (svvs-await slow))) "RequestCancelled")))
      (svvs-call view 'handle :action "instant")
      (svvs-test-shows "instants" "2"))))

(ert-deftest svvs-test-a-request-that-was-cut-off-is-not-sent-again ()
  (svvs-test-with-shared
    (let ((other (svvs-test-other)))
      (svvs-test-shares other '("counterA" "c"))
      (svvs-attach)
      (let* ((view svvs-buffer-view)
             (call (progn (svvs-test--read-nothing) (svvs-call-async view 'increment nil)))
             (refresh (svvs-refresh-async view))
             (opening (svvs-request-async svvs-current-connection 'view/open
                                          '(:type "counterA" :session "work" :view "b")))
             lost)
        (svvs-test-receives other (lambda (message) (equal "b" (svvs-json-get message '(params opened 0 view)))))
        ;; The server has replied to these three, and the replies are lost.  The next request itself is lost.
        (cl-letf (((symbol-function 'svvs--send) #'ignore))
          (setq lost (svvs-call-async view 'increment nil)))
        (svvs-test--cut)
        (should (gethash "commit" (svvs-await call)))
        (should (eq (svvs-await refresh) view))
        (should (equal (svvs-test-plain (gethash "state" (svvs-await opening))) '(object ("count" . 1))))
        (should (equal (cadr (svvs-test-error-of svvs-unanswered (svvs-await lost)))
                       "The connection was cut before there was a reply to increment"))
        (should (equal (svvs-get view 'count) 1))))))

(ert-deftest svvs-test-a-view-that-was-opened-before-the-cut-is-open-once ()
  (svvs-test-with-shared
    (let ((other (svvs-test-other))
          view)
      (svvs-test-shares other)
      (svvs-attach)
      (svvs-test--read-nothing)
      ;; The connection is cut while Emacs waits for the reply.
      (let ((timer (run-at-time 0 nil (lambda ()
                                        (svvs-test-receives other (lambda (message)
                                                                    (svvs-json-get message '(params opened 0))))
                                        (svvs-test--cut)))))
        (unwind-protect
            (setq view (svvs-open svvs-current-connection "counterA" :session "work"))
          (cancel-timer timer)))
      (svvs-call view 'increment)
      (should (equal (svvs-get view 'count) 1))
      (should-not (svvs-buffers)))))

(ert-deftest svvs-test-a-kept-snapshot-has-the-state-and-commit-of-the-join ()
  (svvs-test-with-fake server "request = receive()
if request['method'] == 'session/open':
    reply(request, session='work', token='t')
    opened(n=1)
    receive('view/get'); receive('view/open')
    os.kill(os.getpid(), signal.SIGKILL)
joined(request, 9, [{'view': 'v', 'commit': 2}, {'view': 'w', 'commit': 3}], v={'n': 7}, w={'n': 8})
changed(9, 10, 'w', n=10)
changed(9, 11, 'v', n=11)
end_of_input()"
    (svvs-share server "work")
    (let* ((view (svvs-open server "t" :session "work"))
           (refresh (svvs-refresh-async view))
           (opened (svvs-open server "t" :session "work")))
      (should (eq (svvs-await refresh) view))
      (svvs-test-wait (lambda () (eql (svvs-view-commit view) 11)))
      (should (equal (list (svvs-get view 'n) (svvs-get opened 'n) (svvs-view-commit opened)) '(11 10 10))))))

(ert-deftest svvs-test-the-delivery-outlives-a-cut ()
  (svvs-test-with-shared
    (svvs-test-shares (svvs-test-other) '("counterA" "c"))
    (setq svvs-current-connection (svvs-connect nil :attach t))
    (let ((view (car (svvs-join svvs-current-connection "work" :delivery 'patch)))
          patches)
      (svvs-test--cut)
      (cl-letf* ((apply-patch (symbol-function 'svvs-json-patch))
                 ((symbol-function 'svvs-json-patch)
                  (lambda (state patch) (push patch patches) (funcall apply-patch state patch))))
        (svvs-call view 'increment))
      (should (equal (svvs-json-get (car patches) '(0 path)) "/count")))))

(ert-deftest svvs-test-a-connection-may-be-cut-twice ()
  (svvs-test-with-shared
    (let ((other (svvs-test-other)))
      (svvs-test-shares other '("counterA" "c"))
      (svvs-attach)
      ;; The reply to the first session/join is lost.
      (cl-letf (((symbol-function 'svvs--filter) #'ignore)) (svvs-test--cut))
      (svvs-test--read-nothing)
      (dolist (count '(1 2))
        (svvs-test-receives other (lambda (message) (equal count (svvs-json-get message '(params connections))))))
      (svvs-test--cut)
      (svvs-call svvs-buffer-view 'increment)
      (svvs-test-shows "count" "1")
      (should (equal (hash-table-count (svvs-connection-pending svvs-current-connection)) 0)))))

(ert-deftest svvs-test-a-session-that-has-ended-after-the-cut-ends-the-connection ()
  (svvs-test-with-shared
    (let ((other (svvs-test-other)))
      (svvs-test-shares other '("counterA" "c"))
      (svvs-attach)
      (svvs-test--read-nothing)
      (svvs-test-request other 'session/close :session "work")
      (let ((call (svvs-call-async svvs-buffer-view 'increment nil)))
        (svvs-test--cut)
        (should (string-prefix-p "The connection was cut, and the session work has ended: /session "
                                 (cadr (svvs-test-error-of svvs-server-died (svvs-await call))))))
      (should-not (svvs-view-live svvs-buffer-view)))))

(ert-deftest svvs-test-a-shared-server-that-dies-is-not-started-again ()
  (svvs-test-with-shared
    (svvs-test-shares (svvs-test-other "mortal") '("counterA" "c"))
    (svvs-attach "mortal")
    (let ((connection svvs-current-connection))
      (signal-process (svvs-json-get (svvs-connection-info connection) '(process pid)) 'SIGKILL)
      (svvs-test-wait (lambda () (svvs-connection-failure connection)))
      (should (equal (cadr (svvs-connection-failure connection))
                     "The server has ended with status 1: svvs: The server at mortal has ended, or has cut the connection."))
      (should-not (svvs-view-live svvs-buffer-view))
      (should-not (svvs-attach--names)))))

(provide 'svvs-cut-tests)
;;; svvs-cut-tests.el ends here
