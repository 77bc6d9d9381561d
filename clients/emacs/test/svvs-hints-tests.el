;;; svvs-hints-tests.el --- Hints of the author of an app  -*- lexical-binding: t; -*-

;;; Commentary:

;; Titles, order, keys and secrets, and views without hints.

;;; Code:

(require 'svvs-test-buffers)

(defun svvs-test--schema (text)
  "Return the JSON value TEXT, which is written with single quotes."
  (svvs-json-parse (string-replace "'" "\"" text)))

(defun svvs-test--server (types)
  "Return a connection without a server, whose view TYPES are a JSON text."
  (svvs--make-connection :schema (svvs-test--schema types)))

(ert-deftest svvs-test-without-a-title-the-name-becomes-one ()
  (pcase-dolist (`(,name . ,title) '(("isFavorite" . "Is favorite") ("avatarURL" . "Avatar URL") ("x" . "X")
                                     ("friendIDs" . "Friend IDs") ("snake_case" . "Snake case") ("日本" . "日本")))
    (should (equal (svvs-schema-title name) title)))
  (should (equal (svvs-schema-title "a" (svvs-test--schema "{'title': 'Á la'}")) "Á la"))
  (should (equal (svvs-schema-title "a" (svvs-test--schema "{'title': null}")) "A")))

(ert-deftest svvs-test-members-come-in-the-declared-order ()
  (should (equal (mapcar #'car (svvs-schema-members
                                (svvs-test--schema "{'properties': {'b': 1, 'a': 1, 'z': 1},
                                                     'propertyOrder': ['z', 'q', 'a']}")))
                 '("z" "a" "b")))
  (should (equal (mapcar #'car (svvs-schema-members (svvs-test--schema "{'properties': {'b': 1, 'a': 1}}")))
                 '("b" "a")))
  (should (equal (mapcar #'car (svvs-schema-actions
                                (svvs-test--schema "{'actions': {'b': 1, 'a': 1}, 'actionOrder': ['a']}")))
                 '("a" "b"))))

(ert-deftest svvs-test-the-start-view-is-the-declared-one-or-the-first ()
  (pcase-dolist (`(,types . ,start)
                 '(("{'x-viewTypes': {'a': {}, 'b': {'isStart': true}}}" . "b")
                   ("{'x-viewTypes': {'a': {'params': {'properties': {'id': {}}}}, 'b': {}, 'c': {}}}" . "b")
                   ("{'x-viewTypes': {'a': {}, 'b': {}}, 'x-viewTypeOrder': ['b', 'a']}" . "b")
                   ("{'x-viewTypes': {'a': {'params': {'properties': {'id': {}}}}}}" . nil)
                   ("{'x-viewTypes': {}}" . nil)))
    (should (equal (svvs-schema-start (svvs-test--server types)) start))))

