;;; svvs-screens-tests.el --- Screens in buffers  -*- lexical-binding: t; -*-

;;; Commentary:

;; Keys and secrets, confirmations, actions without effect, forms, and servers without
;; screens.

;;; Code:

(require 'svvs-test-buffers)

(defun svvs-test--screen (text)
  "Return a connection without a server, whose only screen is the JSON TEXT."
  (svvs--make-connection :screens (list (svvs-test-json text))))

(ert-deftest svvs-test-a-server-without-screens-is-reported-in-one-line ()
  (let ((svvs-current-connection nil)
        (svvs-shutdown-timeout 0.2)
        (svvs-command (svvs-test-fake "for _ in range(2): reply(receive('rpc.discover'))\nend_of_input()"))
        (line "The server describes no screens (x-screens), so its views cannot be shown: update the server"))
    (should (equal (should-error (svvs)) (list 'user-error (concat "svvs: " line))))
    (svvs-test-with (server svvs-current-connection)
      (should (equal (cadr (svvs-test-error-of svvs-error (svvs-screens server))) line)))))

(ert-deftest svvs-test-the-keys-of-actions-are-the-letters-of-the-server ()
  (with-temp-buffer
    (svvs-page-use-keys (svvs-test-json "{'name': 't', 'actions': [
      {'name': 'go', 'title': 'Go', 'letter': 'w'}, {'name': 'none', 'title': 'None'},
      {'name': 'hidden', 'title': 'Hidden', 'letter': 'h', 'notOffered': true},
      {'name': 'quit', 'title': 'Quit', 'letter': 'q'}, {'name': 'more', 'title': 'More', 'letter': 'ab'},
      {'name': 'é', 'title': 'É', 'letter': 'É'}]}")
                   (make-sparse-keymap))
    (dolist (key '("w" "W" "C-c C-w")) (should (eq (key-binding (kbd key)) 'svvs-t/go)))
    (dolist (key '("h" "q" "a" "É")) (should (eq (key-binding (kbd key)) 'self-insert-command)))
    (should (equal (key-binding (kbd "C-c C-k")) 'svvs-cancel-calls))))

(ert-deftest svvs-test-a-secret-argument-is-not-echoed ()
  (cl-letf (((symbol-function 'read-string) (lambda (&rest _) (error "Asked in the open")))
            ((symbol-function 'read-passwd) (lambda (&rest _) "unseen")))
    (should (equal (svvs-value-read-fields
                    (svvs-test-json "{'asks': [{'name': 'pin', 'title': 'PIN', 'kind': 'text', 'secret': true}]}"))
                   '("pin" "unseen")))))

(ert-deftest svvs-test-a-required-text-is-asked-for-again-after-an-empty-answer ()
  (let ((action (svvs-test-json "{'asks': [{'name': 'a', 'title': 'A', 'kind': 'text', 'mayBeEmpty': true},
                                           {'name': 'b', 'title': 'Subject', 'kind': 'text'}]}")))
    (svvs-test-answering '("" "" "x")
      (let (asked)
        (cl-letf* ((answer (symbol-function 'read-string))
                   ((symbol-function 'read-string) (lambda (prompt &rest _) (push prompt asked) (funcall answer))))
          (should (equal (svvs-value-read-fields action) '("a" "" "b" "x"))))
        (should (equal asked '("Subject must not be empty.  Subject (text): " "Subject (text): " "A (text, or empty): ")))))))

(ert-deftest svvs-test-the-name-of-a-buffer-has-no-secrets ()
  (should (equal (svvs-buffer--name
                  (svvs--make-view
                   :connection (svvs-test--screen "{'name': 't', 'asks': [{'name': 'id'}, {'name': 'pin', 'secret': true},
                                                                          {'name': 'n'}]}")
                   :type "t" :params '("n" 7 :pin "unseen" :id "a\nb")))
                 "*svvs t id=a␊b n=7*")))

(ert-deftest svvs-test-a-call-is-confirmed-beside-the-text-of-the-row ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t',
    part('rows', 'rows', columns=[part('id', 'integer'), part('text', priority=1)], key='id', label='text'),
    actions=[action('delete', letter='d', confirm='Delete this note?', destructive=True, rows='rows',
                    asks=[part('id', 'integer', source=('rows', 'id'))])]))
opened(rows=[{'id': 5, 'text': 'Milk'}, {'id': 6, 'text': 'Bread'}])
call = receive('delete')
assert call['params'] == {'id': 6, 'view': 'v'}, call
changed(1, 2, rows=[{'id': 5, 'text': 'Milk'}])
reply(call, commit=2)
receive('clear')
changed(2, 3, rows=[])
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2)
          answers questions)
      (cl-letf (((symbol-function 'y-or-n-p) (lambda (question) (push question questions) (pop answers))))
        (svvs-test-keys "d")
        (setq answers '(t))
        (svvs-test-keys "n d"))
      (should (equal questions '("Delete this note? “Bread” " "Delete this note? “Milk” ")))
      (svvs-test-shows "rows" "1")
      ;; Elsewhere, the user may name a row that does not exist.
      (goto-char (point-min))
      (cl-letf (((symbol-function 'y-or-n-p) (lambda (question) (ignore (push question questions)))))
        (svvs-test-answering '("999") (svvs-test-keys "d")))
      (should (equal (car questions) "Delete this note? “999” (not in Rows) "))
      (goto-char (point-min))
      (search-forward "] Delete")
      (should (eq (get-text-property (1- (point)) 'face) 'svvs-destructive))
      (svvs-notify view 'clear)
      (svvs-test-shows "rows" "0")
      (cl-letf (((symbol-function 'read-string) (lambda (prompt &rest _) (throw 'asked prompt))))
        (should (equal (catch 'asked (svvs-test-keys "d")) "Id (no rows): ")))
      (svvs-disconnect server))))

(ert-deftest svvs-test-an-action-without-effect-is-dimmed-unless-text-was-typed-for-it ()
  (svvs-test-with-buffer (login "login")
    (cl-flet ((face () (save-excursion
                         (goto-char (point-min))
                         (search-forward "] Log in")
                         (get-char-property (1- (point)) 'face))))
      (should (eq (face) 'svvs-dimmed))
      (svvs-test-keys "1 2")
      (should-not (eq (face) 'svvs-dimmed))
      (svvs-test-keys "DEL DEL")
      (should (eq (face) 'svvs-dimmed))
      (svvs-set login :userId "a" :password "b")
      (svvs-test-wait (lambda () (not (eq (face) 'svvs-dimmed))))
      ;; It can be called.
      (svvs-set login :userId "")
      (svvs-test-wait (lambda () (eq (face) 'svvs-dimmed)))
      (let (called)
        (cl-letf (((symbol-function 'svvs-buffer-open-settled) (lambda (name &rest _) (setq called name))))
          (svvs-test-press "login")
          (svvs-test-wait (lambda () (equal called "login"))))))))

(ert-deftest svvs-test-a-text-is-not-sent-before-the-call-is-confirmed ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', part('draft', editable=True, submits='send'),
    actions=[action('send', letter='s', confirm='Send it?')]))
opened(draft='')
change = receive('view/set')
assert change['params']['properties'] == {'draft': 'ab'}, change
reply(change, commit=1)
reply(receive('send'), commit=1)
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2)
          (answers '(nil t))
          called)
      (svvs-field-enter (svvs-field-named "draft"))
      (cl-letf (((symbol-function 'y-or-n-p) (lambda (_) (pop answers)))
                ((symbol-function 'svvs-buffer-open-settled)
                 (lambda (name _ error) (setq called (or error name)))))
        (svvs-test-keys "a RET b RET")
        (svvs-test-wait (lambda () (equal called "send"))))
      (svvs-disconnect server))))

(ert-deftest svvs-test-errors-are-shown-on-top-and-removed ()
  (svvs-test-with-buffer (login "login")
    (svvs-call login 'login :userId "error" :password "x")
    (svvs-test-wait (lambda () (string-match-p "\n! Error message: .+\nLogin state: " (buffer-string))))
    (should-not (svvs-field-named "errorMessage"))
    (svvs-call login 'didAppear)
    (svvs-test-wait (lambda () (not (string-match-p "^! " (buffer-string)))))))

(ert-deftest svvs-test-an-error-is-beside-the-field-that-it-is-about ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', part('email', editable=True), part('rows', 'rows', columns=[part('id')]),
    part('emailError', title='Email error', nullable=True, role='error', about='email'),
    part('rowsError', title='Rows error', nullable=True, role='error', about='rows'),
    part('other', nullable=True, role='error', about='none')))
opened(email='x', rows=[{'id': 'a'}], emailError=None, rowsError=None, other='Offline')
receive('next'); changed(1, 2, emailError='No @')
receive('next'); changed(2, 3, emailError=None, rowsError='Too many\x1b')
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (cl-flet ((shows (name) (cl-loop for mark in (overlays-in (point-min) (point-max))
                                       when (overlay-get mark 'svvs-about)
                                       return (save-excursion
                                                (goto-char (overlay-start mark))
                                                (should (eolp))
                                                (and (eq (svvs-page-field-at (point)) (svvs-field-named name))
                                                     (string-trim (overlay-get mark 'before-string)))))))
        (should (string-match-p "^! Other: Offline$" (buffer-string)))
        (should (equal (svvs-test-messages
                         (svvs-notify view 'next)
                         (svvs-test-wait (lambda () (shows "email"))))
                       '("svvs: Email error: No @")))
        (should (equal (shows "email") "! Email error: No @"))
        (svvs-test-go "email")
        (svvs-test-keys "C-e y")
        (should (equal (shows "email") "! Email error: No @"))
        (should (equal (svvs-test-line "email") "xy"))
        (should-not (string-match-p "No @" (buffer-string)))
        (svvs-notify view 'next)
        (svvs-test-wait (lambda () (shows "rows")))
        (should (equal (shows "rows") "! Rows error: Too many␛"))
        (should-not (shows "email")))
      (svvs-disconnect server))))

(ert-deftest svvs-test-a-notice-is-a-message-and-is-set-to-null ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', part('a'), part('notice', nullable=True, role='notice', editable=True),
    part('other', nullable=True, role='notice'), actions=[action('next')]))
opened(a='x', notice='Old', other=None)
for base in (1, 3):
    receive('next')
    changed(base, base + 1, notice='Saved\x1b', other='Sent')
    setting = receive('view/set')
    assert setting['params']['properties'] == {'notice': None}, setting
    changed(base + 1, base + 2, notice=None, other=None)
    reply(setting, commit=base + 2)
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (should (equal (hash-table-keys svvs-fields) '("a")))
      (dolist (commit '(3 5))
        (should (equal (svvs-test-messages
                         (svvs-notify view 'next)
                         (svvs-test-wait (lambda () (eql (svvs-view-commit view) commit))))
                       '("svvs: Saved␛  Sent"))))
      (svvs-disconnect server))))

(ert-deftest svvs-test-progress-is-a-bar-while-its-value-is-there ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', part('sent', 'integer', nullable=True, role='progress', total='size'),
    part('size', 'integer', nullable=True, role='hidden'), actions=[action('next')]))
opened(sent=None, size=None)
for commit, state in enumerate(({'sent': 29}, {'size': 100}, {'sent': 700}, {'sent': -1}, {'sent': None}), start=1):
    receive('next')
    changed(commit, commit + 1, **state)
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (cl-flet ((shown () (progn (goto-char (point-min))
                                 (search-forward "Sent:")
                                 (and (not (invisible-p (point))) (svvs-test-line "sent")))))
        (should-not (shown))
        (pcase-dolist (`(,text ,header) '(("in progress" "\\` T  \\?") ("[#####...............] 29%" "  29%%  ")
                                          ("[####################] 100%" "  100%%  ")
                                          ("[....................] 0%" "  0%%  ") (nil "\\` T  \\?")))
          (svvs-notify view 'next)
          (svvs-test-wait (lambda () (equal (shown) text)))
          (should (string-match-p header (svvs-page-header)))
          ;; A bar that grows is not marked as changed.
          (should-not (seq-find (lambda (mark) (eq (overlay-get mark 'face) 'svvs-changed))
                                (overlays-in (point-min) (point-max))))))
      (svvs-disconnect server))))

(provide 'svvs-screens-tests)
;;; svvs-screens-tests.el ends here
