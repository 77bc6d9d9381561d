;;; svvs-pipelining-tests.el --- Messages that arrive in one read  -*- lexical-binding: t; -*-

;;; Commentary:

;; A program that opens a view and calls its action at once gets both replies in one
;; read, with a change between them.  The client takes the snapshot before it folds
;; the change, whatever the program's functions do in between.

;;; Code:

(require 'svvs-test-support)

(defconst svvs-test--piece "opening, call = receive('view/open'), receive('act')
send_together(
    {'id': opening['id'], 'result': {'view': 'v', 'commit': 1, 'state': {'n': 1, 'm': 1}}},
    {'method': 'state/changed', 'params': {'commit': 2, 'views': [{'view': 'v', 'from': 1, 'changes': {'n': 2}}]}},
    {'id': call['id'], 'result': {'commit': 2}})
"
  "A server that replies to opening a view and to a call in one write.")

(ert-deftest svvs-test-a-snapshot-is-taken-before-the-change-that-follows ()
  (svvs-test-with-fake server (concat svvs-test--piece "end_of_input()")
    (let ((opening (svvs-open-async server "t" :id "v"))
          (call (svvs-request-async server 'act '(:view "v"))))
      (svvs-await call)
      (let ((view (svvs-await opening)))
        (should (equal (list (svvs-view-commit view) (svvs-get view 'n) (svvs-get view 'm)) '(2 2 1)))))))

(ert-deftest svvs-test-a-slow-function-for-an-opened-view-does-not-delay-its-changes ()
  (svvs-test-with-fake server (concat svvs-test--piece "
receive('more')
changed(2, 3, n=3)
end_of_input()")
    (let (seen)
      (svvs-open-async server "t" :id "v"
                       :success (lambda (view)
                                  (push (svvs-get view 'n) seen)
                                  (svvs-notify view 'more)
                                  ;; Messages that arrive are handled here.
                                  (svvs-wait-for view (lambda () (eql (svvs-get view 'n) 3)))
                                  (push (svvs-get view 'n) seen)))
      (svvs-await (svvs-request-async server 'act '(:view "v")))
      (svvs-test-wait (lambda () (equal seen '(3 1))))
      (should (equal (svvs-get (gethash "v" (svvs-connection-views server)) 'n) 3)))))

(ert-deftest svvs-test-emacs-stays-responsive-during-a-flood ()
  (svvs-test-with-fake server "opened(n=0)
receive('act')
for n in range(1, 8_001): changed(n, n + 1, n=n)
end_of_input()"
    (let ((view (svvs-open server "t"))
          (turns 0))
      (svvs-notify view 'act)
      (with-timeout (120 (ert-fail "It does not end"))
        (while (not (eql (svvs-get view 'n) 8000))
          ;; Much less than the whole flood needs.
          (should (< (svvs-test-processor-time (accept-process-output nil 0.01)) 0.6))
          (cl-incf turns)))
      (should (> turns 3)))))

(provide 'svvs-pipelining-tests)
;;; svvs-pipelining-tests.el ends here
