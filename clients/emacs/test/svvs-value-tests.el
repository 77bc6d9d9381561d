;;; svvs-value-tests.el --- Values as text  -*- lexical-binding: t; -*-

;;; Commentary:

;; Formats, titles of values, and the columns of narrow tables.

;;; Code:

(require 'svvs-test-buffers)

(defun svvs-test--text (value schema &optional is-short)
  "Return the text of VALUE, of SCHEMA, a JSON text with single quotes.
IS-SHORT is as in `svvs-value-text'."
  (svvs-value-text value (svvs-json-parse (string-replace "'" "\"" schema)) is-short))

(defun svvs-test--ago (seconds)
  "Return the time SECONDS ago by ISO 8601."
  (format-time-string "%FT%T.123Z" (time-subtract nil seconds) t))

(ert-deftest svvs-test-a-time-is-local-and-relative-where-it-is-short ()
  (let ((time "{'anyOf': [{'type': 'string', 'format': 'date-time'}, {'type': 'null'}]}"))
    (set-time-zone-rule "Asia/Tokyo")
    (unwind-protect
        (progn
          (should (equal (svvs-test--text "2026-11-24T20:30:15.25Z" time) "2026-11-25 05:30:15"))
          (should (equal (svvs-test--text "2020-12-31T20:30:15+01:00" time t) "2021-01-01")))
      (set-time-zone-rule nil))
    (should (equal (svvs-test--text (svvs-test--ago 30) time t) "just now"))
    (should (equal (svvs-test--text (svvs-test--ago 330) time t) "5 min ago"))
    (should (member (svvs-test--text (svvs-test--ago 7200) time t)
                    (list (format-time-string "%R" (time-subtract nil 7200))
                          (format-time-string "%-d %b %R" (time-subtract nil 7200)))))
    (should (equal (svvs-test--text :null time) ""))
    (should (equal (svvs-test--text "soon" time t) "soon"))))

(ert-deftest svvs-test-an-amount-has-its-currency ()
  (pcase-dolist (`(,value ,currency ,text) '((500 "JPY" "¥500") (1234567 "JPY" "¥1,234,567") (-1000 "USD" "-$1,000")
                                             (12.5 "EUR" "€12.5") (100000 "CHF" "100,000 CHF") (7 nil "7")))
    (let ((schema (if currency (format "{'type': 'number', 'x-format': {'money': '%s'}}" currency) "{}")))
      (should (equal (svvs-test--text value schema) text)))))

(ert-deftest svvs-test-the-values-of-an-enumeration-have-titles ()
  (let ((schema (svvs-json-parse "{\"enum\": [\"none\", \"done\"],
                                   \"x-enumTitles\": {\"none\": \"Not yet\", \"done\": \"\"}}")))
    (should (equal (mapcar (lambda (value) (svvs-value-text value schema)) '("none" "done")) '("Not yet" "done")))
    (svvs-test-answering '("Not yet") (should (equal (svvs-schema-read "state" schema) "none")))
    (svvs-test-answering '("done") (should (equal (svvs-schema-read "state" schema) "done")))))

(ert-deftest svvs-test-a-narrow-table-leaves-out-the-columns-of-the-lowest-priority ()
  (let ((columns (svvs-schema-members (svvs-json-parse "{\"properties\": {
          \"id\": {\"type\": \"integer\", \"x-priority\": -1}, \"name\": {},
          \"body\": {\"x-priority\": 2}, \"time\": {}}}")))
        (row (svvs-json-object (list "id" 12345 "name" "Hanako" "body" (make-string 300 ?x) "time" "Yesterday"))))
    (pcase-dolist (`(,width ,titles ,least)
                   '((20 "  Body …\\+3" 10) (30 "  Name +Body …\\+2" 14)
                     (46 "  Name +Body +Time …\\+1" 20) (60 " +Id +Name +Body +Time" 30)
                     (80 " +Id +Name +Body +Time" 40)
                     (120 " +Id +Name +Body +Time" 60) (200 " +Id +Name +Body +Time" 100)))
      (let ((lines (svvs-table-lines (list row) columns width)))
        (should (string-match-p (concat "\\`" titles "\\'") (car lines)))
        (should (>= (seq-count (lambda (character) (eq character ?x)) (cadr lines)) least))
        (dolist (line lines) (should (<= (string-width line) width)))))))

(ert-deftest svvs-test-return-on-a-url-browses-it ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "url = {'type': 'string', 'format': 'uri', 'readOnly': True}
described(t={'actions': {}, 'properties': {'page': url, 'other': url, 'profile': {
    'type': 'object', 'readOnly': True, 'properties': {'name': {'type': 'string'}, 'site': url}}}})
opened(page='https://a.example/', other='javascript:1', profile={'name': 'Ann', 'site': 'https://b.example/'})
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2)
          browsed)
      (cl-letf (((symbol-function 'browse-url) (lambda (url &rest _) (push url browsed))))
        (svvs-field-go (svvs-field-named "page"))
        (svvs-test-keys "RET")
        (svvs-field-go (svvs-field-named "other"))
        (should-error (svvs-test-keys "RET") :type 'user-error)
        (svvs-field-go (svvs-field-named "profile"))
        (forward-line 2)
        (svvs-test-keys "RET")
        (should (equal browsed '("https://b.example/" "https://a.example/"))))
      (svvs-disconnect server))))

(provide 'svvs-value-tests)
;;; svvs-value-tests.el ends here