(ert-deftest svvs-test-a-schema-may-refer-to-itself-or-to-nothing ()
  (let* ((document (svvs-test--schema "{'x-viewTypes': {'t': {'properties': {
                      'tree': {'anyOf': [{'$ref': '#/components/schemas/Node'}, {'type': 'null'}]},
                      'none': {'$ref': '#/components/schemas/None'}, 'other': {'$ref': 'other.json'}}}},
                    'components': {'schemas': {'Node': {'type': 'object', 'properties': {
                      'name': {'type': 'string'}, 'child': {'$ref': '#/components/schemas/Node'}}}}}}"))
         (linked (svvs-schema-link document document)))
    (cl-flet ((columns (&rest path)
                (mapcar #'car (svvs-schema-columns (svvs-json-get linked `(x-viewTypes t properties ,@path))))))
      (should (equal (columns "tree") '("name" "child")))
      (should (equal (columns "none") nil))
      (should (equal (columns "other") nil)))
    (should (equal (mapcar #'car (svvs-schema-columns
                                  (svvs-json-get linked '(components schemas Node properties child))))
                   '("name" "child")))))

(ert-deftest svvs-test-a-schema-prints-without-those-that-it-refers-to ()
  (let ((document (svvs-json-parse
                   (format "{%s}" (mapconcat (lambda (n)
                                               (format "\"s%d\": [{\"$ref\": \"#/s%d\"}, {\"$ref\": \"#/s%d\"}]"
                                                       n (1+ n) (1+ n)))
                                             (number-sequence 0 12) ", ")))))
    (should (< (length (format "%S" (svvs-schema-link document document))) 10000))))

(ert-deftest svvs-test-each-action-has-a-different-letter ()
  (with-temp-buffer
    (svvs-keys-use (svvs-test--schema "{'onAppear': 'load', 'actions': {
      'load': {}, 'loadMore': {}, 'logIn': {'title': 'Log in'}, 'go': {}, 'x': {}, 'löschen': {'title': '消す'}}}")
                   (make-sparse-keymap))
    (should (equal (mapcar #'svvs-keys-of '("loadMore" "logIn" "go" "load")) '(?l ?i ?o ?d)))
    ;; No letter in their titles is left.
    (should (equal (mapcar #'svvs-keys-of '("x" "löschen")) '(?a ?b)))
    (should (equal (svvs-keys-action ?o) "go"))
    (should (equal (svvs-keys-action ?\C-o) "go"))
    (should (equal (key-binding (kbd "C-c C-k")) 'svvs-cancel-calls))
    (svvs-keys-use (svvs-json-object
                    (list "actions" (svvs-json-object (cl-loop for n below 60 append (list (format "a%d" n) nil)))))
                   (make-sparse-keymap))
    (should (length= svvs-keys--actions (- 26 (length svvs-keys--taken))))))

(ert-deftest svvs-test-a-secret-argument-is-not-echoed ()
  (cl-letf (((symbol-function 'read-string) (lambda (&rest _) (error "Asked in the open")))
            ((symbol-function 'read-passwd) (lambda (&rest _) "unseen")))
    (should (equal (svvs-schema-read-members
                    (svvs-test--schema "{'properties': {'pin': {'type': 'string', 'writeOnly': true}},
                                             'required': ['pin']}"))
                   '("pin" "unseen")))))

(ert-deftest svvs-test-the-member-of-a-row-differs-from-the-name-of-the-argument ()
  (svvs-test-answering '("typed")
    (should (equal (svvs-schema-read-members
                    (svvs-test--schema "{'properties': {'id': {'type': 'string'}, 'key': {'type': 'string'}},
                                             'required': ['id', 'key']}")
                    :given '("id" "key"))
                   '("id" "key" "key" "typed")))))

(ert-deftest svvs-test-the-name-of-a-buffer-has-no-secrets ()
  (should (equal (svvs-buffer--name
                  (svvs--make-view
                   :connection (svvs-test--server "{'x-viewTypes': {'t': {'params': {'properties': {
                                  'id': {}, 'pin': {'writeOnly': true}}}}}}")
                   :type "t" :params '(:id "a\nb" :pin "unseen" "n" 7)))
                 "*svvs t id=a b n=7*")))

(ert-deftest svvs-test-errors-are-shown-on-top-and-removed ()
  (svvs-test-with-buffer (login "login")
    (svvs-call login 'login :userId "error" :password "x")
    (svvs-test-wait (lambda () (string-match-p "\n! Error message: .+\nLogin state: " (buffer-string))))
    (should-not (svvs-field-named "errorMessage"))
    (svvs-call login 'didAppear)
    (svvs-test-wait (lambda () (not (string-match-p "^! " (buffer-string)))))))

(ert-deftest svvs-test-a-view-without-hints-has-the-same-form ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(t={
    'properties': {'isOpen': {'type': 'boolean'}, 'rows': {'readOnly': True}, 'errorMessage': {'readOnly': True}},
    'actions': {'drop': {'arguments': {'properties': {'id': {'type': 'integer'}}, 'required': ['id']}}}})
opened(isOpen=True, rows=[{'id': 5}, {'id': 6}], errorMessage=None)
call = receive('drop')
assert call['params'] == {'id': 6, 'view': 'v'}, call
changed(1, 2, rows=[{'id': 5}], errorMessage='Oh')
reply(call, commit=2)
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (should (equal (list (svvs-test-line "isOpen") (svvs-test-line "errorMessage")) '("[X]" "")))
      (should (equal (svvs-test-rows "rows") '("  Id" "  5" "  6")))
      (svvs-test-answering '("6") (svvs-test-keys "d"))
      (svvs-test-shows "errorMessage" "Oh")
      (should (equal (svvs-test-rows "rows") '("  Id" "  5")))
      (svvs-disconnect server))))

(provide 'svvs-hints-tests)
;;; svvs-hints-tests.el ends here
