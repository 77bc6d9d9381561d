;;; svvs-table-tests.el --- Rows in buffers  -*- lexical-binding: t; -*-

;;; Commentary:

;; The layout of tables with any contents, the actions of their rows, and filters.

;;; Code:

(require 'svvs-test-buffers)

(defun svvs-test--table (rows &optional columns width)
  "Return the lines of ROWS, JSON texts, with COLUMNS, a JSON text, in WIDTH."
  (mapcar #'substring-no-properties
          (svvs-value-table (mapcar #'svvs-json-parse rows)
                            (and columns (append (svvs-test-json columns) nil))
                            (or width 80))))

(ert-deftest svvs-test-columns-have-titles-and-the-declared-order ()
  (should (equal (svvs-test--table '("{\"name\": \"Ann\", \"isOld\": true, \"age\": 7}"
                                     "{\"age\": 110, \"isOld\": false, \"name\": \"Methuselah\"}")
                                   "[{'name': 'name', 'title': 'Called', 'kind': 'text'},
                                     {'name': 'age', 'title': 'Age', 'kind': 'integer'},
                                     {'name': 'isOld', 'title': 'Is old', 'kind': 'switch'}]")
                 '("  Called      Age  Is old"
                   "  Ann           7  yes"
                   "  Methuselah  110  no"))))

