;;; svvs-json.el --- JSON values of svvs and patches of them  -*- lexical-binding: t; -*-

;;; Commentary:

;; The representation of JSON in Emacs Lisp: an object is a hash table with strings
;; as keys, an array is a vector, and true, false and null are t, `:false' and
;; `:null'.  Unlike with plists, null, false, an empty object and an empty array are
;; distinct.
;;
;; A value to be written may contain plists as objects; nil is an empty object.

;;; Code:

(require 'json)
(require 'seq)
(require 'subr-x)

(define-error 'svvs-json-error "Invalid JSON")

(defun svvs-json-parse (text)
  "Return the JSON value written in TEXT, a string of characters."
  (condition-case nil
      (if (string-search "\\u0000" text)
          ;; Up to Emacs 29, the other parser, which is faster, refuses this character.
          (let ((json-object-type 'hash-table)
                (json-array-type 'vector)
                (json-false :false)
                (json-null :null))
            (json-read-from-string text))
        (json-parse-string text :object-type 'hash-table :array-type 'array))
    ;; The parser's own message may quote the text, which may be a secret.
    (error (signal 'svvs-json-error '("Not JSON")))))

(defun svvs-json-serialize (value)
  "Return VALUE as JSON, a string of characters."
  (let ((text (condition-case nil
                  (json-serialize value)
                ;; As above: the error itself contains the value.
                (error (signal 'svvs-json-error '("Not representable as JSON"))))))
    ;; In Emacs 30 the text is unibyte.
    (if (multibyte-string-p text) text (decode-coding-string text 'utf-8-unix t))))

(defun svvs-json-object (plist)
  "Return an object with the members of PLIST.
Their names are keywords, symbols or strings."
  (let ((object (make-hash-table :test #'equal)))
    (while plist
      (let ((name (pop plist)))
        (puthash (svvs-json-name name) (pop plist) object)))
    object))

(defun svvs-json-name (name)
  "Return NAME, a keyword, symbol or string, as a string."
  (cond ((keywordp name) (substring (symbol-name name) 1))
        ((symbolp name) (symbol-name name))
        (t name)))

(defun svvs-json-get (value path)
  "Return the value in VALUE at PATH, a list of member names and indices.
Return nil if there is none."
  (dolist (step path value)
    (setq value
          (cond ((hash-table-p value) (gethash (svvs-json-name step) value))
                ((and (vectorp value) (natnump step) (< step (length value)))
                 (aref value step))))))

;;;; Texts for people

(defconst svvs-json--hidden
  (rx (any (#x80 . #x9f) #xad #x34f #x61c (#x115f . #x1160) (#x17b4 . #x17b5) #x180e #x200b (#x200e . #x200f)
           (#x2028 . #x202e) (#x2060 . #x206f) #x3164 (#xd800 . #xdfff) #xfeff #xffa0 (#xfff9 . #xfffb)
           (#xe0000 . #xe00ff) (#xe0200 . #xe0fff)
           (#x3fff80 . #x3fffff))) ; bytes that are not UTF-8
  "Matches a character that is invisible or changes the direction of writing.")

(defun svvs-json-clean (text)
  "Return TEXT in one line, without hidden characters.
A control character becomes its symbol.  A joiner is kept between characters
from U+0600, whose form it may change."
  (if (string-match-p "\\`[ -~]*\\'" text) text
    (pcase-dolist (`(,pattern . ,new)
                   `(("\\(\\`\\|[\0-\u05ff]\\)[\u200c\u200d]" . "\\1\ufffd")
                     ("[\u200c\u200d]\\(\\'\\|[\0-\u05ff]\\)" . "\ufffd\\1")
                     (,svvs-json--hidden . "\ufffd")
                     ("[\0-\x1f]" . ,(lambda (control) (string (+ #x2400 (aref control 0)))))
                     ("\x7f" . "\u2421"))
                   text)
      (setq text (replace-regexp-in-string pattern new text t)))))

;;;; JSON Patch (RFC 6902), of which only add, remove and replace are used

(defun svvs-json-patch (value patch)
  "Return VALUE after PATCH, a JSON Patch.
VALUE is not modified; the result shares its unchanged parts."
  (seq-reduce
   (lambda (value step)
     (let ((operation (gethash "op" step)))
       (unless (member operation '("add" "remove" "replace"))
         (signal 'svvs-json-error '("Not an operation of a JSON Patch")))
       (svvs-json--edit value (svvs-json-pointer (gethash "path" step))
                        operation (gethash "value" step))))
   patch value))

(defun svvs-json-pointer (pointer)
  "Return the list of the reference tokens of POINTER, a JSON Pointer."
  (unless (string-match-p "\\`\\(?:/\\|\\'\\)" pointer)
    (signal 'svvs-json-error '("Not a JSON Pointer")))
  (mapcar (lambda (token)
            (string-replace "~0" "~" (string-replace "~1" "/" token)))
          (cdr (split-string pointer "/"))))

(defun svvs-json--has (object name)
  "Return whether OBJECT has a member NAME, which may be nil."
  (let ((nothing (make-symbol "nothing")))
    (not (eq (gethash name object nothing) nothing))))

(defun svvs-json--edit (value path operation new)
  "Return VALUE after OPERATION, a string, at PATH with the value NEW."
  (cond ((null path) new)
        ((hash-table-p value) (svvs-json--edit-object value path operation new))
        ((vectorp value) (svvs-json--edit-array value path operation new))
        (t (signal 'svvs-json-error '("The path leads into a value without members")))))

(defun svvs-json--edit-object (object path operation new)
  "Return OBJECT after OPERATION at PATH with the value NEW."
  (let ((copy (copy-hash-table object))
        (name (car path)))
    (unless (or (svvs-json--has object name) (equal (cons operation (cdr path)) '("add")))
      (signal 'svvs-json-error '("The path leads to a missing member")))
    (cond ((cdr path)
           (puthash name (svvs-json--edit (gethash name copy) (cdr path) operation new) copy))
          ((equal operation "remove") (remhash name copy))
          (t (puthash name new copy)))
    copy))

(defun svvs-json--edit-array (array path operation new)
  "Return ARRAY after OPERATION at PATH with the value NEW."
  (let* ((index (and (string-match-p "\\`\\(?:0\\|[1-9][0-9]*\\)\\'" (car path))
                     (string-to-number (car path))))
         (adds (equal (cons operation (cdr path)) '("add"))))
    (unless (and index (< index (+ (length array) (if adds 1 0))))
      (signal 'svvs-json-error '("The path leads to a missing element")))
    (if (or (cdr path) (equal operation "replace"))
        (let ((copy (copy-sequence array)))
          (aset copy index (svvs-json--edit (aref array index) (cdr path) operation new))
          copy)
      (vconcat (seq-subseq array 0 index)
               (and adds (list new))
               (seq-subseq array (if adds index (1+ index)))))))

(provide 'svvs-json)
;;; svvs-json.el ends here
