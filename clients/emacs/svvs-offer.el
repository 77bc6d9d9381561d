;;; svvs-offer.el --- Questions that svvs apps ask, and files that they open  -*- lexical-binding: t; -*-

;;; Commentary:

;; A question is asked in the minibuffer as soon as the state has it, unless the user
;; is elsewhere, or is typing.  Then the header line has the key that opens it.
;;
;; A file is visited if it arrives during a call of the user.  Otherwise, the same key
;; visits it.

;;; Code:

(require 'svvs-page)

(defvar-local svvs-offer--files nil
  "An alist of properties whose files are on offer, the last one first.
A file is on offer until it is visited, or the value changes.")

;;;; Questions

(defvar svvs-offer-pause 0.5
  "The number of seconds without a key before a question is asked.
Keys that are typed meanwhile are not meant for it.")

(defvar svvs-offer--asking nil
  "The key of the question that the user is asked, or nil.
It is one of the keys of `svvs-offer--questions'.")

(defvar-local svvs-offer--announced nil
  "The keys of the questions of this buffer; the one asked last is at the end.
One that waits for the end of the prompt of another one is not among them.")

(defun svvs-offer--questions ()
  "Return an alist of the questions of this buffer: (KEY . (VALUE . PART)).
A key is this buffer, the name of the part and the id of the question."
  (when (svvs-view-live svvs-buffer-view)
    (cl-loop with state = (svvs-view-held svvs-buffer-view)
             for part in (svvs-screen-questions (svvs-page-screen) state)
             for name = (gethash "name" part)
             for value = (gethash name state)
             collect `((,(current-buffer) ,name ,(gethash "id" value)) ,value . ,part))))

(defun svvs-offer--question ()
  "Return the question of this buffer that is asked next and its part, or nil."
  (let ((questions (svvs-offer--questions)))
    (cdr (or (assoc (car svvs-offer--announced) questions) (car questions)))))

(defun svvs-offer--title (question)
  "Return the title of QUESTION, of `svvs-offer--question'."
  (svvs-json-clean (gethash "title" (car question))))

(defun svvs-offer-attend (buffer)
  "Have the questions of BUFFER asked, and the prompt of one that is gone closed.
A file whose property has changed is no longer on offer."
  (with-current-buffer buffer
    (let* ((keys (mapcar #'car (svvs-offer--questions)))
           (new (seq-difference keys svvs-offer--announced))
           (asking svvs-offer--asking))
      (when (and asking (eq (car asking) buffer) (not (member asking keys)))
        (run-at-time 0 nil (lambda () (when (eq asking svvs-offer--asking) (throw 'svvs-offer 'gone)))))
      (setq svvs-offer--announced (append (seq-intersection svvs-offer--announced keys) new)
            svvs-offer--files (seq-filter (lambda (file) (svvs-screen-same-p (cdr file)
                                                                             (svvs-get svvs-buffer-view (car file))))
                                          svvs-offer--files))
      (dolist (key new) (run-at-time svvs-offer-pause nil #'svvs-offer--announce key)))))

(defun svvs-offer--announce (key)
  "Ask the question with KEY, or say that it is there."
  (when (and (buffer-live-p (car key)) (member key (buffer-local-value 'svvs-offer--announced (car key))))
    (with-current-buffer (car key)
      (when-let ((question (cdr (assoc key (svvs-offer--questions)))))
        (cond ((eq (car svvs-offer--asking) (car key))
               (setq svvs-offer--announced (delete key svvs-offer--announced)))
              ((not (and (svvs-page-leads-p (car key)) (zerop (minibuffer-depth))))
               (svvs-offer--tell (svvs-offer--title question)))
              ((and (current-idle-time) (time-less-p (current-idle-time) svvs-offer-pause))
               (run-at-time svvs-offer-pause nil #'svvs-offer--announce key))
              (t (svvs-offer--ask question)))))))

(defun svvs-offer--ask (question)
  "Ask QUESTION, of `svvs-offer--question', and answer it.
If the user quits, the answer is the choice that cancels, if there is one.  Then
have those asked that have arrived in the meantime."
  (pcase-let* ((`(,value . ,part) question)
               (view svvs-buffer-view)
               (buffer (current-buffer))
               (rows (svvs-offer--choices value))
               (prompt (concat (svvs-offer--title question) " "
                               (and (stringp (gethash "message" value))
                                    (svvs-value-text (gethash "message" value)
                                                     (svvs-json-object '(:format "longText"))))))
               (asking (list buffer (gethash "name" part) (gethash "id" value)))
               (_ (setq svvs-offer--announced (append (delete asking svvs-offer--announced) (list asking))))
               (chosen (and rows (catch 'svvs-offer
                                   (let ((svvs-offer--asking asking))
                                     (svvs-offer--read (format "%s (%s): " prompt (mapconcat #'car rows ", ")) rows)))))
               (call (and rows (not (eq chosen 'gone)) (svvs-screen-answer part value chosen))))
    (cond (call (svvs-page-call (car call) (cdr call)))
          ((null rows) (message "svvs: %s" prompt))
          ((null chosen) (message "svvs: Not answered: %s" (svvs-offer--title question)))
          ((svvs-view-live view) (message "svvs: answered elsewhere")))
    (when (buffer-live-p buffer) (svvs-offer-attend buffer))))

(defun svvs-offer--choices (question)
  "Return an alist of texts for the choices of QUESTION, which differ, and roles."
  (let (rows)
    (dolist (choice (svvs-screen-list question 'choices) (nreverse rows))
      (let* ((title (svvs-json-clean (gethash "title" choice)))
             (text title)
             (count 1))
        (while (or (assoc text rows) (string-empty-p text)) (setq text (format "%s (%d)" title (cl-incf count))))
        (push (cons text (car (member (gethash "role" choice) '("destructive" "cancel" "preferred")))) rows)))))

(defun svvs-offer--read (prompt rows)
  "Ask with PROMPT for one of ROWS; return its index, or nil if the user quits."
  (condition-case nil
      (cl-loop for text = (completing-read prompt (svvs-value-read-table rows) nil t)
               for index = (seq-position rows text (lambda (row text) (equal (car row) text)))
               when index return index)
    (quit nil)))

;;;; Files

(defun svvs-offer-file (name place)
  "Visit PLACE, a new value of the property NAME, or else offer to.
Nobody is taken to a file by what somebody else does."
  (if (and (svvs-page-user-calls-p) (svvs-page-leads-p (current-buffer)))
      (svvs-offer-visit place name)
    (push (cons name place) svvs-offer--files)
    (svvs-offer--tell (concat "Open " (svvs-value-place place)))))

(defun svvs-offer-visit (place &optional name)
  "Visit PLACE, one in a file; then reset the property NAME, if it is non-nil.
The file is one of this machine, whatever its name is."
  (let* ((path (svvs-offer--path (gethash "path" place)))
         (problem (svvs-offer--problem path)))
    (if problem (message "svvs: %s %s" (svvs-value-place place) problem)
      (let ((buffer (let (query-about-changed-file)
                      (find-file-noselect (if (find-file-name-handler path 'insert-file-contents) (concat "/:" path)
                                            path))))
            (properties (and name (svvs-screen-returned (svvs-screen-part (svvs-page-screen) name)
                                                        (svvs-view-state svvs-buffer-view)))))
        (setq svvs-offer--files (assoc-delete-all name svvs-offer--files))
        (when properties (ignore-error svvs-error (svvs-set-async svvs-buffer-view properties)))
        (pop-to-buffer-same-window buffer)
        (svvs-offer--go (gethash "line" place) (gethash "column" place))))))

(defun svvs-offer--path (path)
  "Return PATH without .. in it, as the system resolves that."
  (let (file-name-handler-alist)
    (if (and (not (string-search "\0" path)) (string-match-p "\\`/\\(.*/\\)?\\.\\.\\(/\\|\\'\\)" path))
        (file-truename path)
      path)))

(defun svvs-offer--problem (path)
  "Return why the file PATH cannot be visited, or nil."
  (let (file-name-handler-alist)
    (cond ((string-search "\0" path) "contains a null character")
          ((or (not (file-name-absolute-p path)) (string-prefix-p "~" path)) "is not an absolute path")
          ((not (file-exists-p path)) "does not exist")
          ((not (file-regular-p path)) "is not a regular file")
          ((not (file-readable-p path)) "cannot be read"))))

(defun svvs-offer--go (line column)
  "Go to LINE, or to the last one, and there to COLUMN; either may not be a number."
  (when (integerp line)
    (widen)
    (goto-char (point-min))
    (forward-line (min (1- line) (buffer-size)))
    (when (and (eobp) (bolp)) (forward-line -1))
    (when (integerp column) (goto-char (min (line-end-position) (+ (point) (1- column)))))))

;;;; Both

(defun svvs-offer--tell (text)
  "Say that there is TEXT in this buffer, with the key for it."
  (message "svvs: %s (%s in %s)" text (substring-no-properties (svvs-page--key "C-c C-y" "o")) (buffer-name)))

(defun svvs-open-offer ()
  "Answer the question of this view, or else visit its file."
  (interactive nil svvs-view-mode)
  (let ((question (svvs-offer--question))
        (file (car svvs-offer--files)))
    (cond (question (svvs-offer--ask question))
          (file (svvs-offer-visit (cdr file) (car file)))
          (t (user-error "This view has no question, and offers no file")))))

(defun svvs-offer-header ()
  "Return the text of the header line about a question or a file, or nil."
  (let* ((question (svvs-offer--question))
         (file (and (null question) (car svvs-offer--files)))
         (text (cond (question (svvs-offer--title question))
                     (file (concat "opens " (svvs-value-place (cdr file)))))))
    (and text (concat (svvs-page--key "C-c C-y" "o") " " (propertize (svvs-value-excerpt text 60) 'face 'warning)))))

(provide 'svvs-offer)
;;; svvs-offer.el ends here
