;;; svvs-chat-tests.el --- Rooms of a chat in buffers  -*- lexical-binding: t; -*-

;;; Commentary:

;; Lists that are read from their ends, fields that RET submits, subtitles, and state
;; that is not for people.

;;; Code:

(require 'svvs-test-buffers)

(defconst svvs-test--room "
described(view_type(
    'room', part('room', 'record', members=[part('name')]),
    part('messages', 'rows', key='id', label='body',
         columns=[part('id', 'integer', priority=-1), part('name'), part('body', priority=1)],
         scroll={'from': 'end', 'target': 'target', 'member': 'id', 'resets': True}),
    part('draft', title='New message', editable=True, submits='send'), part('canSend', 'switch', role='hidden'),
    part('isLoading', 'switch', title='Loading', role='flag'),
    part('target', 'integer', nullable=True, editable=True, role='hidden'),
    subtitle={'property': 'room', 'member': 'name', 'kind': 'text'},
    actions=[action('refresh', letter='r'), action('send', letter='s')]))
def message(id): return {'id': id, 'name': 'Hanako', 'body': f'Message {id}'}
def patched(base, *steps):
    send(method='state/changed', params={'commit': base + 1, 'views': [{'view': 'v', 'from': base, 'patch': [
        {'op': op, 'path': path, 'value': value} for op, path, value in steps]}]})
def room(count, target=None):
    opened(room={'id': 1, 'name': 'Home'}, messages=[message(id + 1) for id in range(count)], draft='', canSend=False,
           isLoading=False, target=target)
"
  "The beginning of a script for a server with the room of a chat.")

(defmacro svvs-test-with-room (script &rest body)
  "Do BODY in the buffer of a room; SCRIPT is the script of the server."
  (declare (indent 1) (debug (form body)))
  `(svvs-test-with-buffer-of (svvs-test-fake (concat svvs-test--room ,script "\nend_of_input()")) (view "room")
     (let ((svvs-shutdown-timeout 0.2))
       ,@body
       (svvs-disconnect server))))

(ert-deftest svvs-test-a-subtitle-is-beside-the-title ()
  (svvs-test-with-room "room(1)
patched(1, ('replace', '/room/name', '100 %'))
receive('refresh')
patched(2, ('replace', '/room/name', ''))"
    (svvs-test-wait (lambda () (string-match-p "\\`Room · 100 %\n" (buffer-string))))
    (should (string-match-p "\\` Room · 100 %%  " (svvs-page-header)))
    (svvs-test-keys "r")
    (svvs-test-wait (lambda () (string-match-p "\\`Room\n" (buffer-string))))))

(ert-deftest svvs-test-state-that-is-not-for-people-is-not-shown ()
  (svvs-test-with-room "room(1)
receive('refresh')
patched(1, ('replace', '/isLoading', True))
receive('refresh')
patched(2, ('replace', '/isLoading', False))"
    (cl-flet ((shows (text) (save-excursion
                              (goto-char (point-min))
                              (and (search-forward text nil t) (not (invisible-p (match-beginning 0)))))))
      (should-not (svvs-field-named "canSend"))
      (should-not (svvs-field-named "target"))
      (should-not (shows "Loading"))
      (svvs-test-keys "r")
      (svvs-test-wait (lambda () (shows "Loading \n")))
      (svvs-test-keys "r")
      (svvs-test-wait (lambda () (not (shows "Loading")))))))

