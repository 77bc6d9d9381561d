;;; svvs-test-buffers.el --- Helpers for the tests of buffers  -*- lexical-binding: t; -*-

;;; Commentary:

;; Functions that press keys and read the buffer as a user does.

;;; Code:

(require 'svvs-test-support)

(defmacro svvs-test-with-buffer (binding &rest body)
  "Open the view of BINDING, do BODY in its buffer, and shut down.
BINDING is a variable for the view, its type, and further arguments of
`svvs-open-view'.  The selected window shows the buffer."
  (declare (indent 1) (debug (sexp body)))
  `(svvs-test-with-buffer-of svvs-test-server ,binding ,@body))

(defmacro svvs-test-with-buffer-of (command binding &rest body)
  "Do BODY in the buffer of BINDING as above, where COMMAND starts the server."
  (declare (indent 2) (debug (form sexp body)))
  `(let ((svvs-command ,command)
         (svvs-current-connection nil)
         (svvs-buffer--drafts (make-hash-table :test #'equal)))
     (svvs-test-with (server (svvs-start))
       (save-window-excursion
         (svvs-open-view ,@(cdr binding) ,@(unless (cddr binding) '(nil)))
         (let ((,(car binding) svvs-buffer-view))
           (ignore ,(car binding))
           (unwind-protect
               (progn ,@body)
             (mapc #'kill-buffer (svvs-buffers))))))))

(defun svvs-test-line (name)
  "Return the text after the label of the property NAME."
  (save-excursion
    (svvs-field-go (svvs-field-named name))
    (looking-at "[^:]+:\\(?: +> \\| *\\)\\(.*\\)$")
    (match-string-no-properties 1)))

(defun svvs-test-shows (name text)
  "Wait until the line of NAME has TEXT."
  (svvs-test-wait (lambda () (equal (svvs-test-line name) text))))

(defun svvs-test-beside (name)
  "Return the texts beside the field of the property NAME, or nil."
  (when-let ((text (overlay-get (svvs-field-beside (svvs-field-named name)) 'before-string)))
    (string-trim text)))

(defun svvs-test-draft (name)
  "Return the draft of the property NAME."
  (gethash name svvs-drafts))

(defun svvs-test-idle-p ()
  "Return whether nothing is sent or called in the buffer."
  (not (or svvs-page--calls (svvs-field-queue-submission svvs-field-queue) (svvs-test-setting-p))))

(defun svvs-test-setting-p ()
  "Return whether a property is being set in the buffer."
  (seq-some (lambda (request) (equal (svvs-pending-method request) "view/set"))
            (hash-table-values (svvs-connection-pending (svvs-view-connection svvs-buffer-view)))))

(defun svvs-test-rows (name)
  "Return the lines below the label of the property NAME."
  (mapcar #'substring-no-properties (cdr (svvs-value-lines-shown (svvs-field-lines (svvs-field-named name))))))

(defun svvs-test-go (name)
  "Move point to the field or button of the property NAME, as a command does."
  (goto-char (svvs-field-start (svvs-field-named name)))
  (run-hooks 'post-command-hook))

(defun svvs-test-go-row (name index)
  "Move point to the row with that INDEX of the property NAME."
  (svvs-field-go (svvs-field-named name))
  (forward-line (+ 2 index)))

(defun svvs-test-keys (keys)
  "Press KEYS, as `kbd' has them, in the buffer."
  (execute-kbd-macro (kbd keys)))

(defun svvs-test-press (name)
  "Press the button of the action NAME."
  (goto-char (point-min))
  (search-forward (concat "] " (gethash "title" (svvs-screen-action (svvs-page-screen) name))))
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

(defmacro svvs-test-with-fifo (name &rest body)
  "Bind NAME to the path of a named pipe, and do BODY."
  (declare (indent 1) (debug (symbolp body)))
  `(let* ((folder (make-temp-file "svvs" t))
          (,name (expand-file-name "fifo" folder)))
     (unwind-protect
         (progn (call-process "mkfifo" nil nil nil ,name) ,@body)
       (delete-directory folder t))))

(provide 'svvs-test-buffers)
;;; svvs-test-buffers.el ends here
