;;; svvs-buffer-tests.el --- Buffers of views, and commands  -*- lexical-binding: t; -*-

;;; Commentary:

;; The user's side: keys are pressed, and the buffer is looked at.

;;; Code:

(require 'svvs-test-support)

(defmacro svvs-test-with-buffer (binding &rest body)
  "Open the view that BINDING tells of, do BODY in its buffer, and shut down.
BINDING is a variable for the view, its type, and more of `svvs-open-view'."
  (declare (indent 1) (debug (sexp body)))
  `(let ((svvs-command (list svvs-test-server "serve"))
         (svvs-current-connection nil))
     (svvs-test-with (server (svvs-start))
       (save-window-excursion
         (svvs-open-view ,@(cdr binding) ,@(unless (cddr binding) '(nil)))
         (let ((,(car binding) svvs-buffer-view))
           (ignore ,(car binding))
           (unwind-protect
               (progn ,@body)
             (mapc #'kill-buffer (svvs--view-buffers))))))))

(defun svvs-test-line (name)
  "Return the text after NAME in its line."
  (save-excursion
    (goto-char (point-min))
    (re-search-forward (format "^%s: \\(.*\\)$" name))
    (match-string-no-properties 1)))

(defun svvs-test-shows (name text)
  "Wait until the line of NAME has TEXT."
  (svvs-test-wait (lambda () (equal (svvs-test-line name) text))))

(defun svvs-test-go (name)
  "Move point to the field or button of the property NAME, as a command would."
  (goto-char (point-min))
  (re-search-forward (format "^%s: " name))
  (run-hooks 'post-command-hook))

(defun svvs-test-keys (keys)
  "Press KEYS, as `kbd' has them, in the buffer."
  (execute-kbd-macro (kbd keys)))

(defun svvs-test-press (name)
  "Press the button of the action NAME."
  (goto-char (point-min))
  (re-search-forward (format "^\\[%s\\]" name))
  (backward-char 2)
  (svvs-test-keys "RET"))

(defmacro svvs-test-answering (answers &rest body)
  "Do BODY, where the minibuffer is answered with the strings in ANSWERS."
  (declare (indent 1) (debug (form body)))
  `(let ((answers ,answers))
     (cl-letf* ((answer (lambda (&rest _) (or (pop answers) (error "Asked too much"))))
                ((symbol-function 'read-string) answer)
                ((symbol-function 'read-passwd) answer)
                ((symbol-function 'completing-read) answer))
       ,@body)
     (should-not answers)))

(ert-deftest svvs-test-a-buffer-paints-each-property-by-its-schema ()
  (svvs-test-with-buffer (login "login")
    (should (equal (svvs-test-line "loginState") "notLoggedIn"))
    (should (equal (svvs-test-line "canLogin") "no"))
    (should (equal (svvs-test-line "errorMessage") ""))
    (should (equal (svvs-test-line "shouldNavigateHome") "[ ]"))
    (should (equal (svvs-test-line "password") "[Enter] "))
    (should (equal (svvs-test-line "userId") ""))
    (should (string-match-p "^\\[didAppear\\]  Begins afresh" (buffer-string)))
    (should (string-match-p "\\`The page where a user logs in" (buffer-string)))
    (should (string-match-p "login .* commit 0" (svvs-buffer--header)))))

(ert-deftest svvs-test-a-list-has-a-line-for-each-element ()
  (svvs-test-with-buffer (friends "friends" '(:id "B"))
    (should (equal (svvs-test-line "filteredFriends") ""))
    (svvs-test-press "onAppear")
    (svvs-test-wait (lambda () (string-match-p "\n  - id: A, name: User A, friendIDs: \\[\"B\",\"C\",\"D\"\\], \
isBookmarked: no\n  - id: C" (buffer-string))))
    (should (equal (svvs-test-line "user")
                   "id: B, name: User B, friendIDs: [\"A\",\"C\"], isBookmarked: no"))))

(ert-deftest svvs-test-return-in-a-field-sets-the-property ()
  (svvs-test-with-buffer (mirror "mirror")
    (svvs-test-go "text")
    (svvs-test-keys "h e l l o RET")
    (svvs-wait-for mirror (lambda () (equal (svvs-get mirror 'text) "hello")))
    (svvs-test-wait (lambda () (equal (svvs-field-shown (gethash "text" svvs-buffer--fields)) "hello")))
    (should (equal (svvs-test-line "text") "hello"))))

(ert-deftest svvs-test-leaving-a-field-sets-the-property ()
  (svvs-test-with-buffer (view "login")
    (svvs-test-go "userId")
    (svvs-test-keys "1 2 3")
    (should (equal (svvs-get view 'userId) ""))
    (svvs-test-keys "TAB")
    (svvs-wait-for view (lambda () (equal (svvs-get view 'userId) "123")))))

(ert-deftest svvs-test-an-unchanged-field-sets-nothing ()
  (svvs-test-with-buffer (view "propertyA")
    (svvs-test-go "a")
    (svvs-test-keys "RET M-<")
    (should (equal (hash-table-count (svvs--pending server)) 0))))

(ert-deftest svvs-test-repainting-keeps-point-and-what-is-being-typed ()
  (svvs-test-with-buffer (view "login")
    (svvs-test-go "userId")
    (svvs-test-keys "a b c C-b")
    (let ((before (point-marker)))
      (svvs-call view 'login :userId "12345" :password "password")
      (svvs-test-shows "loginState" "loggedIn")
      (should (equal (svvs-get view 'userId) "12345"))
      (should (equal (svvs-test-line "userId") "abc"))
      (should (equal (char-before) ?b))
      (should (= (point) before)))
    (svvs-test-keys "x RET")
    (svvs-wait-for view (lambda () (equal (svvs-get view 'userId) "abxc")))))

(ert-deftest svvs-test-a-field-that-is-not-being-edited-follows-the-state ()
  (svvs-test-with-buffer (mirror "mirror")
    (svvs-test-go "text")
    (svvs-set mirror :text "another")
    (svvs-test-shows "text" "another")
    (svvs-test-keys "C-e s RET")
    (svvs-wait-for mirror (lambda () (equal (svvs-get mirror 'text) "anothers")))
    (svvs-set mirror :text "")
    (svvs-test-shows "text" "")))

(ert-deftest svvs-test-reverting-forgets-what-was-typed ()
  (svvs-test-with-buffer (mirror "mirror")
    (svvs-test-go "text")
    (svvs-test-keys "a b")
    (revert-buffer)
    (svvs-test-shows "text" "")))

(ert-deftest svvs-test-a-check-box-sets-the-property ()
  (svvs-test-with-buffer (player "player")
    (svvs-test-go "isPlaying")
    (svvs-test-keys "RET")
    (svvs-wait-for player (lambda () (eq (svvs-get player 'isPlaying) t)))
    (should (equal (svvs-test-line "isPlaying") "[X]"))
    (svvs-set player :isPlaying :false)
    (should (equal (svvs-test-line "isPlaying") "[ ]"))))

(ert-deftest svvs-test-an-empty-field-is-null-where-there-may-be-none ()
  (svvs-test-with-buffer (smoothies "smoothies")
    (should (eq (svvs-get smoothies 'selectedSmoothie) :null))
    (svvs-set smoothies :selectedSmoothie "x")
    (svvs-test-shows "selectedSmoothie" "x")
    (svvs-test-go "selectedSmoothie")
    (svvs-test-keys "C-d RET")
    (svvs-wait-for smoothies (lambda () (eq (svvs-get smoothies 'selectedSmoothie) :null)))))

(ert-deftest svvs-test-a-button-calls-its-action ()
  (svvs-test-with-buffer (counter "counterA")
    (svvs-test-press "increment")
    (svvs-test-shows "count" "1")
    (svvs-test-answering '("41")
      (let ((current-prefix-arg '(4))) (svvs-call-action "increment" t)))
    (svvs-test-shows "count" "42")))

(ert-deftest svvs-test-arguments-are-asked-for-by-their-schema ()
  (svvs-test-with-buffer (effects "effects")
    (svvs-test-answering '("instant") (svvs-test-press "handle"))
    (svvs-test-shows "instants" "1")
    (svvs-test-answering '("buttonTap" "0") (svvs-call-action "handle" t))
    (svvs-test-shows "tapsCompleted" "1")
    (svvs-test-answering '("buttonTap" "soon")
      (should-error (svvs-call-action "handle" t) :type 'user-error))))

(ert-deftest svvs-test-an-action-takes-what-was-typed-before ()
  (svvs-test-with-buffer (view "login")
    (svvs-set view :password "password")
    (svvs-test-go "userId")
    (svvs-test-keys "1 2 3 4 5")
    (svvs-call-action "login")
    (svvs-test-shows "loginState" "loggedIn")))

(ert-deftest svvs-test-a-password-shows-nowhere ()
  (let ((secret (copy-sequence "pa55-of-nobody"))
        messages)
    (svvs-test-with-buffer (view "login")
      (setq messages
            (svvs-test-messages
              (cl-letf (((symbol-function 'read-string) (lambda (&rest _) (error "Asked in the open")))
                        ((symbol-function 'read-passwd) (lambda (&rest _) secret)))
                (svvs-test-go "password")
                (svvs-test-keys "RET"))
              (svvs-test-shows "password" "[Enter] entered")
              (cl-letf (((symbol-function 'read-string) (lambda (&rest _) "12345"))
                        ((symbol-function 'read-passwd) (lambda (&rest _) secret)))
                (svvs-call-action "login" t))
              (svvs-wait-for view (lambda () (not (eq (svvs-get view 'errorMessage) :null))))))
      (dolist (buffer (buffer-list))
        (with-current-buffer buffer
          ;; Newer versions of jsonrpc.el make a log in any case.
          (should-not (and (string-match-p "events" (buffer-name)) (> (buffer-size) 0)))
          (should-not (string-match-p secret (buffer-substring-no-properties (point-min) (point-max))))
          (should-not (string-match-p secret (format "%S" buffer-undo-list)))))
      (should-not (string-match-p secret (format "%S" messages))))))

(ert-deftest svvs-test-every-delivery-is-painted ()
  (dolist (delivery '(properties patch signal))
    (svvs-test-with-buffer (counter "counterA" nil delivery)
      (svvs-test-press "increment")
      (svvs-test-shows "count" "1")
      (should-not (svvs-view-stale counter)))))

(ert-deftest svvs-test-killing-the-buffer-closes-the-view ()
  (svvs-test-with-buffer (view "counterA")
    (kill-buffer)
    (svvs-wait-for view (lambda () (not (svvs-view-live view))))
    (should (equal (svvs-error-data (svvs-test-error-of svvs-refused
                                      (svvs-request server 'view/get (list :view (svvs-view-id view))))
                                    "path")
                   "/view"))))

(ert-deftest svvs-test-killing-the-buffer-cancels-its-calls-silently ()
  (svvs-test-with-buffer (view "effects")
    (should-not
     (svvs-test-messages
       (svvs-test-answering '("buttonTap" "60") (svvs-call-action "handle" t))
       (kill-buffer)
       (svvs-wait-for view (lambda () (not (svvs-view-live view))))))
    (should (equal (hash-table-count (svvs--pending server)) 0))))

(ert-deftest svvs-test-what-is-no-value-is-a-message-and-stays-to-be-corrected ()
  (svvs-test-with-buffer (view "propertyA")
    (svvs-test-go "a")
    (svvs-test-keys "C-k")
    (should (equal (svvs-test-messages (svvs-test-keys "o n e M-<"))
                   '("svvs: Not a whole number: one")))
    (should (equal (should-error (svvs-schema-parse "9223372036854775808" '(integer nil)))
                   '(user-error "Not a whole number: 9223372036854775808")))
    (should (equal (svvs-test-line "a") "one"))
    (should (memq 'svvs-buffer--after-command post-command-hook))
    (svvs-test-go "a")
    (svvs-test-keys "C-k 7 RET")
    (svvs-wait-for view (lambda () (equal (svvs-get view 'a) 7)))))

(ert-deftest svvs-test-a-refusal-is-a-message-of-one-line ()
  (svvs-test-with-buffer (view "propertyA")
    ;; Behind the back of the view.
    (svvs-request server 'view/close (list :view (svvs-view-id view)))
    (should (equal (svvs-test-messages
                     (svvs-test-go "a")
                     (svvs-test-keys "7 RET")
                     (svvs-test-wait (lambda () (zerop (hash-table-count (svvs--pending server))))))
                   '("svvs: /view is not open.")))
    (should (equal (svvs-test-line "a") "70"))
    (should (equal (svvs-get view 'a) 0))))

(ert-deftest svvs-test-the-commands-say-what-is-wrong ()
  (let ((svvs-command '("/no/such/svvs"))
        (svvs-current-connection nil))
    (should (equal (should-error (svvs-start))
                   '(user-error "svvs: Cannot find the server /no/such/svvs, see svvs-command")))
    (should (equal (should-error (svvs-shutdown)) '(user-error "No svvs server is running"))))
  (svvs-test-with-buffer (view "counterA")
    (should (equal (should-error (svvs-open-view "nonsense" nil))
                   '(user-error "svvs: /type is no view type of this app.")))
    (should (equal (should-error (svvs-open-view "user" nil))
                   '(user-error "svvs: /params/id is missing.")))))

(ert-deftest svvs-test-a-buffer-outlives-its-server-and-says-so ()
  (svvs-test-with-buffer (view "counterA")
    (signal-process (svvs--server server) 'SIGKILL)
    (svvs-test-wait (lambda () (not (svvs-view-live view))))
    (should (string-match-p "closed\\'" (svvs-buffer--header)))
    (should (equal (should-error (svvs-call-action "increment"))
                   '(user-error "svvs: The server has died of signal 9")))
    (should (equal (car (should-error (revert-buffer))) 'user-error))))

(ert-deftest svvs-test-the-commands-open-close-and-shut-down ()
  (let ((svvs-command (list svvs-test-server "serve"))
        (svvs-current-connection nil)
        pid)
    (save-window-excursion
      (svvs-test-answering '("user" "A") (call-interactively #'svvs))
      (setq pid (process-id (svvs--server svvs-current-connection)))
      (should (derived-mode-p 'svvs-view-mode))
      (should (equal (buffer-name) "*svvs: user*"))
      (svvs-test-press "load")
      (svvs-test-shows "displayName" "User A")
      (let ((current-prefix-arg '(4)))
        (svvs-test-answering '("player" "patch" "window") (call-interactively #'svvs-open-view)))
      (should (eq (svvs-view-delivery svvs-buffer-view) 'patch))
      (should (equal (svvs-view-session svvs-buffer-view) "window"))
      (let ((player svvs-buffer-view))
        (call-interactively #'svvs-close-view)
        (should-not (svvs-view-live player)))
      (with-temp-buffer
        (svvs-test-answering '("*svvs: user*") (call-interactively #'svvs-close-view))
        (should-error (call-interactively #'svvs-close-view) :type 'user-error))
      (svvs-test-answering '("player") (call-interactively #'svvs-open-view))
      (svvs-shutdown)
      (should-not (svvs--view-buffers)))
    (svvs-test-nothing-left pid)))

(provide 'svvs-buffer-tests)
;;; svvs-buffer-tests.el ends here