(ert-deftest svvs-test-return-sends-a-message-and-point-stays-in-the-field ()
  (svvs-test-with-room "room(1)
for id in (2, 3, 4):
    setting = receive('view/set')
    assert setting['params']['properties'] == {'draft': f'm{id}'}, setting
    reply(setting, commit=2 * id - 3)
    call = receive('send')
    patched(2 * id - 3, ('replace', '/draft', f'm{id}'), ('add', f'/messages/{id - 1}', message(id)))
    patched(2 * id - 2, ('replace', '/draft', ''))
    reply(call, commit=2 * id - 1)"
    (svvs-test-keys "TAB m 2 RET")
    (svvs-test-shows "draft" "")
    ;; The text that is typed after RET is the next message.
    (svvs-test-keys "m 3 RET m")
    (svvs-test-shows "draft" "m")
    (svvs-test-wait (lambda () (length= (svvs-get view 'messages) 3)))
    (svvs-test-wait #'svvs-test-idle-p)
    (should (equal (svvs-test-line "draft") "m"))
    (svvs-test-keys "4 RET")
    (svvs-test-wait (lambda () (length= (svvs-get view 'messages) 4)))
    (svvs-test-wait #'svvs-test-idle-p)
    (should (equal (svvs-test-line "draft") ""))
    (should (eq (widget-field-at (point)) (svvs-field-widget (svvs-field-named "draft"))))))

;; The third text is typed before the first reply.  The app empties the field for the first two.
(ert-deftest svvs-test-what-is-typed-before-a-reply-is-the-next-message ()
  (svvs-test-with-room "room(1)
setting = receive('view/set')
receive('refresh')
for number in (0, 1):
    assert setting['params']['properties'] == {'draft': 'ok'}, setting
    patched(2 * number + 1, ('replace', '/draft', 'ok'))
    reply(setting, commit=2 * number + 2)
    call = receive('send')
    patched(2 * number + 2, ('replace', '/draft', ''))
    reply(call, commit=2 * number + 3)
    setting = receive('view/set')
assert setting['params']['properties'] == {'draft': 'okay'}, setting
receive('refresh')
patched(5, ('replace', '/draft', 'okay'))
reply(setting, commit=6)
reply(receive('send'), commit=6)
setting = receive('view/set')
assert setting['params']['properties'] == {'draft': 'next'}, setting
reply(setting, commit=6)
reply(receive('send'), commit=6)"
    (svvs-test-keys "TAB o k RET o k RET o k")
    (should (equal (svvs-test-line "draft") "ok"))
    (svvs-notify view 'refresh)
    (svvs-test-wait #'svvs-test-idle-p)
    (svvs-test-wait (lambda () (not svvs-page--dirty)))
    (should (equal (svvs-test-line "draft") "ok"))
    (svvs-test-keys "a y RET n e x t")
    ;; The app refuses a message, and does not empty the field.
    (svvs-notify view 'refresh)
    (svvs-test-wait #'svvs-test-idle-p)
    (should (equal (svvs-get view 'draft) "okay"))
    (should (equal (svvs-test-line "draft") "next"))
    (should (equal (svvs-test-beside "draft") "M-p not sent: okay"))
    (svvs-test-keys "M-p")
    (should (equal (svvs-test-line "draft") "okay"))
    (should (equal (svvs-test-beside "draft") "M-p not sent: next"))
    (svvs-test-keys "M-p RET")
    (should (equal (svvs-test-beside "draft") "sending: next  M-p not sent: okay"))
    (svvs-test-wait #'svvs-test-idle-p)
    (should-not (svvs-connection-failure server))))

(ert-deftest svvs-test-return-sends-a-text-again-only-after-the-reply ()
  (svvs-test-with-room "room(1)
for commit in (1, 2):
    setting = receive('view/set')
    if commit == 1: patched(1, ('replace', '/draft', 'one'))
    reply(setting, commit=2)
    call = receive('send')
    receive('refresh')
    reply(call, commit=2)"
    (dolist (keys '("TAB o n e RET RET" "RET"))
      (svvs-test-keys keys)
      (svvs-test-wait (lambda () svvs-page--calls))
      (svvs-test-keys "RET")
      (svvs-notify view 'refresh)
      (svvs-test-wait #'svvs-test-idle-p))
    (should-not (svvs-connection-failure server))))

(ert-deftest svvs-test-a-message-that-was-not-sent-is-shown-again ()
  (svvs-test-with-room "room(1)
def refuse_one(commit, text):
    setting = receive('view/set')
    patched(commit, ('replace', '/draft', text))
    reply(setting, commit=commit + 1)
    call = receive('send')
    patched(commit + 1, ('replace', '/draft', ''))
    receive('refresh')
    patched(commit + 2, ('replace', '/draft', text))
    reply(call, commit=commit + 3)
refuse_one(1, 'one')
refuse_one(4, 'two')"
    (svvs-test-keys "TAB o n e RET")
    (should (equal (svvs-test-line "draft") ""))
    (should (equal (svvs-test-beside "draft") "sending: one"))
    (svvs-test-wait (lambda () svvs-page--calls))
    (svvs-notify view 'refresh)
    (svvs-test-shows "draft" "one")
    (should-not (svvs-test-beside "draft"))
    (svvs-test-keys "C-a C-k t w o RET")
    (svvs-test-wait (lambda () svvs-page--calls))
    ;; The text that the user has typed meanwhile stays, and is not sent by itself.
    (svvs-test-keys "t h r e e")
    (svvs-notify view 'refresh)
    (svvs-test-wait #'svvs-test-idle-p)
    (should (equal (svvs-test-line "draft") "three"))
    (should (equal (svvs-get view 'draft) "two"))
    (should (equal (svvs-test-beside "draft") "M-p not sent: two"))))

(ert-deftest svvs-test-a-message-that-fails-after-the-next-one-was-typed-is-beside-the-field ()
  (svvs-test-with-room "room(1)
reply(receive('view/set'), commit=1)
refuse(receive('send'), -32800, 'RequestCancelled', 'Stopped')
refuse(receive('view/set'), -32602, 'InvalidParams', 'Too long')
receive('refresh')"
    (should (equal (svvs-test-messages
                     (svvs-test-keys "TAB o n e RET t w o RET t h r e e")
                     (svvs-test-wait #'svvs-test-idle-p))
                   '("svvs: Too long" "svvs: Stopped")))
    (should (equal (svvs-test-line "draft") "three"))
    (should (equal (svvs-test-beside "draft") "M-p not sent 2: one  may have arrived: one"))))

(ert-deftest svvs-test-what-is-set-during-a-submission-waits-for-its-reply ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', part('a', editable=True), part('b', editable=True),
    part('c', 'switch', editable=True), form={'fields': ['a', 'b'], 'calls': 'save'}, actions=[action('save', letter='s')]))
opened(a='', b='', c=False)
settings = [receive('view/set') for _ in 'ab']
assert [setting['params']['properties'] for setting in settings] == [{'a': 'x'}, {'a': 'x', 'b': 'y'}], settings
for setting in settings: reply(setting, commit=1)
call = receive('save')
receive('next')
reply(call, commit=1)
for properties in {'a': 'xz'}, {'c': True}:
    setting = receive('view/set')
    assert setting['params']['properties'] == properties, setting
    reply(setting, commit=1)
receive('next')
changed(1, 2, a='end')
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (svvs-test-keys "x RET y RET")
      (svvs-test-go "a")
      (svvs-test-keys "C-e z RET")
      (svvs-test-go "c")
      (svvs-test-keys "RET")
      (svvs-test-wait (lambda () svvs-page--calls))
      (svvs-notify view "next")
      (svvs-test-wait #'svvs-test-idle-p)
      (svvs-notify view "next")
      (svvs-wait-for view (lambda () (equal (svvs-get view 'a) "end")))
      (svvs-disconnect server))))

(ert-deftest svvs-test-only-what-sets-a-property-waits-for-the-reply-to-another-call ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', part('draft', editable=True, submits='send'),
    part('isLoading', 'switch', title='Is loading', busyUnless=[False], cancel='stop'),
    actions=[action('send', letter='s'), action('load', letter='l'), action('stop', letter='t')]))
opened(draft='', isLoading=True)
reply(receive('view/set'), commit=1)
call = receive('send')
reply(receive('load'), commit=1)
stop = receive('stop')
reply(stop, commit=1)
reply(call, commit=1)
setting = receive('view/set')
assert setting['params']['properties'] == {'draft': 'two'}, setting
reply(setting, commit=1)
reply(receive('send'), commit=1)
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (svvs-test-keys "o n e RET")
      (svvs-test-wait (lambda () svvs-page--calls))
      ;; Another action does not send a message.
      (svvs-test-keys "t")
      (svvs-call-action "load")
      (svvs-test-keys "DEL")
      ;; A text that waits holds back all calls, except for those that cancel.
      (svvs-test-keys "t w o RET")
      (svvs-call-action "stop")
      (svvs-test-wait #'svvs-test-idle-p)
      (should-not (svvs-connection-failure server))
      (svvs-disconnect server))))

(ert-deftest svvs-test-what-is-typed-as-a-view-is-closed-stays-text ()
  (svvs-test-with-room "room(1)
setting = receive('view/set')
receive('refresh')
send(method='session/changed', params={'session': 'default', 'opened': [], 'closed': ['v'], 'connections': 1})
refuse(setting, -32602, 'InvalidParams', 'Closed')
opened(room={'name': 'Home'}, messages=[], draft='', canSend=False, isLoading=False, target=None)"
    (svvs-test-keys "TAB o n e RET k q")
    (svvs-notify view 'refresh)
    (svvs-test-wait #'svvs-test-idle-p)
    (should-not (svvs-view-live view))
    (should (string-match-p "\\`Room\n\nNot sent:\nNew message: > kq *\n\\'" (buffer-string)))
    (should (equal (svvs-test-beside "draft") "M-p not sent: one"))
    (svvs-test-keys "k")
    (should (equal (svvs-test-line "draft") "kqk"))
    (should (equal (svvs-test-messages (svvs-test-keys "RET")) '("svvs: The view is closed")))
    (should (equal (svvs-test-line "draft") "kqk"))
    ;; Elsewhere, k asks.
    (goto-char (point-min))
    (cl-letf (((symbol-function 'y-or-n-p) (lambda (_) (throw 'asked t))))
      (should (catch 'asked (svvs-test-keys "k"))))
    (svvs-test-go "draft")
    (svvs-test-keys "C-c C-o")
    (svvs-test-wait (lambda () (svvs-view-live svvs-buffer-view)))
    (should (equal (svvs-test-line "draft") "kqk"))
    (should (widget-field-at (point)))))

;; The second view is open before the reply for a text of the first one.
(ert-deftest svvs-test-the-reply-for-a-message-may-come-in-the-next-view ()
  (svvs-test-with-room "room(1)
setting = receive('view/set')
closing = receive('view/close')
opening = receive('view/open')
reply(closing)
reply(opening, view='w', commit=1, state={'room': {'name': 'Home'}, 'messages': [], 'draft': '', 'canSend': False,
                                          'isLoading': False, 'target': None})
receive('refresh')
reply(setting, commit=1)
setting = receive('view/set')
assert setting['params'] == {'view': 'w', 'properties': {'draft': 'one'}}, setting
reply(setting, commit=1)
call = receive('send')
closing = receive('view/close')
reply(call, commit=1)
reply(closing)
room(1)"
    (svvs-test-keys "TAB o n e RET")
    (kill-buffer)
    (svvs-open-view "room" nil)
    (should (equal (svvs-test-beside "draft") "sending: one"))
    (should (equal (svvs-test-line "draft") ""))
    (svvs-notify svvs-buffer-view 'refresh)
    ;; The text was set, but its view was closed before the call.
    (svvs-test-wait (lambda () (equal (svvs-test-beside "draft") "M-p not sent: one")))
    (svvs-test-go "draft")
    (svvs-test-keys "M-p RET")
    (svvs-test-wait (lambda () svvs-page--calls))
    (kill-buffer)
    (svvs-open-view "room" nil)
    ;; The call has ended: the message has arrived.
    (should (equal (svvs-test-line "draft") ""))
    (should-not (svvs-test-beside "draft"))
    (should-not (svvs-connection-failure server))))

(ert-deftest svvs-test-a-message-that-is-refused-after-its-buffer-was-killed-is-kept-and-reported ()
  (svvs-test-with-room "room(1)
setting = receive('view/set')
closing = receive('view/close')
refuse(setting, -32800, 'RequestCancelled', 'Cancelled')
reply(closing)
room(1)"
    (svvs-test-keys "TAB o n e RET")
    (should (equal (svvs-test-messages
                     (kill-buffer)
                     (svvs-test-wait (lambda () (zerop (hash-table-count (svvs-connection-pending server))))))
                   '("svvs: Not sent, and kept until the view is open again: “one”" "svvs: Cancelled")))
    (svvs-open-view "room" nil)
    (should (equal (svvs-test-beside "draft") "M-p not sent: one"))))

(ert-deftest svvs-test-a-text-follows-a-new-version-of-its-field ()
  (svvs-test-with-fifo fifo
    (svvs-test-with-buffer-of
        (svvs-test-fake (format "is_first = not os.path.exists('%1$s')
open('%1$s', 'w').close()
described(view_type('t', part('a', editable=True, **({} if is_first else {'submits': 'send'})),
    form={'fields': ['a'], 'calls': 'send'} if is_first else {}, actions=[action('send', letter='s')]))
opened(a='')
if is_first:
    receive('send')
    os._exit(3)
reply(receive('view/set'), commit=1)
reply(receive('send'), commit=1)
end_of_input()" (concat fifo ".second")))
        (view "t")
      (svvs-test-go "a")
      (svvs-test-keys "o n e")
      (ignore-error svvs-error (svvs-notify view 'send))
      (svvs-test-wait (lambda () (svvs-connection-failure server)))
      (svvs-test-keys "C-c C-o")
      (let ((svvs-shutdown-timeout 0.2))
        (svvs-test-with (again svvs-current-connection)
          (should (equal (svvs-test-line "a") "one"))
          (svvs-test-keys "RET")
          ;; It is a message now.
          (should (equal (svvs-test-beside "a") "sending: one"))
          (svvs-test-wait #'svvs-test-idle-p)
          (should-not (svvs-connection-failure again)))))))

(ert-deftest svvs-test-the-field-where-point-is-does-not-show-the-state-of-a-closed-view ()
  (svvs-test-with-room "room(1)
receive('refresh')
patched(1, ('replace', '/draft', 'private'))
receive('refresh')
send(method='session/changed', params={'session': 'default', 'opened': [], 'closed': ['v'], 'connections': 1})"
    (svvs-test-keys "TAB")
    (svvs-notify view 'refresh)
    (svvs-test-shows "draft" "private")
    (svvs-notify view 'refresh)
    (svvs-test-wait (lambda () (not (svvs-view-live view))))
    (should (widget-field-at (point)))
    (should (equal (svvs-test-line "draft") ""))))

(ert-deftest svvs-test-a-message-stays-if-the-server-refuses-the-text ()
  (svvs-test-with-room "room(1)
refuse(receive('view/set'), -32602, 'InvalidParams', 'Too long')
reply(receive('view/set'), commit=1)
reply(receive('send'), commit=1)"
    (svvs-test-keys "TAB o n e RET")
    (svvs-test-wait #'svvs-test-idle-p)
    (should (equal (svvs-test-line "draft") "one"))
    (should (equal (svvs-draft-typed (svvs-test-draft "draft")) "one"))
    (svvs-test-keys "RET")
    (svvs-test-wait #'svvs-test-idle-p)))

(ert-deftest svvs-test-a-message-stays-if-the-server-refuses-another-field ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', part('a', editable=True), part('draft', editable=True, submits='send'),
    form={'fields': ['a'], 'calls': 'send'}, actions=[action('send', letter='s')]))
opened(a='', draft='')
refuse(receive('view/set'), -32602, 'InvalidParams', 'Too long')
setting = receive('view/set')
changed(1, 2, draft='one')
reply(setting, commit=2)
end_of_input()")
      (view "t")
    (svvs-test-go "a")
    (svvs-test-keys "x")
    (svvs-test-go "draft")
    (svvs-test-keys "o n e RET")
    (svvs-test-wait #'svvs-test-idle-p)
    (svvs-test-keys "!")
    (should (equal (svvs-test-line "draft") "one!"))
    ;; A call that cannot be sent any more takes no text from any field.
    (let ((svvs-shutdown-timeout 0.2)) (svvs-disconnect server))
    (should (svvs-test-messages (svvs-test-keys "RET")))
    (should (equal (svvs-buffer--unsent svvs-drafts) '("x" "one!")))))

(ert-deftest svvs-test-a-message-whose-call-a-dead-server-has-not-ended-is-sent-again-after-it-is-taken-back ()
  (svvs-test-with-fifo fifo
    (svvs-test-with-buffer-of
        (svvs-test-fake (concat (format "is_first = not os.path.exists('%1$s')
open('%1$s', 'w').close()" (concat fifo ".second")) svvs-test--room "room(1)
if is_first:
    reply(receive('view/set'), commit=1)
    receive('send')
    os._exit(3)
end_of_input()"))
        (room "room")
      (svvs-test-keys "TAB o n e RET t w o RET")
      (svvs-test-wait (lambda () (svvs-connection-failure server)))
      (svvs-test-wait #'svvs-test-idle-p)
      (should (equal (svvs-test-line "draft") ""))
      (should (equal (svvs-test-beside "draft") "M-p not sent 2: one  may have arrived: one"))
      ;; RET sends nothing to a dead server, and so does not take the mark away.
      (svvs-test-go "draft")
      (svvs-test-keys "M-p")
      (should (svvs-test-messages (svvs-test-keys "RET")))
      (should (equal (svvs-test-beside "draft") "M-p not sent: two  may have arrived: one"))
      (svvs-test-keys "C-c C-o")
      (let ((svvs-shutdown-timeout 0.2))
        (svvs-test-with (again svvs-current-connection)
          (should-not (eq (svvs-view-connection svvs-buffer-view) (svvs-view-connection room)))
          (should (equal (svvs-test-line "draft") "one"))
          (should (equal (svvs-test-beside "draft") "M-p not sent: two  may have arrived: one"))
          (svvs-test-keys "!")
          (should (equal (svvs-test-beside "draft") "M-p not sent: two")))))))

(ert-deftest svvs-test-a-form-that-a-dead-server-has-not-replied-to-keeps-its-text ()
  (svvs-test-with-fifo fifo
    (svvs-test-with-buffer-of
        (svvs-test-fake (format "is_first = not os.path.exists('%1$s')
open('%1$s', 'w').close()
described(view_type('t', part('a', editable=True), part('b', editable=True),
    form={'fields': ['a', 'b'], 'calls': 'save'}, actions=[action('save', letter='s')]))
opened(a='', b='')
if is_first:
    for value in 'xy':
        setting = receive('view/set')
        changed(1 if value == 'x' else 2, 2 if value == 'x' else 3, **setting['params']['properties'])
        reply(setting, commit=2)
    receive('save')
    os._exit(3)
end_of_input()" (concat fifo ".second")))
        (view "t")
      ;; The changes are painted after the end of the server.
      (setq svvs-page--rested (+ (float-time) 0.5))
      (svvs-test-keys "x RET y RET")
      (svvs-test-wait (lambda () (not (or (svvs-view-live view) svvs-page--dirty))))
      (svvs-test-keys "g")
      (let ((svvs-shutdown-timeout 0.2))
        (svvs-test-with (again svvs-current-connection)
          (should (svvs-view-live svvs-buffer-view))
          (should (equal (list (svvs-test-line "a") (svvs-test-line "b")) '("x" "y"))))))))

(ert-deftest svvs-test-a-list-that-is-read-from-its-end-begins-there ()
  (svvs-test-with-room "room(150)"
    (should (looking-at " +150  Hanako  Message 150$"))
    (should (equal (cadr (svvs-test-rows "messages")) "  … 50 earlier: RET shows them"))
    (should (length= (svvs-test-rows "messages") 102))
    (should (<= (window-start) (point)))
    (should (<= (count-lines (window-start) (point-max)) (window-body-height)))
    (svvs-test-keys "RET")
    (with-current-buffer (help-buffer) (should (string-match-p "\\`Messages, row 150\n" (buffer-string))))
    (svvs-test-keys "C-u 9 9 p")
    (should (looking-at " +51  Hanako  Message 51$"))
    (svvs-test-keys "p RET")
    (should (length= (svvs-test-rows "messages") 151))))

(ert-deftest svvs-test-a-window-follows-rows-that-are-added-while-it-shows-the-last-one ()
  (svvs-test-with-room "room(50)
receive('refresh')
for id in range(51, 71): patched(id - 50, ('add', f'/messages/{id - 1}', message(id)))
receive('refresh')
patched(21, ('add', '/messages/70', message(71)))"
    (let ((last (lambda () (svvs-field--scroll-last (svvs-field-named "messages")))))
      (svvs-test-keys "TAB r")
      (svvs-notify view 'refresh)
      (svvs-test-wait (lambda () (string-match-p "Message 70" (buffer-string))))
      (should (svvs-field--scroll-in-sight-p (funcall last) (selected-window)))
      (should (equal (svvs-test-line "draft") "r"))
      ;; A user who reads earlier rows stays there.
      (set-window-start nil (point-min))
      (goto-char (point-min))
      (svvs-notify view 'refresh)
      (svvs-test-wait (lambda () (string-match-p "Message 71" (buffer-string))))
      (should (= (window-start) (point-min)))
      (should (= (point) (point-min))))))

(ert-deftest svvs-test-a-list-scrolls-to-the-row-that-the-state-names ()
  (svvs-test-with-room "room(150, target=20)
setting = receive('view/set')
assert setting['params']['properties'] == {'target': None}, setting
patched(1, ('replace', '/target', None))
reply(setting, commit=2)
receive('refresh')
patched(2, ('replace', '/target', 151))
patched(3, ('add', '/messages/150', message(151)))
assert receive('view/set')['params']['properties'] == {'target': None}
patched(4, ('replace', '/target', None))"
    (should (looking-at " +20  Hanako  Message 20$"))
    (should (<= 0 (count-lines (window-start) (point)) 5))
    (svvs-test-wait (lambda () (eq (svvs-get view 'target) :null)))
    (svvs-test-keys "r")
    (svvs-test-wait (lambda () (eql (svvs-view-commit view) 5)))
    (should (looking-at " +151  Hanako  Message 151$"))))

(defun svvs-test--logged-in (chat account)
  "Log in to CHAT, a view, as ACCOUNT, and go to its rooms and to their first room."
  (svvs-call chat 'logIn :id account :password "password")
  (svvs-buffer-show (get-buffer "*svvs chat*"))
  (svvs-test-wait (lambda () (string-match-p (concat "Id: +" account) (buffer-string))))
  (svvs-field-go (svvs-field-named "current"))
  (svvs-test-keys "RET")
  (svvs-test-in (format "*svvs rooms account=%s*" account))
  (svvs-test-wait (lambda () (string-match-p "全体" (buffer-string))))
  (goto-char (point-min))
  (search-forward "全体")
  (svvs-test-keys "RET")
  (svvs-test-in (lambda (name) (string-match-p (format "\\`\\*svvs room .*account=%s\\*\\'" account) name))))

(defun svvs-test-in (name)
  "Wait until the selected window shows the buffer NAME; make it current.
NAME may be a function of a name."
  (svvs-test-wait (lambda () (let ((shown (buffer-name (window-buffer))))
                               (if (stringp name) (equal shown name) (funcall name shown)))))
  (set-buffer (window-buffer)))

(defun svvs-test--last-sender ()
  "Return the sender and the text of the last message in this buffer."
  (let ((messages (svvs-get svvs-buffer-view 'messages)))
    (and (> (length messages) 0)
         (let ((message (aref messages (1- (length messages)))))
           (list (gethash "account" message) (gethash "body" message))))))

(ert-deftest svvs-test-a-message-is-sent-by-the-account-whose-room-is-shown ()
  (svvs-test-with-buffer (chat "chat")
    (svvs-test--logged-in chat "hanako")
    (should (string-match-p "\\` Room · .*花子" (svvs-page-header)))
    (let ((room (current-buffer)))
      (svvs-test--logged-in chat "test")
      (should-not (eq (current-buffer) room))
      (svvs-test-keys "TAB h i RET")
      (svvs-test-wait (lambda () (equal (svvs-test--last-sender) '("test" "hi"))))
      ;; The former view still sends as its own account.
      (switch-to-buffer room)
      (svvs-test-keys "TAB h o RET")
      (svvs-test-wait (lambda () (equal (svvs-test--last-sender) '("hanako" "ho")))))))

(ert-deftest svvs-test-an-open-view-is-reused-for-equal-parameters-only ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', asks=[part('id', optional=True), part('account', optional=True)]))
for id in 'vwx': opened(id)
end_of_input()")
      (view "t" '(:id "1" :account "a"))
    (let ((svvs-shutdown-timeout 0.2)
          (first (current-buffer)))
      (dolist (params '(("account" "a" "id" "1") (:id "1" :account "a")))
        (svvs-open-view "t" params)
        (should (eq (current-buffer) first)))
      (svvs-open-view "t" '(:id "1" :account "b"))
      (svvs-open-view "t" '(:id "1"))
      (should (length= (svvs-buffers) 3))
      (svvs-disconnect server))))

(provide 'svvs-chat-tests)
;;; svvs-chat-tests.el ends here
