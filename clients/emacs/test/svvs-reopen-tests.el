;;; svvs-reopen-tests.el --- Servers that have ended and are started again  -*- lexical-binding: t; -*-

;;; Commentary:

;; One key reopens all views in their buffers.

;;; Code:

(require 'svvs-test-shared)

(defun svvs-test--kill (connection)
  "Kill the server of CONNECTION, and wait until the client has noticed."
  (signal-process (svvs-connection-process connection) 'SIGKILL)
  (svvs-test-wait (lambda () (svvs-connection-failure connection))))

(ert-deftest svvs-test-one-key-reopens-all-views ()
  (svvs-test-with-buffer (login "login")
    (svvs-open-view "user" '("id" "A"))
    (let ((user (current-buffer))
          (count (length (svvs-buffers))))
      (switch-to-buffer "*svvs login*")
      (svvs-test-go "userId")
      (svvs-test-keys "u n s e n t")
      (goto-char (point-min))
      (svvs-test--kill server)
      (svvs-test-keys "g")
      (svvs-test-with (again svvs-current-connection)
        (should-not (eq again server))
        (should (equal (length (svvs-buffers)) count))
        (should (equal (svvs-test-line "userId") "unsent"))
        (should (svvs-view-live svvs-buffer-view))
        (with-current-buffer user
          (should (equal (buffer-name) "*svvs user id=A*"))
          (svvs-test-shows "displayName" "User A"))
        (svvs-call svvs-buffer-view 'didAppear)
        (should (equal (svvs-get svvs-buffer-view 'loginState) "notLoggedIn"))
        (ignore login)))))

(ert-deftest svvs-test-a-view-that-is-opened-after-a-crash-has-its-buffer-and-its-text ()
  (svvs-test-with-buffer (view "login")
    (svvs-set view :userId "own")
    (svvs-test-shows "userId" "own")
    (svvs-test-keys "C-e 1 RET")
    (svvs-wait-for view (lambda () (equal (svvs-get view 'userId) "own1")))
    (svvs-test-wait #'svvs-test-idle-p)
    (let ((buffer (current-buffer)))
      (svvs-test--kill server)
      (call-interactively #'svvs)
      (svvs-test-with (again svvs-current-connection)
        (should (equal (svvs-buffers) (list buffer)))
        (should (svvs-view-live svvs-buffer-view))
        (should (equal (svvs-get svvs-buffer-view 'userId) ""))
        (should (equal (svvs-test-line "userId") "own1"))))))

(ert-deftest svvs-test-a-password-of-a-dead-server-is-not-shown-as-entered ()
  (svvs-test-with-buffer (login "login")
    (svvs-test-go "password")
    (svvs-test-answering '("pass") (svvs-test-keys "RET"))
    (svvs-test-shows "password" "[Enter] entered")
    (svvs-test-wait #'svvs-test-idle-p)
    (svvs-test--kill server)
    (svvs-test-shows "password" "[Enter] ")
    (ignore login)))

(ert-deftest svvs-test-a-password-of-a-dead-server-is-forgotten-with-its-buffer ()
  (svvs-test-with-buffer (view "login")
    (svvs-test--kill server)
    (svvs-test-go "password")
    (svvs-test-answering '("secret") (svvs-test-keys "RET"))
    (should (equal (svvs-test-line "password") "[Enter] not sent"))
    (kill-buffer)
    (svvs-open-view "login" nil)
    (svvs-test-with (again svvs-current-connection)
      (should (equal (svvs-test-line "password") "[Enter] ")))))

(ert-deftest svvs-test-a-password-that-a-dead-server-has-not-received-is-sent-to-the-next ()
  (svvs-test-with-fifo fifo
    (svvs-test-with-buffer-of
        (svvs-test-fake (format "is_first = not os.path.exists('%1$s')
open('%1$s', 'w').close()
text = {'type': 'string'}
described(t={'properties': {'pin': {**text, 'writeOnly': True}}, 'actions': {'enter': {}}})
opened()
setting = receive('view/set')
if is_first: os._exit(3)
assert setting['params']['properties'] == {'pin': 'unseen'}, setting
reply(setting, commit=1)
reply(receive('enter'), commit=1)
end_of_input()" (concat fifo ".second")))
        (view "t")
      (svvs-test-go "pin")
      (svvs-test-answering '("unseen") (svvs-test-keys "RET"))
      (svvs-test-wait (lambda () (svvs-connection-failure server)))
      (should (equal (svvs-test-line "pin") "[Enter] not sent"))
      (svvs-test-keys "g")
      (let ((svvs-shutdown-timeout 0.2))
        (svvs-test-with (again svvs-current-connection)
          (svvs-call-action "enter")
          (svvs-test-wait #'svvs-test-idle-p)
          (should (equal (svvs-test-line "pin") "[Enter] entered"))
          (should-not (svvs-connection-failure again)))))))

(ert-deftest svvs-test-in-a-field-another-key-reopens-all-views-and-point-stays-there ()
  (svvs-test-with-buffer (view "login")
    (svvs-test-go "userId")
    (svvs-test-keys "u n s e n t C-b")
    (svvs-test--kill server)
    (should (string-match-p "C-c C-o reopens all" (svvs-page-header)))
    (let ((place (point))
          said)
      (cl-letf (((symbol-function 'message) (lambda (&rest arguments) (push (apply #'format arguments) said))))
        (svvs-test-keys "C-c C-o"))
      (should (member "svvs: Opened again: 1 view" said))
      (should (eq (point) place)))
    (svvs-test-with (again svvs-current-connection)
      (should-not (eq again server))
      (svvs-test-keys "x")
      (should (equal (svvs-test-line "userId") "unsenxt"))
      (goto-char (point-min))
      (should-not (string-match-p "C-c C-o" (svvs-page-header))))))

;; An error would end the macro, as it discards what was typed in a command loop.
(ert-deftest svvs-test-a-form-that-is-typed-as-the-server-ends-keeps-its-texts-and-the-key-after-it-reopens ()
  (svvs-test-with-buffer (view "login")
    (svvs-test--kill server)
    (should (equal (svvs-test-messages
                     (svvs-test-answering '("secret") (svvs-test-keys "1 2 RET C-c C-o")))
                   `("svvs: Opened again: 1 view" ,@(make-list 4 "svvs: The server was ended by SIGKILL"))))
    (svvs-test-with (again svvs-current-connection)
      (should (svvs-view-live svvs-buffer-view))
      (should (equal (svvs-test-line "userId") "12"))
      (should (equal (svvs-test-line "password") "[Enter] not sent")))))

(ert-deftest svvs-test-the-key-reopens-all-views-also-if-emacs-has-not-noticed-the-end-of-the-server ()
  (svvs-test-with-buffer (view "login")
    (svvs-test-keys "1 2")
    (signal-process (svvs-connection-process server) 'SIGKILL)
    ;; Without reading from it.
    (with-timeout (20 (ert-fail "The server runs")) (while (process-live-p (svvs-connection-process server))))
    (should (svvs-view-live view))
    (svvs-test-keys "C-c C-o")
    (svvs-test-with (again svvs-current-connection)
      (should-not (eq again server))
      (should (svvs-view-live svvs-buffer-view))
      (should (equal (svvs-test-line "userId") "12")))))

(ert-deftest svvs-test-a-key-that-is-pressed-again-while-a-view-is-reopened-opens-it-once ()
  (svvs-test-with-fifo fifo
    (svvs-test-with-buffer-of
        (svvs-test-fake (format "is_first = not os.path.exists('%1$s')
open('%1$s', 'w').close()
for _ in [1] if is_first else [1, 2]: described(t={'properties': {'a': {'type': 'string'}}, 'actions': {}})
if is_first:
    opened(a='')
    receive()
    os._exit(3)
openings = [receive('view/open') for _ in 'vw']
for view, opening in zip('vw', openings): reply(opening, view=view, commit=1, state={'a': ''})
closing = receive('view/close')
assert closing['params'] == {'view': 'w'}, closing
reply(closing)
end_of_input()" (concat fifo ".second")))
        (view "t")
      (ignore-error svvs-error (svvs-notify view 'end))
      (svvs-test-wait (lambda () (svvs-connection-failure server)))
      (let ((svvs-command-timeout 0)
            (svvs-shutdown-timeout 0.2))
        (svvs-test-keys "g g")
        (svvs-test-with (again svvs-current-connection)
          (svvs-test-wait (lambda () (svvs-view-live svvs-buffer-view)))
          (svvs-test-wait (lambda () (zerop (hash-table-count (svvs-connection-pending again)))))
          (should (equal (svvs-view-id svvs-buffer-view) "v"))
          (should (equal (hash-table-keys (svvs-connection-views again)) '("v"))))))))

(ert-deftest svvs-test-the-server-is-started-again-with-its-command ()
  (let ((svvs-current-connection nil)
        (command (append svvs-test-server '("--language" "en"))))
    (save-window-excursion
      (svvs-start command)
      (svvs-open-view "mirror" nil)
      (svvs-test--kill svvs-current-connection)
      (svvs-test-keys "g")
      (svvs-test-with (again svvs-current-connection)
        (should (equal (process-command (svvs-connection-process again)) command))
        (mapc #'kill-buffer (svvs-buffers))))))

(ert-deftest svvs-test-a-failure-to-start-the-server-again-is-reported ()
  (svvs-test-with-buffer (view "mirror")
    (svvs-test--kill server)
    (setf (nth 1 (svvs-connection-origin server)) '("/no/such/svvs"))
    (should (string-match-p "Cannot find the server /no/such/svvs" (cadr (should-error (svvs-refresh-buffer)))))
    (should (buffer-live-p (current-buffer)))
    (should-not (svvs-view-live view))))

(ert-deftest svvs-test-a-closed-view-is-reopened-alone ()
  (svvs-test-with-buffer (view "counterA")
    (svvs-close view)
    (should (string-match-p "g reopens it: closed" (svvs-page-header)))
    (svvs-test-keys "g")
    (should (eq (svvs-view-connection svvs-buffer-view) server))
    (svvs-test-press "increment")
    (svvs-test-shows "count" "1")))

;; The view is opened twice under the same id; a call of an action closes the first one.
(defconst svvs-test--closing "
described(t={'properties': {'text': {'type': 'string', 'readOnly': True},
                            'error': {'type': 'string', 'readOnly': True, 'x-error': True}},
             'actions': {'leave': {}}})
for text in ('private', 'another'):
    opened(text=text, error='trouble')
    call = receive('leave')
    send(method='session/changed', params={'session': 'default', 'opened': [], 'closed': ['v', 'w'], 'connections': 1})
    reply(call, commit=1)
end_of_input()
")

(ert-deftest svvs-test-a-view-that-the-server-closes-is-no-longer-shown ()
  (svvs-test-with-buffer-of (svvs-test-fake svvs-test--closing) (view "t")
    (svvs-test-shows "text" "private")
    (svvs-test-press "leave")
    (svvs-test-wait (lambda () (not (svvs-view-live view))))
    (should (string-match-p "g reopens it: closed by the server" (svvs-page-header)))
    (svvs-test-wait (lambda () (not (string-match-p "private\\|trouble" (buffer-string)))))
    (should (equal (svvs-test-messages (svvs-call-action "leave")) '("svvs: The view is closed")))
    (svvs-test-keys "g")
    (svvs-test-shows "text" "another")
    (should-not (string-match-p "closed" (svvs-page-header)))))

(ert-deftest svvs-test-a-view-that-is-refused-after-a-restart-says-why ()
  (svvs-test-with-fifo fifo
    (svvs-test-with-buffer-of
        ;; The second server refuses a view until the user has logged in.
        (svvs-test-fake (format "text = {'type': 'string'}
is_first = not os.path.exists('%1$s')
open('%1$s', 'w').close()
described(login={'properties': {'name': text}, 'actions': {}},
          rooms={'subtitle': {'property': 'owner'}, 'properties': {
              'rooms': {'type': 'array', 'readOnly': True}, 'owner': text, 'draft': {**text, 'x-filters': 'rooms'}},
              'actions': {}})
opened('l', name='me')
if is_first:
    opened('r', rooms=['a private room'], owner='Hanako', draft='')
    receive()
    os._exit(3)
else:
    refuse(receive('view/open'), -32602, 'InvalidParams', 'Log in to the chat first')
    opened('s', rooms=['another room'], draft='')
    assert receive('view/set')['params']['properties'] == {'draft': 'unsent'}
    end_of_input()" (concat fifo ".second")))
        (login "login")
      (svvs-open-view "rooms" nil)
      (svvs-test-go "draft")
      (svvs-test-keys "u n s e n t")
      (let ((rooms (current-buffer)))
        (switch-to-buffer "*svvs login*")
        (ignore-errors (svvs-call login 'end))
        (svvs-test-wait (lambda () (svvs-connection-failure server)))
        (should (equal (car (svvs-test-messages (svvs-test-keys "g")))
                       "svvs: Opened again: 1 view, 1 refused: Log in to the chat first"))
        (let ((svvs-shutdown-timeout 0.2))
          (svvs-test-with (again svvs-current-connection)
            (should-not (string-match-p "has ended" (svvs-page-header)))
            (switch-to-buffer rooms)
            (should (equal (substring-no-properties (svvs-page-header))
                           " Rooms  g tries again: Log in to the chat first"))
            (should-not (string-match-p "private" (buffer-string)))
            (should (equal (svvs-test-line "draft") "unsent"))
            (svvs-test-keys "g")
            (should (string-match-p "another room" (buffer-string)))
            (should (equal (svvs-test-line "draft") "unsent"))
            ;; A filter is sent at once.
            (should (svvs-field-waiting-p))
            (should-not (string-match-p "tries again" (svvs-page-header)))))))))

(ert-deftest svvs-test-reopening-does-not-wait-long-for-a-server-that-ignores-session-join ()
  (svvs-test-with-fifo fifo
    (svvs-test-with-buffer-of
        (svvs-test-fake (format "is_first = not os.path.exists('%1$s')
open('%1$s', 'w').close()
described(t={'properties': {}, 'actions': {}})
if is_first:
    opened()
    reply(receive('session/open'), session='work', token='t')
    receive()
    os._exit(3)
reply(receive('session/list'), sessions=[{'session': 'work'}])
receive('session/join')
end_of_input()" (concat fifo ".second")))
        (view "t")
      (svvs-share server "work")
      (ignore-errors (svvs-refresh view))
      (svvs-test-wait (lambda () (svvs-connection-failure server)))
      (let ((svvs-shutdown-timeout 0.2)
            (svvs-command-timeout 0.2)
            (svvs-timeout 8)
            (start (float-time)))
        (should (equal (svvs-test-messages (svvs-refresh-buffer))
                       '("svvs: The server has not replied yet; the command continues after the reply")))
        (should (< (- (float-time) start) 4))
        (svvs-test-with (again svvs-current-connection)
          (should (svvs-connection-live-p again)))))))

(ert-deftest svvs-test-a-shared-session-is-shared-again ()
  (svvs-test-with-shared
    (svvs-test-answering '("mine") (svvs-attach "fresh"))
    (svvs-open-view "counterA" nil)
    (let ((connection svvs-current-connection))
      (signal-process (svvs-json-get (svvs-connection-info connection) '(process pid)) 'SIGKILL)
      (svvs-test-wait (lambda () (svvs-connection-failure connection)))
      (svvs-test-keys "g")
      (should-not (eq svvs-current-connection connection))
      (should (equal (svvs--shared-session svvs-current-connection) "mine"))
      (should (equal (svvs-view-session svvs-buffer-view) "mine"))
      (svvs-test-press "increment")
      (svvs-test-shows "count" "1"))))

(provide 'svvs-reopen-tests)
;;; svvs-reopen-tests.el ends here
