;;; svvs-conversations-tests.el --- Conversations with the real server  -*- lexical-binding: t; -*-

;;; Commentary:

;; Each file of schemas/conversations is a test.  The output of the server goes
;; through the client's filter, and the folded states are compared with the
;; snapshots of the server.
;;
;;     $ svvs serve ARGUMENT…     first: the command of the server
;;     > TEXT                     a text to send
;;     < JSON                     the next message that the server must send
;;     = STATUS                   last: the exit status, 0 by default

;;; Code:

(require 'svvs-test-support)

(defvar svvs-test--said nil
  "The messages of the server that were not compared yet.")

(defun svvs-test--steps (file)
  "Return the lines of FILE except comments and blank ones, as (SIGN . TEXT)."
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8-unix))
      (insert-file-contents file))
    (cl-loop for line in (split-string (buffer-string) "\n")
             unless (string-match-p "\\`\\(?:#\\|\\'\\)" line)
             do (unless (string-match-p "\\`[$><=] " line) (ert-fail (list "Not a step of a conversation" line)))
             and collect (cons (aref line 0) (substring line 2)))))

(defun svvs-test--replay (file)
  "Check that the server sends the messages of FILE, a conversation."
  (let* ((steps (svvs-test--steps file))
         (command (split-string-and-unquote (cdr (pop steps))))
         (connection (svvs--start (append svvs-test-server (cddr command))))
         (process (svvs-connection-process connection))
         (pid (process-id process))
         (methods (make-hash-table :test #'equal))
         (status 0)
         svvs-test--said)
    (unwind-protect
        (cl-letf (((symbol-function 'svvs--dispatch)
                   (lambda (_connection message)
                     (setq svvs-test--said (append svvs-test--said (list message))))))
          (pcase-dolist (`(,sign . ,text) steps)
            (pcase sign
              (?> (svvs--send connection text)
                  (svvs-test--add-methods text methods))
              (?< (let ((message (svvs-test--next connection)))
                    (should (equal (svvs-test-plain message)
                                   (svvs-test-plain (svvs-json-parse text))))
                    (svvs-test--take connection message methods)))
              (?= (setq status (string-to-number text)))))
          (when (process-live-p process) (process-send-eof process))
          (svvs-test-wait (lambda () (svvs-connection-failure connection)))
          (should-not svvs-test--said)
          (should (equal (list (process-status process) (process-exit-status process))
                         (list 'exit status))))
      (svvs--fail connection 'svvs-server-died "Done"))
    (svvs-test-nothing-left pid)))

(defun svvs-test--next (connection)
  "Return the next message of CONNECTION."
  (svvs--wait connection 20 (lambda () svvs-test--said))
  (unless svvs-test--said (ert-fail "The server sent no message"))
  (pop svvs-test--said))

(defun svvs-test--add-methods (text methods)
  "Add the methods of the requests in TEXT to METHODS, by ids."
  (ignore-error svvs-json-error
    (let ((message (svvs-json-parse text)))
      (seq-doseq (request (if (vectorp message) message (vector message)))
        (when (hash-table-p request)
          (puthash (gethash "id" request) (gethash "method" request) methods))))))

(defun svvs-test--take (connection message methods)
  "Fold MESSAGE into the views of CONNECTION.
METHODS are the methods of the requests by their ids."
  (seq-doseq (part (if (vectorp message) message (vector message)))
    (let ((result (gethash "result" part)))
      (cond ((equal (gethash "method" part) "state/changed")
             (svvs--fold-changes connection (gethash "params" part)))
            ((not (hash-table-p result)))
            ((equal (gethash (gethash "id" part) methods) "view/open")
             (let ((view (svvs--make-view :connection connection)))
               (svvs--take-snapshot view result)
               (puthash (svvs-view-id view) view (svvs-connection-views connection))))
            ((equal (gethash (gethash "id" part) methods) "view/get")
             (let ((view (gethash (gethash "view" result) (svvs-connection-views connection))))
               (should (equal (svvs-test-plain (svvs-view-state view))
                              (svvs-test-plain (gethash "state" result))))
               (svvs--take-snapshot view result)))))))

(dolist (file (directory-files (expand-file-name "schemas/conversations" svvs-test-root) t "\\.conversation\\'"))
  (svvs-test-define (format "conversation-%s" (file-name-base file))
                    (lambda () (svvs-test--replay file))))

(provide 'svvs-conversations-tests)
;;; svvs-conversations-tests.el ends here
