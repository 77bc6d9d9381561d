;;; svvs-framing.el --- Messages of svvs as bytes  -*- lexical-binding: t; -*-

;;; Commentary:

;; A message is a text behind a header that has its length, as in LSP.  What has
;; been read and is not complete waits in a buffer.

;;; Code:

(require 'svvs-errors)

(defvar-local svvs-framing--awaited nil
  "How long the message is that is being read, once its header is there.")

(defun svvs-framing-frame (text)
  "Return TEXT, of bytes, as a message."
  (concat (format "Content-Length: %d\r\n\r\n" (string-bytes text)) text))

(defun svvs-framing-take (buffer bytes)
  "Return the list of the texts in BUFFER that BYTES complete.
If there is something else than messages, signal `svvs-bad-message'."
  (with-current-buffer buffer
    (let ((inhibit-read-only t)
          texts)
      (goto-char (point-max))
      (insert bytes)
      (goto-char (point-min))
      (while (and (setq svvs-framing--awaited (or svvs-framing--awaited (svvs-framing--read-header)))
                  (<= svvs-framing--awaited (buffer-size)))
        (let ((end (+ (point-min) svvs-framing--awaited)))
          (push (buffer-substring-no-properties (point-min) end) texts)
          (delete-region (point-min) end)
          (setq svvs-framing--awaited nil)))
      (nreverse texts))))

(defun svvs-framing--read-header ()
  "Take the header at the start of the buffer, and return its Content-Length.
Return nil if it is not complete."
  (let ((case-fold-search t))
    (cond
     ((looking-at "\\(?:[a-z-]+:[^\r\n]*\r\n\\)*content-length: *\\([0-9]\\{1,10\\}\\)\r\n\
\\(?:[a-z-]+:[^\r\n]*\r\n\\)*\r\n")
      (prog1 (string-to-number (match-string 1))
        (delete-region (point-min) (match-end 0))))
     ((or (> (buffer-size) 1000)
          (not (looking-at "\\(?:[a-z-]+:[^\r\n]*\r\n\\)*\\(?:[a-z-]*\\|[a-z-]+:[^\r\n]*\r?\\)\r?\\'")))
      (svvs-signal 'svvs-bad-message "The server has written something that is no message")))))

(provide 'svvs-framing)
;;; svvs-framing.el ends here
