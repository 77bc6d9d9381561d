;;; svvs-exchanges-tests.el --- Exchanges with a server, byte by byte  -*- lexical-binding: t; -*-

;;; Commentary:

;; Each case of schemas/exchanges is a test: the messages of the client are
;; captured, and its input comes through the process filter, read by read.

;;; Code:

(require 'svvs-test-support)

(defun svvs-test--exchange-send (connection message success error)
  "Send MESSAGE, of an exchange, over CONNECTION with the client's function for it.
The client numbers its requests as exchanges do.  SUCCESS and ERROR are called
with its outcome."
  (let* ((method (gethash "method" message))
         (params (gethash "params" message))
         (view (gethash (gethash "view" params "") (svvs-connection-views connection)))
         (outcome (list :success success :error error)))
    (pcase (and (gethash "id" message) method)
      ('nil (svvs--send-notification connection method params))
      ("view/open"
       (apply #'svvs-open-async connection (gethash "type" params)
              :id (gethash "view" params) :session (gethash "session" params)
              :params (gethash "params" params)
              :delivery (when-let ((name (gethash "delivery" params))) (intern name)) outcome))
      ("view/get" (apply #'svvs-refresh-async view outcome))
      ("view/close" (apply #'svvs-close-async view outcome))
      ("session/close" (apply #'svvs-close-session-async connection (gethash "session" params) outcome))
      (_ (apply #'svvs-request-async connection method params outcome)))))

(defun svvs-test--exchange-read (process text)
  "Pass TEXT, bytes, to the client as if PROCESS had written it.
Emacs keeps the bytes of an incomplete character; return those."
  (let ((end (string-match-p "[^[:ascii:]]*\\'" text)))
    (svvs--filter process (decode-coding-string (substring text 0 end) 'utf-8-unix))
    (svvs--take-messages (process-get process 'svvs-connection))
    (substring text end)))

(defun svvs-test--exchange-bytes (read)
  "Return READ, of an exchange, as bytes."
  (mapconcat (lambda (part)
               (if (stringp part)
                   (encode-coding-string part 'utf-8-unix)
                 (apply #'unibyte-string (append part nil))))
             read ""))

(defun svvs-test--held (connection)
  "Return the views of CONNECTION in the form that exchanges have."
  (let ((views (make-hash-table :test #'equal)))
    (maphash (lambda (name view)
               (puthash name (svvs-json-object
                              (list :commit (svvs-view-commit view) :state (svvs-view-state view)
                                    :stale (vconcat (svvs-view-stale view))))
                        views))
             (svvs-connection-views connection))
    (svvs-test-plain views)))

(defun svvs-test--exchange (case)
  "Check that the client conforms to CASE, of a file of exchanges."
  (let* ((connection (svvs--start '("sh" "-c" "exec cat >/dev/null")))
         (process (svvs-connection-process connection))
         (then (gethash "then" case))
         (rest "") answered refused)
    (unwind-protect
        (progn
          (seq-doseq (step (gethash "steps" case))
            (when-let ((message (gethash "send" step)))
              (let ((id (gethash "id" message)))
                (svvs-test--exchange-send
                 connection message
                 (lambda (_) (push id answered))
                 (lambda (error) (push (cons (number-to-string id) (svvs-error-kind error)) refused)))))
            (when-let ((read (gethash "read" step)))
              (setq rest (svvs-test--exchange-read process (concat rest (svvs-test--exchange-bytes read))))))
          (should-not (svvs-connection-failure connection))
          (should (equal (svvs-test--held connection) (svvs-test-plain (gethash "views" then))))
          (should (equal (vconcat (nreverse answered)) (gethash "answered" then)))
          (should (equal (cons 'object (sort refused (lambda (one other) (string< (car one) (car other)))))
                         (svvs-test-plain (gethash "refused" then))))
          (should (equal (vconcat (hash-table-keys (svvs-connection-pending connection)))
                         (gethash "waiting" then))))
      (svvs--fail connection 'svvs-server-died "Done"))))

(dolist (file (directory-files (expand-file-name "schemas/exchanges" svvs-test-root) t "\\.json\\'"))
  ;; This client does not send batches.
  (unless (equal (file-name-base file) "batches")
    (seq-doseq (case (gethash "cases" (svvs-test-read file)))
      (svvs-test-define (format "exchange-%s: %s" (file-name-base file) (gethash "name" case))
                        (lambda () (svvs-test--exchange case))))))

(provide 'svvs-exchanges-tests)
;;; svvs-exchanges-tests.el ends here
