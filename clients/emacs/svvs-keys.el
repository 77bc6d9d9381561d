;;; svvs-keys.el --- Keys of the actions of an svvs view  -*- lexical-binding: t; -*-

;;; Commentary:

;; An action has a letter: of its title, which no other has.  In a field, where
;; letters are text, it is typed with C-c and Control.

;;; Code:

(require 'svvs-schema)
(require 'wid-edit)

(defconst svvs-keys--taken (string-to-list "gknpqvx")
  "The letters that mean something in every view.")

(defvar-local svvs-keys--actions nil
  "An alist of the keys of this buffer, characters, and the names of their actions.")

(defvar-local svvs-keys-field-map nil
  "The keymap of the fields of this buffer.")

(defvar svvs-keys-prefix-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-k") 'svvs-cancel-calls)
    (define-key map (kbd "C-g") 'svvs-refresh-buffer)
    (define-key map (kbd "C-n") 'svvs-next-row)
    (define-key map (kbd "C-p") 'svvs-previous-row)
    (define-key map (kbd "C-q") 'quit-window)
    (define-key map (kbd "C-v") 'svvs-open-view)
    (define-key map (kbd "C-x") 'svvs-call-action)
    (define-key map (kbd "DEL") 'svvs-forget-field)
    (define-key map "?" 'svvs-help)
    map)
  "Keymap behind \\`C-c' in every view, also in fields.")

(defun svvs-keys-use (schema map)
  "Give the actions of SCHEMA, a view type, keys in this buffer.
The others are those of MAP."
  (setq svvs-keys--actions (svvs-keys--assign schema))
  (let ((local (make-sparse-keymap))
        (prefix (make-sparse-keymap)))
    (set-keymap-parent local map)
    (set-keymap-parent prefix svvs-keys-prefix-map)
    (pcase-dolist (`(,key . ,_) svvs-keys--actions)
      (define-key local (string key) 'svvs-call-by-key)
      (define-key prefix (string (- key 96)) 'svvs-call-by-key))
    (define-key local (kbd "C-c") prefix)
    (use-local-map local)
    (setq svvs-keys-field-map (make-sparse-keymap))
    (set-keymap-parent svvs-keys-field-map widget-field-keymap)
    (define-key svvs-keys-field-map (kbd "C-c") prefix)))

(defun svvs-keys--assign (schema)
  "Return an alist of keys and the actions of SCHEMA that have one.
What is called when the view appears comes last."
  (let* ((first (svvs-json-get schema '(onAppear)))
         (actions (svvs-schema-actions schema))
         keys)
    (pcase-dolist (`(,name . ,action) (append (seq-remove (lambda (action) (equal (car action) first)) actions)
                                              (seq-filter (lambda (action) (equal (car action) first)) actions)))
      (when-let ((key (seq-find (lambda (letter)
                                  (and (<= ?a letter ?z) (not (memq letter svvs-keys--taken)) (not (assq letter keys))))
                                (svvs-keys--wishes (svvs-schema-title name action)))))
        (push (cons key name) keys)))
    (nreverse keys)))

(defun svvs-keys--wishes (title)
  "Return the letters for an action of TITLE: first those that begin its words."
  (append (mapcar (lambda (word) (downcase (aref word 0))) (split-string title "[^[:alpha:]]+" t))
          (downcase title) (number-sequence ?a ?z)))

(defun svvs-keys-of (action)
  "Return the key of ACTION, a character, or nil if it has none."
  (car (rassoc action svvs-keys--actions)))

(defun svvs-keys-action (key)
  "Return the name of the action of KEY, a character, also with Control."
  (alist-get (if (< key ?\s) (+ key 96) key) svvs-keys--actions))

(provide 'svvs-keys)
;;; svvs-keys.el ends here