(ert-deftest svvs-test-without-columns-the-members-are-the-columns ()
  (should (equal (svvs-test--table '("{\"friendIDs\": [\"A\", \"B\"], \"home\": {\"city\": null}}" "{}"))
                 '("  friendIDs  home" "  A, B       city –" "             "))))

(ert-deftest svvs-test-a-table-fits-into-its-window ()
  (let ((row (format "{\"a\": %S, \"b\": %S, \"c\": \"x\"}" (make-string 60 ?y) (make-string 60 ?z))))
    (dolist (width '(10 20 40 80 200))
      (dolist (line (svvs-test--table (list row row) nil width))
        (should (<= (string-width line) width))))
    (should (string-match-p " …\\+1\\'" (car (svvs-test--table (list row) nil 20))))))

(ert-deftest svvs-test-the-least-important-columns-leave-a-narrow-table ()
  (should (equal (svvs-test--table '("{\"a\": \"first\", \"b\": \"second\", \"c\": 3, \"d\": \"fourth\"}")
                                   "[{'name': 'a', 'title': 'Aaaaaaaa', 'kind': 'text', 'priority': 1},
                                     {'name': 'b', 'title': 'Bbbbbbbb', 'kind': 'text'},
                                     {'name': 'c', 'title': 'Cccccccc', 'kind': 'integer', 'priority': 1},
                                     {'name': 'd', 'title': 'Dddddddd', 'kind': 'text'}]"
                                   24)
                 '("  Aaaaaaaa  Cccccccc …+2"
                   "  first            3"))))

(ert-deftest svvs-test-a-narrow-table-leaves-out-the-columns-of-the-lowest-priority ()
  (let ((columns (append (svvs-test-json "[
          {'name': 'id', 'title': 'Id', 'kind': 'integer', 'priority': -1}, {'name': 'name', 'title': 'Name'},
          {'name': 'body', 'title': 'Body', 'priority': 2}, {'name': 'time', 'title': 'Time'}]") nil))
        (row (svvs-json-object (list "id" 12345 "name" "Hanako" "body" (make-string 300 ?x) "time" "Yesterday"))))
    (pcase-dolist (`(,width ,titles ,least)
                   '((20 "  Body …\\+3" 10) (30 "  Name +Body …\\+2" 14)
                     (46 "  Name +Body +Time …\\+1" 20) (60 " +Id +Name +Body +Time" 30)
                     (80 " +Id +Name +Body +Time" 40)
                     (120 " +Id +Name +Body +Time" 60) (200 " +Id +Name +Body +Time" 100)))
      (let ((lines (svvs-value-table (list row) columns width)))
        (should (string-match-p (concat "\\`" titles "\\'") (car lines)))
        (should (>= (seq-count (lambda (character) (eq character ?x)) (cadr lines)) least))
        (dolist (line lines) (should (<= (string-width line) width)))))))

(ert-deftest svvs-test-ten-thousand-columns-are-cut-at-once ()
  (let ((object (make-hash-table :test #'equal))
        lines)
    (dotimes (number 10000) (puthash (format "c%d" number) number object))
    (should (< (svvs-test-processor-time (setq lines (svvs-value-table (make-list 100 object) nil 80))) 5))
    (should (string-match-p " …\\+99[0-9][0-9]\\'" (car lines)))))

(ert-deftest svvs-test-only-lines-that-differ-are-replaced ()
  (with-temp-buffer
    (insert "Label: ")
    (let ((lines (svvs-value-lines-insert))
          (below (point-marker)))
      (insert "below")
      (svvs-value-lines-show lines '("3" "a" "b" "c" "d"))
      (should (equal (buffer-string) "Label: 3\na\nb\nc\nd\nbelow"))
      (let ((first (copy-marker (1+ (string-match "a\nb" (buffer-string)))))
            (last (copy-marker (string-match "d\nbelow" (buffer-string)) t)))
        (goto-char (1+ (string-match "c\n" (buffer-string))))
        (svvs-value-lines-show lines '("4" "a" "x" "c!" "y" "d"))
        (should (equal (buffer-string) "Label: 4\na\nx\nc!\ny\nd\nbelow"))
        (should (looking-at "c!"))
        (should (equal (list (char-after first) (char-after below)) '(?a ?b)))
        (should (looking-at-p "c!"))
        (set-marker last nil))
      ;; Point stays in its line.
      (svvs-value-lines-show lines '("5" "b" "a" "d" "c!" "e"))
      (should (looking-at "c!"))
      (svvs-value-lines-show lines '("none"))
      (should (equal (buffer-string) "Label: none\nbelow")))))

(ert-deftest svvs-test-an-action-is-called-for-the-row-at-point ()
  (svvs-test-with-buffer (friends "friends" '(:id "A"))
    (svvs-test-wait (lambda () (string-match-p "User D" (buffer-string))))
    (svvs-test-keys "n b")
    (svvs-test-wait (lambda () (string-match-p "C +User C .* yes" (buffer-string))))
    (should (equal (svvs-field-row (svvs-field-named "filteredFriends") (point)) 1))
    (svvs-test-keys "p b")
    (svvs-test-wait (lambda () (string-match-p "B +User B .* yes" (buffer-string))))
    (should-error (svvs-test-keys "p"))))

(ert-deftest svvs-test-outside-of-rows-the-row-is-asked-for ()
  (svvs-test-with-buffer (friends "friends" '(:id "A"))
    (svvs-test-wait (lambda () (string-match-p "User D" (buffer-string))))
    (goto-char svvs-page--start)
    (let (prompt table)
      (cl-letf (((symbol-function 'completing-read)
                 (lambda (text collection &rest _) (setq prompt text table collection) "D  User D")))
        (svvs-test-keys "b"))
      (should (equal prompt "Id (TAB lists 3): "))
      (should (equal (all-completions "" table) '("B  User B" "C  User C" "D  User D"))))
    (svvs-test-wait (lambda () (string-match-p "D +User D .* yes" (buffer-string))))))

(ert-deftest svvs-test-the-key-for-the-next-row-also-stops-at-a-record-that-opens-a-view ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "row = [part('id')]
described(view_type('t', part('rows', 'rows', columns=row, key='id', label='id'), part('plain', 'record', members=row),
                    part('current', 'record', members=row, opens={'view': 'u', 'on': 'record'})), view_type('u'))
opened(rows=[{'id': 'a'}], plain={'id': 'a'}, current={'id': 'a'})
opened('w')
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (should (looking-at "  a$"))
      (svvs-test-keys "n")
      (should (eq (svvs-page-field-at (point)) (svvs-field-named "current")))
      (svvs-test-keys "RET")
      (svvs-test-wait (lambda () (equal (buffer-name (window-buffer)) "*svvs u*")))
      (svvs-disconnect server))))

(ert-deftest svvs-test-an-action-is-called-for-the-row-that-is-shown ()
  (svvs-test-with-buffer (friends "friends" '(:id "A"))
    (svvs-test-wait (lambda () (string-match-p "User D" (buffer-string))))
    ;; The first row was removed, but the removal was not painted yet.
    (let ((field (svvs-field-named "filteredFriends")))
      (setf (svvs-view-state friends) (copy-hash-table (svvs-view-state friends)))
      (puthash "filteredFriends" (seq-drop (svvs-field-value field) 1) (svvs-view-state friends))
      (should (equal (svvs-page--row-argument (svvs-screen-action (svvs-page-screen) "toggleFriendBookmark"))
                     '("id" "B"))))))

(ert-deftest svvs-test-elements-that-are-not-records-are-rows-too ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', part('tags', 'list', of={'kind': 'json'}), actions=[
    action('drop', letter='d', rows='tags', asks=[part('tag', 'json', source=('tags',))])]))
opened(tags=[f'tag {n}' for n in range(150)])
call = receive('drop')
assert call['params'] == {'tag': 'tag 1', 'view': 'v'}, call
changed(1, 2, tags=[])
reply(call, commit=2)
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (should (equal (seq-take (svvs-test-rows "tags") 2) '("  tag 0" "  tag 1")))
      (goto-char (point-max))
      (forward-line -1)
      (should (looking-at "  … 50 more"))
      (svvs-press)
      (should (length= (svvs-test-rows "tags") 150))
      (goto-char (point-min))
      (svvs-test-keys "n n d")
      (svvs-test-shows "tags" "0")
      (should (equal (svvs-test-rows "tags") '("  No tags")))
      (svvs-disconnect server))))

(ert-deftest svvs-test-point-stays-in-its-row-whatever-becomes-of-the-others ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t',
    part('rows', 'rows', columns=[part('id', 'integer'), part('text')], key='id', label='text')))
def rows(*pairs): return [{'id': id, 'text': text} for id, text in pairs]
opened(rows=rows((1, 'a'), (2, 'b'), (3, 'c')))
receive('next'); changed(1, 2, rows=rows((4, 'd'), (1, 'a'), (2, 'changed'), (3, 'c')))
receive('next'); changed(2, 3, rows=rows((4, 'd'), (1, 'a')))
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (svvs-test-keys "n")
      (dolist (expected '("2 +changed" "1 +a"))
        (svvs-notify view "next")
        (svvs-test-wait (lambda () (string-match-p expected (thing-at-point 'line)))))
      (svvs-disconnect server))))

(ert-deftest svvs-test-a-hundred-thousand-rows-are-shown-step-by-step ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', part('rows', 'list', of={'kind': 'json'})))
opened(rows=[{'id': n, 'name': f'Row {n}'} for n in range(100_000)])
receive('act')
send(method='state/changed', params={'commit': 2, 'views': [
    {'view': 'v', 'from': 1, 'patch': [{'op': 'replace', 'path': '/rows/1/name', 'value': 'Changed'}]}]})
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (should (equal (svvs-test-line "rows") "100000"))
      (should (length= (svvs-test-rows "rows") 102))
      (should (< (svvs-test-processor-time
                   (svvs-notify view 'act)
                   (svvs-test-wait (lambda () (string-match-p "1 +Changed" (buffer-string)))))
                 1))
      (goto-char (point-max))
      (forward-line -1)
      (should (looking-at "  … 99900 more"))
      (svvs-press)
      (should (length= (svvs-test-rows "rows") 1002))
      (svvs-test-go-row "rows" 999)
      (should (looking-at " +999  Row 999"))
      (svvs-disconnect server))))

(ert-deftest svvs-test-text-typed-into-a-filter-is-sent-at-once ()
  (svvs-test-with-buffer (smoothies "smoothies")
    (svvs-test-wait (lambda () (svvs-field-rows (svvs-field-named "smoothies"))))
    (svvs-test-go "filterKeyword")
    (svvs-test-keys "P l u m")
    (svvs-test-shows "smoothies" "1")
    (should (equal (svvs-test-line "filterKeyword") "Plum"))
    (svvs-test-keys "RET")
    (should (looking-at "  plum-piano"))))

(ert-deftest svvs-test-text-deleted-from-a-filter-is-deleted-from-the-state-too ()
  (svvs-test-with-buffer (smoothies "smoothies")
    (svvs-test-wait (lambda () (svvs-field-rows (svvs-field-named "smoothies"))))
    (svvs-test-go "filterKeyword")
    (svvs-test-keys "P DEL")
    (svvs-test-wait #'svvs-test-idle-p)
    (should (equal (svvs-get smoothies 'filterKeyword) ""))
    (should (equal (svvs-test-line "filterKeyword") ""))))

(provide 'svvs-table-tests)
;;; svvs-table-tests.el ends here
