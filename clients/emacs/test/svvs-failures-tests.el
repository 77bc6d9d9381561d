;;; svvs-failures-tests.el --- Servers that fail  -*- lexical-binding: t; -*-

;;; Commentary:

;; When a server fails, each waiting function signals an error of one line, and no
;; process is left.

;;; Code:

(require 'svvs-test-support)

(defun svvs-test--refused-start (condition pattern command)
  "Check that starting COMMAND signals CONDITION with a message of PATTERN."
  (let (processes)
    (cl-letf* ((start (symbol-function 'svvs-process-start))
               ((symbol-function 'svvs-process-start)
                (lambda (&rest arguments) (car (push (apply start arguments) processes)))))
      (let ((error (should-error (svvs-connect command) :type condition)))
        (should (string-match-p pattern (svvs-error-message error)))))
    (dolist (process processes) (svvs-test-nothing-left (process-id process)))
    (svvs-test-nothing-left -1)))

(ert-deftest svvs-test-a-missing-server ()
  (svvs-test--refused-start 'svvs-server-not-found "\\`Cannot find the server /no/such/svvs: name .*SVVS="
                            '("/no/such/svvs" "serve"))
  (svvs-test--refused-start 'svvs-server-not-found "Cannot find the server .*README.md"
                            (list (expand-file-name "README.md" svvs-test-root))))

(ert-deftest svvs-test-another-version-of-the-protocol ()
  (svvs-test--refused-start 'svvs-protocol-version-mismatch "version 0 of the protocol, not [1-9]"
                            (svvs-test-fake "# raw\ninitialized(0); end_of_input()"))
  (svvs-test--refused-start 'svvs-protocol-version-mismatch "version none"
                            (svvs-test-fake "# raw\nreply(receive()); end_of_input()")))

(ert-deftest svvs-test-a-server-that-ends-at-once ()
  (svvs-test--refused-start 'svvs-server-died "with status 3: a reason\\'"
                            (svvs-test-fake "# raw\nreceive(); print('no\\na reason', file=sys.stderr); sys.exit(3)"))
  (svvs-test--refused-start 'svvs-server-died "has ended\\|closed its input" '("true")))

(ert-deftest svvs-test-a-server-that-dies-during-a-call ()
  (dolist (way '(("sys.exit(3)" . "with status 3") ("os._exit(0)" . "with status 0")
                 ("os.kill(os.getpid(), signal.SIGKILL)" . "was ended by SIGKILL")
                 ("write('{\"id\": 1, '); os._exit(1)" . "with status 1")))
    (svvs-test-with-fake server (concat "opened(n=0); receive('act'); " (car way))
      (let ((view (svvs-open server "t"))
            reported)
        (svvs-watch view (lambda (_view names _cause) (push names reported)))
        (dolist (_ '(1 2))
          (let ((error (should-error (svvs-call view 'act :password "secret") :type 'svvs-error)))
            (should-not (string-match-p "secret" (format "%S" error)))))
        (should (string-match-p (cdr way) (svvs-error-message (svvs-connection-failure server))))
        (should (equal reported '(nil)))
        (should (equal (svvs-get view 'n) 0))
        (svvs-test-error-of svvs-server-died (svvs-open server "t"))
        (svvs-test-error-of svvs-server-died (svvs-wait-for view #'ignore))))))

(ert-deftest svvs-test-a-server-that-replies-and-ends-at-once ()
  (svvs-test-with-fake server "opened(text='')
call = receive('act')
changed(1, 2, text='ä' * 1_000_000)
reply(call, commit=2)
os._exit(0)"
    (let ((view (svvs-open server "t")))
      (svvs-call view 'act)
      (should (equal (length (svvs-get view 'text)) 1000000)))))

(ert-deftest svvs-test-a-server-that-stops-replying ()
  (let ((svvs-shutdown-timeout 0.2))
    (let ((svvs-timeout 0.3))
      (svvs-test--refused-start 'svvs-timed-out "has not replied to initialize within 0.3 s"
                                (svvs-test-fake "# raw\nsignal.pause()")))
    (should
     (equal (svvs-test-messages
              (svvs-test-with-fake server "ignore_signals(); opened(); signal.pause()"
                (let ((view (svvs-open server "t"))
                      (svvs-timeout 0.3))
                  (svvs-test-error-of svvs-timed-out (svvs-call view 'act)))))
            '("svvs: The server did not end within 0.2 s and was killed")))))

(ert-deftest svvs-test-a-late-reply-ends-only-its-request ()
  (svvs-test-with-fake server "opened(n=1)
late, other, cancel = receive('late'), receive('other'), receive('$/cancelRequest')
assert cancel['params'] == {'id': late['id']}
changed(1, 2, n=2)
reply(late, commit=2)
reply(other, commit=2)
end_of_input()"
    (let* ((view (svvs-open server "t"))
           reported
           (report (lambda (_) (setq reported t)))
           (late (svvs-call-async view 'late nil :success report :error report))
           (other (svvs-call-async view 'other nil)))
      (svvs-test-error-of svvs-timed-out (svvs-await late 0.1))
      (svvs-await other)
      (should-not reported)
      (should (svvs-view-live view))
      (should (equal (svvs-get view 'n) 2)))))

(ert-deftest svvs-test-a-view-that-comes-late-is-closed ()
  (svvs-test-with-fake server "late, cancel, call = receive('view/open'), receive('$/cancelRequest'), receive('m')
assert cancel['params'] == {'id': late['id']}
reply(late, view='v', commit=1, state={})
close = receive('view/close')
assert close['params'] == {'view': 'v'}
reply(close)
reply(call)
end_of_input()"
    (let ((svvs-timeout 0.1))
      (svvs-test-error-of svvs-timed-out (svvs-open server "t")))
    (svvs-request server 'm)
    (should (hash-table-empty-p (svvs-connection-views server)))))

(defun svvs-test--bad-message (garbage)
  "Return the message of the error after GARBAGE, a literal of bytes in Python."
  (let (error)
    (svvs-test-with-fake server (format "opened(n=0); receive('act')
write(b'%s'); end_of_input()" garbage)
      (let ((view (svvs-open server "t")))
        (setq error (svvs-test-error-of svvs-bad-message (svvs-call view 'act)))
        (should (equal error (svvs-test-error-of svvs-bad-message (svvs-call view 'act))))))
    (cadr error)))

(ert-deftest svvs-test-a-line-of-garbage-is-shown-cut-and-cleaned ()
  (pcase-dolist (`(,garbage . ,shown)
                 '(("Hello, world!\\n" . "Hello, world!") ("a\\tb\\x1b[31m\"\\\\\\r\\n" . "a␉b␛[31m\"\\")
                   ("\\xff\\x00" . "\ufffd␀") ("\\xe2\\x80\\xae\\xe6\\x97\\xa5\\n" . "\ufffd日") ("\\n" . "")
                   ("Content-Length: 2\\r\\n\\r\\n{}" . "Content-Length: 2") ("[]\\n" . "[]")))
    (should (equal (svvs-test--bad-message garbage)
                   (format "The server wrote a line that is not a message of the protocol: \"%s\"" shown)))))

(ert-deftest svvs-test-a-wrong-message-ends-the-server-and-is-not-shown ()
  (dolist (garbage '("{secret\\n" "{\"id\": \"\\xff\"}\\n" "{} {}\\n" "{}\\n"
                     "{\"id\": 7, \"result\": \"secret\"}\\n" "{\"id\": 7, \"method\": \"secret\"}\\n"
                     "{\"method\": \"state/changed\", \"params\": {\"views\": [1]}}\\n"
                     "{\"method\": \"state/changed\", \"params\": {\"views\": [{\"view\": \"v\", \"from\": 1}]}}\\n"))
    (should-not (string-match-p "secret" (svvs-test--bad-message garbage)))))

(ert-deftest svvs-test-a-malformed-error-ends-the-server ()
  (dolist (error '("5" "[]" "{'code': 1}" "{'code': 1, 'message': None}"))
    (svvs-test-with-fake server (format "opened(); send(id=receive('act')['id'], error=%s); end_of_input()" error)
      (svvs-test-error-of svvs-bad-message (svvs-call (svvs-open server "t") 'act)))))

(ert-deftest svvs-test-an-error-may-have-no-kind-and-any-code ()
  (svvs-test-with-fake server "opened()
send(id=receive('act')['id'], error={'code': -1, 'message': 'No', 'data': {'kind': None}})
end_of_input()"
    (let ((error (svvs-test-error-of svvs-refused (svvs-call (svvs-open server "t") 'act))))
      (should (equal (cadr error) "No"))
      (should-not (svvs-error-kind error)))))

(ert-deftest svvs-test-an-incomplete-reply-ends-the-server ()
  (svvs-test-with-fake server "reply(receive(), view='v'); end_of_input()"
    (svvs-test-error-of svvs-bad-message (svvs-open server "t"))))

(ert-deftest svvs-test-endless-garbage ()
  (svvs-test--refused-start 'svvs-bad-message "not a message"
                            (svvs-test-fake "# raw\nwhile True: write('garbage' * 1000)")))

(ert-deftest svvs-test-a-missed-change-ends-the-server-and-every-call ()
  (svvs-test-with-fake server "opened(n=1)
receive('slow')
receive('act')
changed(5, 6, n=6)
end_of_input()"
    (let* ((view (svvs-open server "t"))
           (slow (svvs-call-async view 'slow nil)))
      (should (string-match-p "does not follow"
                              (cadr (svvs-test-error-of svvs-bad-message (svvs-call view 'act)))))
      (svvs-test-error-of svvs-bad-message (svvs-await slow))
      (svvs-test-error-of svvs-bad-message (svvs-refresh view))
      (should-not (svvs-view-live view))
      (should (equal (svvs-get view 'n) 1)))))

(ert-deftest svvs-test-a-patch-that-does-not-fit-ends-the-server ()
  (svvs-test-with-fake server "opened(n=1)
receive('act')
send(method='state/changed', params={'commit': 2, 'views': [
    {'view': 'v', 'from': 1, 'patch': [{'op': 'remove', 'path': '/m'}]}]})
end_of_input()"
    (svvs-test-error-of svvs-bad-message (svvs-call (svvs-open server "t") 'act))))

(ert-deftest svvs-test-changes-of-an-unknown-view-are-ignored ()
  (svvs-test-with-fake server "opened(n=1)
call = receive('act')
changed(5, 6, 'w', n=6)
reply(call, commit=6)
end_of_input()"
    (let ((view (svvs-open server "t")))
      (svvs-call view 'act)
      (should (equal (list (svvs-view-commit view) (svvs-get view 'n)) '(1 1))))))

(ert-deftest svvs-test-a-crash-is-reported-with-its-reason-and-last-line-and-without-its-backtrace ()
  (dolist (case '(("main.swift:3: Fatal error: No such row\\n" . "main.swift:3: Fatal error: No such row; ") ("" . "")))
    (svvs-test-with-fake server (format "opened(n=1)
receive('act')
sys.stderr.write('a line before\\n%s\\n')
for number in range(1000): print('frame', number, 'rax 0x0', file=sys.stderr)
print('svvs: crashed in the action act of the view t\\n', file=sys.stderr, flush=True)
os.kill(os.getpid(), signal.SIGILL)" (car case))
      (let ((view (svvs-open server "t"))
            (end (list 'svvs-server-died (concat "The server was ended by SIGILL: " (cdr case)
                                                 "svvs: crashed in the action act of the view t"))))
        (should (equal (svvs-test-error-of svvs-server-died (svvs-call view 'act)) end))
        (should (equal (svvs-test-error-of svvs-server-died (svvs-call view 'act)) end))))))

(ert-deftest svvs-test-the-notice-of-a-wait-is-not-the-reason-of-an-end ()
  (dolist (reason '("" "no disk"))
    (svvs-test--refused-start
     'svvs-server-died (concat "The server has ended with status 1" (and (not (equal reason "")) ": ") reason "\\'")
     (svvs-test-fake (format "# raw
sys.stderr.write('%s\\nMy App: waiting for the server at /x (pid 7), which does not answer\\n'); sys.exit(1)" reason)))))

(ert-deftest svvs-test-messages-that-arrive-in-one-read-are-all-handled-at-once ()
  (svvs-test-with-fake server "opened(n=0)
receive('act')
send_together(*[{'method': 'state/changed', 'params': {'commit': n + 1, 'views': [
    {'view': 'v', 'from': n, 'changes': {'n': n}}]}} for n in (1, 2, 3)])
end_of_input()"
    (let ((view (svvs-open server "t")))
      (svvs-notify view 'act)
      ;; `svvs--wait' does not run, which would handle messages that were left over.
      (svvs-test-wait (lambda () (eql (svvs-get view 'n) 3))))))

(ert-deftest svvs-test-unknown-methods-and-members-are-ignored ()
  (svvs-test-with-fake server "opened(n=1)
call = receive('act')
write('{\"method\":\"news\",\"more\":{}}\\r\\n')
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

(ert-deftest svvs-test-a-quit-does-not-interrupt-the-handling-of-a-message ()
  (svvs-test-with-server server
    (let ((counter (svvs-open server "counterA"))
          is-handled)
      (svvs-watch counter (lambda (_view names _cause)
                            (when names
                              (setq quit-flag t)
                              (setq is-handled (format "%s" names)))))
      ;; In a timer, nothing quits.
      (cl-letf (((symbol-function 'run-at-time) (lambda (&rest _) t)))
        (should (eq 'quit (condition-case nil (svvs-call counter 'increment) (quit 'quit))))
        (should is-handled))
      (setf (svvs-connection-timer server) nil)
      (should (equal (svvs-get counter 'count) 1)))))

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
