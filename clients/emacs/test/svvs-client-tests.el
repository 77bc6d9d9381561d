;;; svvs-client-tests.el --- The library with the real server  -*- lexical-binding: t; -*-

;;; Commentary:

;; The functions for programs, with a server that works.

;;; Code:

(require 'svvs-test-support)

(ert-deftest svvs-test-the-state-has-the-changes-of-a-call-when-it-returns ()
  (svvs-test-with-server server
    (let ((login (svvs-open server "login")))
      (should (equal (svvs-get login 'loginState) "notLoggedIn"))
      (should (eq (svvs-get login 'canLogin) :false))
      (should (eq (svvs-get login 'errorMessage) :null))
      (svvs-call login 'login :userId "12345" :password "password")
      (should (equal (svvs-get login 'loginState) "loggedIn"))
      (svvs-set login :shouldNavigateHome :false)
      (should (eq (svvs-get login 'shouldNavigateHome) :false))
      (let ((home (svvs-open server "home")))
        (should (equal (svvs-get home 'userGreeting) "こんにちは 太郎さん"))
        (should (equal (svvs-get home 'user 'friendIDs) []))
        (svvs-notify home 'logout)
        (svvs-wait-for home (lambda () (eq (svvs-get home 'user) :null)))))))

(ert-deftest svvs-test-a-view-takes-parameters-and-a-name ()
  (svvs-test-with-server server
    (let ((user (svvs-open server "user" :params '(:id "A") :id "mine")))
      (should (equal (svvs-view-id user) "mine"))
      (svvs-call user 'load)
      (should (equal (svvs-get user 'user 'friendIDs 1) "C"))
      (should-not (svvs-get user 'user 'friendIDs 3)))))

(ert-deftest svvs-test-calls-overlap-and-are-distinguished ()
  (svvs-test-with-server server
    (let* ((view (svvs-open server "effects"))
           ended
           (slow (svvs-call-async view 'handle '(:action "buttonTap" :seconds 60)
                                  :success #'ignore
                                  :error (lambda (error) (push (svvs-error-kind error) ended))))
           (quick (svvs-call-async view 'handle '(:action "instant")
                                   :success (lambda (_) (push 'quick ended)))))
      (svvs-await quick)
      (should (equal ended '(quick)))
      (should (equal (svvs-get view 'tapsUnderWay) 1))
      (svvs-cancel slow)
      (should (equal (svvs-error-data (svvs-test-error-of svvs-refused (svvs-await slow)) "reason")
                     "requested"))
      (should (equal ended '("RequestCancelled" quick)))
      (should (equal (svvs-get view 'tapsUnderWay) 0)))))

(ert-deftest svvs-test-a-call-that-takes-too-long-is-cancelled ()
  (svvs-test-with-server server
    (let* ((view (svvs-open server "effects"))
           (slow (svvs-call-async view 'handle '(:action "buttonTap" :seconds 60))))
      (svvs-test-error-of svvs-timed-out (svvs-await slow 0.1))
      (svvs-wait-for view (lambda () (eql (svvs-get view 'tapsUnderWay) 0)))
      (svvs-test-wait (lambda () (svvs-pending-outcome slow)))
      (should (eq (car (svvs-pending-outcome slow)) :error)))))

(ert-deftest svvs-test-a-stale-commit-is-refused ()
  (svvs-test-with-server server
    (let* ((counter (svvs-open server "counterA"))
           (commit (svvs-view-commit counter)))
      (svvs-call counter 'increment :by 2 :ifCommit commit)
      (should (equal (svvs-error-kind (svvs-test-error-of svvs-refused
                                        (svvs-call counter 'increment :ifCommit commit)))
                     "ContentModified"))
      (should (equal (svvs-get counter 'count) 2)))))

(ert-deftest svvs-test-a-refusal-contains-the-kind-and-the-path ()
  (svvs-test-with-server server
    (let* ((counter (svvs-open server "counterA"))
           (error (svvs-test-error-of svvs-refused (svvs-set counter :count 1))))
      (should (equal (svvs-error-kind error) "InvalidParams"))
      (should (equal (svvs-error-data error "path") "/properties/count"))
      (should (equal (svvs-json-get (nth 2 error) '(code)) -32602)))))

(ert-deftest svvs-test-watchers-receive-the-properties-and-the-cause ()
  (svvs-test-with-server server
    (let* ((counter (svvs-open server "counterA"))
           (other (svvs-open server "counterC"))
           reported
           (stop (svvs-watch counter
                             (lambda (view names cause)
                               ;; All views of a commit are updated before the first watcher is called.
                               (push (list (svvs-view-type view) names (svvs-get other 'count)
                                           (svvs-json-get cause '(0 method)))
                                     reported)))))
      (svvs-call counter 'increment)
      (should (equal reported '(("counterA" ("count") 1 "increment"))))
      (funcall stop)
      (svvs-call counter 'increment)
      (should (equal (length reported) 1)))))

(ert-deftest svvs-test-a-watcher-may-call-the-server ()
  (svvs-test-with-server server
    (let ((counter (svvs-open server "counterA")))
      (svvs-watch counter (lambda (view &rest _)
                            (when (< (svvs-get view 'count) 5) (svvs-call view 'increment))))
      (svvs-call counter 'increment)
      (should (equal (svvs-get counter 'count) 5)))))

(ert-deftest svvs-test-a-timer-may-call-the-server-during-a-wait ()
  (svvs-test-with-server server
    (let* ((counter (svvs-open server "counterA"))
           (other (svvs-open server "counterA"))
           (start (float-time))
           (timer (run-at-time 0 nil (lambda () (svvs-call other 'increment) (svvs-call other 'increment)))))
      (unwind-protect
          ;; Its reply comes while the timer waits for those of its own calls.
          (svvs-call counter 'increment)
        (cancel-timer timer))
      ;; A wait that does not notice the reply ends after `svvs-timeout', which is 60 s.
      (should (< (- (float-time) start) 30))
      ;; Both show the same count.
      (should (equal (svvs-get other 'count) 3)))))

(ert-deftest svvs-test-each-delivery-brings-the-same-state ()
  (svvs-test-with-server server
    (let ((views (mapcar (lambda (delivery)
                           (svvs-open server "friends" :params '(:id "B") :delivery delivery))
                         '(properties patch))))
      (svvs-call (car views) 'onAppear)
      (svvs-call (car views) 'toggleFriendBookmark :id "C")
      (mapc (lambda (view) (svvs-call view 'onAppear)) views)
      (pcase-let ((`(,properties ,patch) views))
        (should (eq (svvs-get properties 'filteredFriends 1 'isBookmarked) t))
        (should (equal (svvs-test-plain (svvs-view-state patch))
                       (svvs-test-plain (svvs-view-state properties))))))))

(ert-deftest svvs-test-a-view-has-what-was-added-to-texts ()
  (let ((view (svvs--make-view :commit 0 :state (svvs-json-parse "{\"log\":\"a\",\"user\":{\"name\":\"A\"}}"))))
    (cl-flet ((fold (entry)
                (cons (svvs--fold-change view (svvs-json-parse entry)) (svvs-view-appended view))))
      (should (equal (fold "{\"changes\":{\"rows\":[]},\"appended\":{\"log\":\"b\"}}")
                     '(("rows" "log") ("log" . "b"))))
      (should (equal (fold "{\"patch\":[{\"op\":\"append\",\"path\":\"/log\",\"value\":\"c\"},
                                       {\"op\":\"append\",\"path\":\"/user/name\",\"value\":\"c\"}]}")
                     '(("log" "user") ("log" . "c"))))
      (should (equal (fold "{\"patch\":[{\"op\":\"replace\",\"path\":\"/log\",\"value\":\"new\"},
                                       {\"op\":\"append\",\"path\":\"/log\",\"value\":\"er\"}]}")
                     '(("log"))))
      ;; What is read at each redisplay, such as whether the app is busy, has the end of a short text.
      (should (equal (gethash "log" (svvs-view-held view)) "newer"))
      (should (equal (gethash "log" (svvs-view-state view)) "newer")))))

(ert-deftest svvs-test-a-long-text-that-grows-is-not-copied-at-each-step ()
  (let* ((view (svvs--make-view :commit 0 :state (svvs-json-object (list "log" (make-string 10000000 ?x) "n" 0))))
         (before (svvs-view-state view)))
    (should (< (svvs-test-processor-time
                 (dotimes (number 1000)
                   (svvs--fold-change view (svvs-json-parse
                                            (format "{\"appended\":{\"log\":\"%1$d\\n\"},\"changes\":{\"n\":%1$d}}" number)))
                   (svvs--fold-change view (svvs-json-parse "{\"patch\":[{\"op\":\"append\",\"path\":\"/log\",\"value\":\".\"},
                                                            {\"op\":\"replace\",\"path\":\"/n\",\"value\":-1}]}"))))
               3))
    (should (string-suffix-p "x0\n.1\n.2\n." (substring (svvs-get view 'log) 0 10000009)))
    (should (string-suffix-p "\n.998\n.999\n." (svvs-get view 'log)))
    (should (eql (svvs-get view 'n) -1))
    (should (length= (gethash "log" before) 10000000))
    (svvs--fold-change view (svvs-json-parse "{\"appended\":{\"log\":\"a\"}}"))
    (svvs--fold-change view (svvs-json-parse "{\"changes\":{\"log\":\"new\"}}"))
    (should (equal (svvs-get view 'log) "new"))
    (should-error (svvs--fold-change view (svvs-json-parse "{\"appended\":{\"n\":\"a\"}}")) :type 'svvs-json-error)))

(ert-deftest svvs-test-a-text-may-contain-any-character ()
  (svvs-test-with-server server
    (let ((view (svvs-open server "mirror")))
      (dolist (text '("a\0b" "\\u0000" "\0日😀\"\\\n\x7f"))
        (svvs-set view :text text)
        (should (equal (svvs-get view 'text) text)))))
  (let ((values "[null,false,true,{},[],-1.5,9223372036854775807"))
    (should (equal (svvs-test-plain (svvs-json-parse (concat values "]")))
                   (svvs-test-plain (seq-subseq (svvs-json-parse (concat values ",\"\\u0000\"]")) 0 -1)))))
  (dolist (text '("[\"\\u0000\"" "{\"\\u0000\" 1}"))
    (should-error (svvs-json-parse text) :type 'svvs-json-error)))

(ert-deftest svvs-test-a-closed-view-receives-and-does-nothing ()
  (svvs-test-with-server server
    (let ((counter (svvs-open server "counterA"))
          reported)
      (svvs-watch counter (lambda (_view names _cause) (push names reported)))
      (svvs-close counter)
      (svvs-close counter)
      (svvs-call (svvs-open server "counterA") 'increment)
      (should (equal reported '(nil)))
      (should (equal (svvs-get counter 'count) 0))
      (svvs-test-error-of svvs-view-closed (svvs-call counter 'increment))
      (svvs-test-error-of svvs-view-closed (svvs-notify counter 'increment)))))

(ert-deftest svvs-test-a-session-closes-with-its-views ()
  (svvs-test-with-server server
    (let* ((session (svvs-open-session server "window"))
           (inside (svvs-open server "player" :session session))
           (outside (svvs-open server "player")))
      (should (equal session "window"))
      (svvs-close-session server session)
      (should-not (svvs-view-live inside))
      (should (svvs-view-live outside)))))

(ert-deftest svvs-test-the-server-ends-with-its-connection ()
  (let (view)
    (svvs-test-with-server server
      (setq view (svvs-open server "player"))
      (svvs-disconnect server)
      (should (equal (svvs-test-error-of svvs-server-died (svvs-open server "player"))
                     '(svvs-server-died "The server was shut down"))))
    (should-not (svvs-view-live view))))

(ert-deftest svvs-test-two-servers-are-independent ()
  (svvs-test-with-server one
    (let ((counter (svvs-open one "counterA")))
      (svvs-call counter 'increment)
      (let* ((two (svvs-connect svvs-test-server))
             (pid (process-id (svvs-connection-process two))))
        (should (equal (svvs-get (svvs-open two "counterA") 'count) 0))
        (svvs-disconnect two)
        (svvs-test-wait (lambda () (null (process-attributes pid)))))
      (svvs-call counter 'increment)
      (should (equal (svvs-get counter 'count) 2)))))

(provide 'svvs-client-tests)
;;; svvs-client-tests.el ends here
