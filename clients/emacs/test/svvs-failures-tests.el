;;; svvs-failures-tests.el --- Servers that do not do as they should  -*- lexical-binding: t; -*-

;;; Commentary:

;; Whatever becomes of a server, whoever waits is told in one line, and no
;; process stays behind.

;;; Code:

(require 'svvs-test-support)

(defun svvs-test--refused-start (condition pattern command)
  "See that COMMAND cannot be connected to, by CONDITION and a message of PATTERN."
  (let (processes)
    (cl-letf* ((start (symbol-function 'svvs-process-start))
               ((symbol-function 'svvs-process-start)
                (lambda (&rest arguments) (car (push (apply start arguments) processes)))))
      (let ((error (should-error (svvs-test-connect command) :type condition)))
        (should (string-match-p pattern (svvs-error-message error)))))
    (dolist (process processes) (svvs-test-nothing-left (process-id process)))
    (svvs-test-nothing-left -1)))

(ert-deftest svvs-test-a-server-that-is-not-there ()
  (svvs-test--refused-start 'svvs-no-server "\\`Cannot find the server /no/such/svvs, "
                            '("/no/such/svvs" "serve"))
  (svvs-test--refused-start 'svvs-no-server "Cannot find the server .*README.md"
                            (list (expand-file-name "README.md" svvs-test-root))))

(ert-deftest svvs-test-another-version-of-the-protocol ()
  (svvs-test--refused-start 'svvs-wrong-version "version 2 of the protocol, not 1"
                            (svvs-test-fake "initialized(2); end_of_input()"))
  (svvs-test--refused-start 'svvs-wrong-version "version none"
                            (svvs-test-fake "reply(receive()); end_of_input()")))

(ert-deftest svvs-test-a-server-that-ends-at-once ()
  (svvs-test--refused-start 'svvs-server-died "with status 3: a reason\\'"
                            (svvs-test-fake "receive(); print('no\\na reason', file=sys.stderr); sys.exit(3)"))
  (svvs-test--refused-start 'svvs-server-died "has died\\|closed its input" '("true")))

(ert-deftest svvs-test-a-server-that-dies-in-mid-call ()
  (dolist (way '(("sys.exit(3)" . "with status 3") ("os._exit(0)" . "with status 0")
                 ("os.kill(os.getpid(), signal.SIGKILL)" . "of signal 9")
                 ("write('Content-Length: 99\\r\\n\\r\\n{'); os._exit(1)" . "with status 1")))
    (svvs-test-with-fake server (concat "opened(n=0); receive('act'); " (car way))
      (let ((view (svvs-open server "t"))
            told)
        (svvs-watch view (lambda (_view names _cause) (push names told)))
        (dolist (_ '(1 2))
          (let ((error (should-error (svvs-call view 'act :password "secret") :type 'svvs-error)))
            (should-not (string-match-p "secret" (format "%S" error)))))
        (should (string-match-p (cdr way) (svvs-error-message (svvs--failure server))))
        (should (equal told '(nil)))
        (should (equal (svvs-get view 'n) 0))
        (svvs-test-error-of svvs-server-died (svvs-open server "t"))
        (svvs-test-error-of svvs-server-died (svvs-wait-for view #'ignore))))))

(ert-deftest svvs-test-a-server-that-answers-and-ends-at-once ()
  (svvs-test-with-fake server "opened(text='')
call = receive('act')
changed(1, 2, text='ä' * 1_000_000)
reply(call, commit=2)
os._exit(0)"
    (let ((view (svvs-open server "t")))
      (svvs-call view 'act)
      (should (equal (length (svvs-get view 'text)) 1000000)))))

(ert-deftest svvs-test-a-server-that-stops-answering ()
  (let ((svvs-shutdown-timeout 0.2))
    (let ((svvs-timeout 0.3))
      (svvs-test--refused-start 'svvs-timed-out "has not answered initialize within 0.3 s"
                                (svvs-test-fake "signal.pause()")))
    (should
     (equal (svvs-test-messages
              (svvs-test-with-fake server "signal.signal(signal.SIGTERM, signal.SIG_IGN)
opened()
while True: signal.pause()"
                (let ((view (svvs-open server "t"))
                      (svvs-timeout 0.3))
                  (svvs-test-error-of svvs-timed-out (svvs-call view 'act)))))
            '("svvs: The server did not end by itself and was killed")))))

(ert-deftest svvs-test-garbage-ends-the-server ()
  (dolist (garbage '("Hello, secret!\n" "{\"jsonrpc\":\"2.0\"}\n" "Content-Length: x\r\n\r\n{}"
                     "Content-Type: a\r\n\r\n{}" "secret\r\n" "\\xff\\x00" "Content-Length: 6\r\n\r\nsecret"
                     "Content-Length: 2\r\n\r\n[]" "Content-Length: 4\r\n\r\ntrue"
                     "Content-Length: 28\r\n\r\n{\"id\":7,\"result\":\"secret  \"}"
                     "Content-Length: 28\r\n\r\n{\"id\":7,\"method\":\"secret  \"}"
                     "Content-Length: 47\r\n\r\n{\"method\":\"state/changed\",\"params\":{\"views\":[1]}}"))
    (svvs-test-with-fake server (format "opened(n=0); receive('act'); write(%s); end_of_input()"
                                        (replace-regexp-in-string
                                         "\r" "\\\\r" (replace-regexp-in-string
                                                       "\n" "\\\\n" (concat "'" garbage "'"))))
      (let ((view (svvs-open server "t")))
        (dolist (_ '(1 2))
          (let ((error (svvs-test-error-of svvs-bad-message (svvs-call view 'act))))
            (should-not (string-match-p "secret" (format "%S" error)))))))))

(ert-deftest svvs-test-an-error-that-is-none-ends-the-server ()
  (dolist (error '("5" "[]" "{'code': 1}" "{'code': 1, 'message': None}"))
    (svvs-test-with-fake server (format "opened(); send(id=receive('act')['id'], error=%s); end_of_input()" error)
      (svvs-test-error-of svvs-bad-message (svvs-call (svvs-open server "t") 'act)))))

(ert-deftest svvs-test-an-error-may-be-of-no-kind-and-of-any-code ()
  (svvs-test-with-fake server "opened()
send(id=receive('act')['id'], error={'code': -1, 'message': 'No', 'data': {'kind': None}})
end_of_input()"
    (let ((error (svvs-test-error-of svvs-refused (svvs-call (svvs-open server "t") 'act))))
      (should (equal (cadr error) "No"))
      (should-not (svvs-error-kind error)))))

(ert-deftest svvs-test-an-incomplete-answer-ends-the-server ()
  (svvs-test-with-fake server "initialized(); reply(receive(), view='v'); end_of_input()"
    (should (string-match-p "view/open is incomplete"
                            (cadr (svvs-test-error-of svvs-bad-message (svvs-open server "t")))))))

(ert-deftest svvs-test-endless-garbage ()
  (svvs-test--refused-start 'svvs-bad-message "no message"
                            (svvs-test-fake "while True: write('garbage' * 1000)")))

(ert-deftest svvs-test-a-missed-change-is-asked-for ()
  (svvs-test-with-fake server "opened(n=1, m=1)
call = receive('act')
changed(5, 6, n=6)
changed(6, 7, n=7)
reply(call, commit=7)
get = receive('view/get')
reply(get, view='v', commit=7, state={'n': 7, 'm': 3})
changed(7, 8, n=8)
end_of_input()"
    (let ((view (svvs-open server "t"))
          told)
      (svvs-watch view (lambda (view names _cause) (push (cons (svvs-get view 'n) names) told)))
      (svvs-call view 'act)
      (svvs-wait-for view (lambda () (eql (svvs-view-commit view) 8)))
      (should (equal told '((8 "n") (7 "n" "m"))))
      (should (equal (svvs-get view 'm) 3)))))

(ert-deftest svvs-test-a-call-returns-after-what-it-changed-though-that-was-missed ()
  (dolist (answer '("result={'commit': 6}" "error={'code': 1, 'message': 'No'}"))
    (svvs-test-with-fake server (format "opened(n=1)
call = receive('act')
changed(5, 6, n=6)
send(id=call['id'], %s)
reply(receive('view/get'), view='v', commit=6, state={'n': 6})
end_of_input()" answer)
      (let* ((view (svvs-open server "t"))
             seen
             (look (lambda (_) (setq seen (svvs-get view 'n)))))
        (ignore-error svvs-refused
          (svvs-await (svvs-call-async view 'act nil :success look :error look)))
        (should (equal seen 6))))))

(ert-deftest svvs-test-what-comes-behind-a-missed-change-is-folded-at-once ()
  (svvs-test-with-fake server "opened(n=1)
call = receive('act')
other = receive('view/open')
changed(5, 6, n=6)
reply(other, view='w', commit=6, state={'n': 0})
changed(6, 7, 'w', n=1)
reply(call, commit=7)
reply(receive('view/get'), view='v', commit=7, state={'n': 7})
end_of_input()"
    (let* ((view (svvs-open server "t"))
           (call (svvs-call-async view 'act nil))
           (other (svvs-open server "t")))
      (should (equal (list (svvs-get view 'n) (svvs-get other 'n) (svvs-view-commit other)) '(7 1 7)))
      (svvs-await call))))

(ert-deftest svvs-test-who-dies-owing-a-missed-change-fails-the-calls-behind-it ()
  (svvs-test-with-fake server "opened(n=1)
call = receive('act')
changed(5, 6, n=6)
reply(call, commit=6)
receive('view/get')
sys.exit(3)"
    (svvs-test-error-of svvs-server-died (svvs-call (svvs-open server "t") 'act))))

(ert-deftest svvs-test-messages-that-come-in-one-piece-are-all-taken-at-once ()
  (svvs-test-with-fake server "opened(n=0)
receive('act')
text = [frame(json.dumps({'method': 'state/changed', 'params': {'commit': n + 1, 'views': [
    {'view': 'v', 'from': n, 'changes': {'n': n}}]}})) for n in (1, 2, 3)]
write(''.join(text))
end_of_input()"
    (let ((view (svvs-open server "t")))
      (svvs-notify view 'act)
      ;; Nobody waits in `svvs--wait', which would take what was left over.
      (svvs-test-wait (lambda () (eql (svvs-get view 'n) 3))))))

(ert-deftest svvs-test-what-is-unknown-is-ignored ()
  (svvs-test-with-fake server "opened(n=1)
call = receive('act')
write('Content-Type: x; charset=utf-8\\r\\n' + frame('{\"method\":\"news\",\"more\":{}}'))
send(id=call['id'], result={'commit': 1}, more=1)
end_of_input()"
    (should (svvs-call (svvs-open server "t") 'act))))

(ert-deftest svvs-test-an-error-in-a-watcher-is-a-message ()
  (let (debug-on-error)
    (svvs-test-with-server server
      (let ((counter (svvs-open server "counterA")))
        (svvs-watch counter (lambda (&rest _) (error "Oh\nno")))
        (should (equal (svvs-test-messages (svvs-call counter 'increment)) '("svvs: Oh no")))
        (should (equal (svvs-get counter 'count) 1))))))

(ert-deftest svvs-test-a-quit-cancels-the-call ()
  (svvs-test-with-server server
    (let ((view (svvs-open server "effects")))
      (should (eq 'quit (condition-case nil
                            (let ((timer (run-at-time 0.1 nil (lambda () (signal 'quit nil)))))
                              (unwind-protect
                                  (svvs-call view 'handle :action "buttonTap" :seconds 60)
                                (cancel-timer timer)))
                          (quit 'quit))))
      (svvs-wait-for view (lambda () (eql (svvs-get view 'tapsUnderWay) 0))))))

(provide 'svvs-failures-tests)
;;; svvs-failures-tests.el ends here
