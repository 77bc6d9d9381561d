;;; svvs-navigation-tests.el --- Views that open other views  -*- lexical-binding: t; -*-

;;; Commentary:

;; Views that properties, rows and actions open, keys and help.

;;; Code:

(require 'svvs-test-buffers)

(defun svvs-test--named (name)
  "Wait until the selected window has the buffer NAME."
  (svvs-test-wait (lambda () (equal (buffer-name (window-buffer)) name)))
  (set-buffer (window-buffer)))

(defconst svvs-test--strange "described(view_type('other', asks=[part('id', optional=True)]),
    view_type('t', part('key', editable=True), part('busy', 'integer', busyUnless=[0]),
              part('gone', 'json'), part('strange', 'json'), form={'fields': ['key']}, start=True, onAppear='load',
              actions=[action('load', notOffered=True),
                       action('go', letter='a', asks=[part('to')], opens={'view': 'other', 'params': {'id': 'to'}})]))
opened(key='k', busy=1, gone=None, strange=[])
reply(receive('load'), commit=1)
"
  "A server whose view has a property of no known kind.")

(ert-deftest svvs-test-a-property-opens-a-view-and-is-reset ()
  (svvs-test-with-buffer (login "login")
    (svvs-call login 'login :userId "12345" :password "password")
    ;; What is typed meanwhile is for the new view.
    (should (equal (buffer-name (window-buffer)) "*svvs home*"))
    (should (eq (svvs-get login 'shouldNavigateHome) t))
    (svvs-buffer-show (get-buffer "*svvs login*"))
    (run-hooks 'post-command-hook)
    (svvs-wait-for login (lambda () (eq (svvs-get login 'shouldNavigateHome) :false)))
    ;; The second time, the view is open already.
    (svvs-call login 'login :userId "12345" :password "password")
    (svvs-test--named "*svvs home*")
    (should (length= (svvs-buffers) 2))))

(ert-deftest svvs-test-a-property-is-not-reset-before-its-view-is-open ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('other'), view_type('t', part('goes', 'switch', editable=True, role='hidden',
    opens={'view': 'other', 'on': 'true', 'resets': True}), onAppear='load', actions=[action('load', notOffered=True)]))
opened(goes=False)
load = receive('load')
changed(1, 2, goes=True)
reply(load, commit=2)
opening = receive('view/open')
receive('view/get')
reply(opening, view='w', commit=2, state={})
assert receive('view/set')['params'] == {'view': 'v', 'properties': {'goes': False}}
os._exit(9)")
      (view "t")
    (let ((svvs-command-timeout 0.1))
      (svvs-test-wait (lambda ()
                        (equal (mapcar #'svvs-pending-method (hash-table-values (svvs-connection-pending server)))
                               '("view/open"))))
      (run-hooks 'post-command-hook)
      (svvs-refresh-async view :error #'ignore)
      (svvs-test--named "*svvs other*")
      (svvs-buffer-show (get-buffer "*svvs t*"))
      (run-hooks 'post-command-hook)
      (svvs-test-wait (lambda () (not (svvs-view-live view))))
      (should (string-match-p "status 9" (svvs-page-header))))))

(ert-deftest svvs-test-a-view-does-not-replace-another-buffer ()
  (svvs-test-with-buffer (login "login")
    (with-temp-buffer
      (set-window-buffer nil (current-buffer))
      (let ((messages (svvs-test-messages
                        (svvs-call login 'login :userId "12345" :password "password")
                        (svvs-test-wait (lambda () (get-buffer "*svvs home*")))
                        (sit-for 0))))
        (should (equal messages '("svvs: *svvs home* is open"))))
      (should (eq (window-buffer) (current-buffer))))))

(ert-deftest svvs-test-a-view-does-not-appear-while-the-user-types ()
  (svvs-test-with-buffer (login "login")
    (svvs-test-keys "x")
    (let ((messages (svvs-test-messages
                      (svvs-call login 'login :userId "12345" :password "password")
                      (svvs-test-wait (lambda () (get-buffer "*svvs home*"))))))
      (should (equal messages '("svvs: *svvs home* is open"))))
    (svvs-test-keys "l")
    (should (equal (svvs-test-line "userId") "xl"))
    ;; So the next login opens it, too.
    (svvs-wait-for login (lambda () (eq (svvs-get login 'shouldNavigateHome) :false)))))

(ert-deftest svvs-test-return-on-a-row-opens-its-view ()
  (svvs-test-with-buffer (friends "friends" '(:id "A"))
    (svvs-test-wait (lambda () (string-match-p "User D" (buffer-string))))
    (should (equal (svvs-test-line "filteredFriends") "3  RET opens"))
    ;; The row supplies its argument.
    (should (string-match-p "\\[b\\] Bookmark   " (buffer-string)))
    (svvs-test-keys "n RET")
    (should (equal (buffer-name) "*svvs user id=C*"))
    (svvs-test-shows "displayName" "User C")))

(ert-deftest svvs-test-return-on-a-row-without-a-view-shows-it-in-full ()
  (svvs-test-with-buffer (smoothies "smoothies")
    (svvs-test-wait (lambda () (svvs-field-rows (svvs-field-named "smoothies"))))
    (svvs-test-keys "RET")
    (with-current-buffer (help-buffer)
      (should (string-match-p "\\`Smoothies, row 1\n\n  Id: +apple-fog\n" (buffer-string))))))

(ert-deftest svvs-test-an-action-opens-a-view-when-it-has-settled ()
  (svvs-test-with-buffer-of
      (svvs-test-fake (concat svvs-test--strange "reply(receive('go'), commit=1)
opening = receive('view/open')
assert opening['params'] == {'type': 'other', 'params': {'id': 'there'}, 'delivery': 'patch'}, opening
reply(opening, view='w', commit=1, state={})
end_of_input()"))
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (should (string-match-p "busy" (svvs-page-header)))
      (svvs-test-answering '("there") (svvs-test-keys "a"))
      ;; What is typed meanwhile is for the new view.
      (should (equal (buffer-name (window-buffer)) "*svvs other id=there*"))
      (svvs-disconnect server))))

(ert-deftest svvs-test-values-of-no-known-kind-are-shown ()
  (svvs-test-with-buffer-of
      (svvs-test-fake (concat svvs-test--strange "changed(1, 2, gone='x', busy=0, strange=[{'a': 1}])
end_of_input()"))
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (should-not (svvs-test-messages
                    (svvs-test-shows "busy" "0")
                    (svvs-test-wait (lambda () (zerop (hash-table-count (svvs-connection-pending server)))))))
      (should (equal (svvs-test-rows "strange") '("  a" "  1")))
      (svvs-disconnect server))))

(ert-deftest svvs-test-the-header-shows-the-calls-in-progress-and-c-c-c-k-cancels-them ()
  (svvs-test-with-buffer (effects "effects")
    (should (string-match-p (regexp-quote "[h] Handle (Action, Seconds?)") (buffer-string)))
    (svvs-test-answering '("buttonTap" "60") (svvs-test-keys "C-u h"))
    (svvs-test-wait (lambda () (string-match-p " k cancels Handle [0-9]+ s" (svvs-page-header))))
    (should (equal (svvs-test-messages
                     (svvs-test-keys "C-c C-k")
                     (svvs-test-shows "tapsUnderWay" "0")
                     (svvs-test-wait (lambda () (null svvs-page--calls))))
                   '("svvs: The call was cancelled.")))
    (should-not (string-match-p "handle" (svvs-page-header)))
    (should (equal (should-error (svvs-cancel-calls)) '(user-error "No call is in progress")))))

(ert-deftest svvs-test-k-cancels-before-it-closes-and-a-capital-letter-asks-for-optional-arguments ()
  (svvs-test-with-buffer (effects "effects")
    (svvs-test-answering '("buttonTap" "60") (svvs-test-keys "H"))
    (should (equal (svvs-test-messages
                     (svvs-test-keys "k")
                     (svvs-test-shows "tapsUnderWay" "0")
                     (svvs-test-wait (lambda () (null svvs-page--calls))))
                   '("svvs: The call was cancelled.")))
    (should (svvs-view-live effects))))

(ert-deftest svvs-test-work-that-began-by-itself-can-be-cancelled ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', part('isLoading', 'switch', title='Is loading', busyUnless=[False], cancel='stop'),
    actions=[action('stop', letter='s')]))
opened(isLoading=True)
call = receive('stop')
changed(1, 2, isLoading=False)
reply(call, commit=2)
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (should (string-match-p " k cancels: busy" (svvs-page-header)))
      (svvs-test-keys "C-c C-k")
      (svvs-test-shows "isLoading" "no")
      (svvs-test-wait (lambda () (null svvs-page--calls)))
      (should (equal (should-error (svvs-cancel-calls)) '(user-error "No call is in progress")))
      (svvs-disconnect server))))

(ert-deftest svvs-test-an-action-may-not-be-cancellable ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', actions=[
    action('logOut', title='Log out', letter='l', notCancellable=True), action('wait', letter='w')]))
opened()
receive('logOut')
call = receive('wait')
assert receive('$/cancelRequest')['params'] == {'id': call['id']}
refuse(call, -32800, 'RequestCancelled', 'Stopped')
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (svvs-call-action "logOut")
      (setf (cdar svvs-page--calls) (- (float-time) 7))
      (should (string-match-p "\\` T  Log out 7 s  " (svvs-page-header)))
      ;; There is nothing to cancel.
      (cl-letf (((symbol-function 'y-or-n-p) (lambda (_) (throw 'asked t))))
        (should (catch 'asked (svvs-cancel-or-kill))))
      (should (equal (should-error (svvs-cancel-calls)) '(user-error "Log out cannot be cancelled")))
      (svvs-call-action "wait")
      (setf (cdar svvs-page--calls) (- (float-time) 7))
      (svvs-cancel-calls)
      (should (string-match-p " Log out 7 s, Wait 7 s, cancelling  " (svvs-page-header)))
      (should (equal (should-error (svvs-cancel-calls)) '(user-error "The server has not ended the call yet")))
      (should (equal (svvs-test-messages
                       (svvs-test-wait (lambda () (length= svvs-page--calls 1))))
                     '("svvs: Stopped")))
      (svvs-disconnect server))))

(ert-deftest svvs-test-a-call-that-changes-nothing-is-silent ()
  (svvs-test-with-buffer (notes "notes")
    ;; Without a login, the action changes nothing.
    (svvs-test-wait (lambda () (null svvs-page--calls)))
    (let ((commit (svvs-view-commit notes)))
      (should-not (svvs-test-messages
                    (svvs-test-keys "a")
                    (should-not (svvs-test-idle-p))
                    (svvs-test-wait #'svvs-test-idle-p)))
      (should (equal (svvs-view-commit notes) commit)))))

(ert-deftest svvs-test-in-a-field-the-keys-have-forms-with-control ()
  (svvs-test-with-buffer (login "login")
    (svvs-set login :password "password")
    (svvs-test-keys "1 2 3 4 5 C-c C-l")
    (svvs-test--named "*svvs home*")
    (should (equal (svvs-get login 'loginState) "loggedIn"))))

(ert-deftest svvs-test-what-a-terminal-sends-by-itself-is-neither-a-key-nor-text ()
  (svvs-test-with-buffer (notes "notes")
    (svvs-test-wait #'svvs-test-idle-p)
    (cl-letf (((symbol-function 'y-or-n-p) (lambda (_) (error "Asked"))))
      (dolist (reply '("\e]11;rgb:aaaa/dddd/rrrr\e\\" "\eP>|aard\e\\" "\e_Gad\e\\" "\e[?62;1c" "\e[>1;2c"))
        (execute-kbd-macro (concat "\e<" reply))
        (should (svvs-test-idle-p))
        (svvs-test-go "draft")
        (execute-kbd-macro (concat reply "m"))))
    (should (equal (svvs-test-line "draft") "mmmmm"))))

(ert-deftest svvs-test-the-help-of-emacs-tells-the-actions-apart ()
  (svvs-test-with-buffer (effects "effects")
    (should (equal (documentation (key-binding "h"))
                   (format "Handle (Action, Seconds?)\n\n%s\n\n%s"
                           (gethash "description" (svvs-screen-action (svvs-page-screen) "handle"))
                           "With a capital letter or a prefix argument, ask for the optional arguments, too.")))
    (should (string-match-p "^h[ \t]+svvs-effects/handle$" (substitute-command-keys (documentation major-mode))))
    (svvs-test-answering '("instant") (call-interactively (key-binding "h")))
    (svvs-test-shows "instants" "1")
    (svvs-open-view "player" nil)
    (should (equal (should-error (call-interactively 'svvs-effects/handle))
                   '(user-error "This buffer does not show a view of the type effects")))))

(ert-deftest svvs-test-help-has-the-keys-and-the-descriptions ()
  (svvs-test-with-buffer (user "user" '(:id "A"))
    (svvs-test-keys "?")
    (with-current-buffer (help-buffer)
      (dolist (text '("\\`User\nThe page of one user." "^r  Reload +Loads the user again." "^Name +The display name."
                      "^g +requests the state again"))
        (should (string-match-p text (buffer-string))))
      (goto-char (point-min))
      (search-forward "r  Reload")
      (should (eq (get-text-property (match-beginning 0) 'face) 'svvs-key)))))

(provide 'svvs-navigation-tests)
;;; svvs-navigation-tests.el ends here
