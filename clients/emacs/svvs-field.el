;;; svvs-field.el --- Properties of svvs views in a buffer  -*- lexical-binding: t; -*-

;;; Commentary:

;; A property shows its value in lines, in an editable field, as a check box, or
;; beside a button.  A draft says what is in an editable field.
;;
;; A list that is read from its end, such as the messages of a chat, opens with its
;; last rows in sight.  While the last row is in sight in a window, that window
;; follows the rows that are added.  A property may name a row to scroll to.
;;
;; Each row is one line, and so is each line below a list, in most cases.
;;
;; Moving point sends nothing: RET in a field sends it, and so does calling an
;; action.  A field that filters a list is sent while the user types.
;;
;; A submission sends the values of its moment, and then calls an action, if the server
;; has accepted them.  What is set or submitted later is sent after the reply.

;;; Code:

(require 'wid-edit)
(require 'svvs-draft)
(require 'svvs-value)

;;;; Fields

(defconst svvs-field--first-rows 100
  "The number of rows of an array that are shown until the user asks for more.")

(defconst svvs-field--row-size 20
  "The number of characters of a stream that are shown for each row of an array.")

(defconst svvs-field--held 500
  "How often the size of a stream may be shown while its end is not in sight.")

(defvar-local svvs-fields nil
  "The fields of this buffer, a hash table by the names of their properties.")

(defvar-local svvs-drafts nil
  "The drafts of the view of this buffer, a hash table by the names of their parts.")

(cl-defstruct (svvs-field (:constructor svvs--make-field) (:copier nil))
  "A property in a buffer."
  view name part
  (columns nil :documentation "The fields of the record, or of each record of the array, that are shown.")
  (rows nil :documentation "The elements of the array that are shown; the state may be newer.")
  (offset 0 :documentation "The number of elements, or characters, before the first one that is shown.")
  (followed nil :documentation "The target that was scrolled to, until the state has no target.")
  (limit svvs-field--first-rows :documentation "The number of rows that are shown.")
  (drawn nil :documentation "The length of the stream when it was drawn, unless it was replaced since.")
  (widget nil :documentation "The check box, the editable field or the button, if there is one.")
  (lines nil :documentation "The lines with the value, if it is not in a widget.")
  (draft nil :documentation "The draft of the text that the user types, in the field or in the minibuffer.")
  (beside nil :documentation "The overlay with the texts beside the field.")
  (line nil :documentation "An overlay that hides the line, if some values are not shown."))

(defun svvs-field-style (field)
  "Return the style of FIELD: `text', `secret', `toggle', `choice' or `entry'."
  (let ((part (svvs-field-part field)))
    (cond ((or (not (gethash "editable" part)) (equal (gethash "format" part) "file")
               (member (gethash "role" part) '("progress" "question")))
           'text)
          ((gethash "secret" part) 'secret)
          (t (pcase (gethash "kind" part)
               ((or "text" "integer" "number") 'entry)
               ((and "switch" (guard (not (gethash "nullable" part)))) 'toggle)
               (_ 'choice))))))

(defun svvs-field-flag-p (field)
  "Return whether FIELD is shown only when it is true."
  (equal (gethash "role" (svvs-field-part field)) "flag"))

(defun svvs-field-title (field)
  "Return the title of FIELD."
  (gethash "title" (svvs-field-part field)))

(defun svvs-field-value (field)
  "Return the value of FIELD in the state."
  (svvs-get (svvs-field-view field) (svvs-field-name field)))

(defun svvs-field-make (view part)
  "Return a field for PART of VIEW, with the draft that this buffer has for it."
  (let* ((name (gethash "name" part))
         (field (svvs--make-field :view view :name name :part part :columns (svvs-screen-columns part))))
    (when (memq (svvs-field-style field) '(entry secret))
      (setf (svvs-field-draft field)
            (or (gethash name svvs-drafts) (puthash name (svvs-draft-make part) svvs-drafts))))
    field))

(defun svvs-field-named (name)
  "Return the field of this buffer for the property NAME, or nil."
  (and svvs-fields (gethash name svvs-fields)))

(defun svvs-field-go (field)
  "Go to the line of FIELD, outside of its editable text; do nothing if it is nil."
  (when field
    (goto-char (if (svvs-field-lines field) (svvs-value-lines-start (svvs-field-lines field))
                 (svvs-field-start field)))
    (forward-line 0)))

(defun svvs-field-start (field)
  "Return the beginning of the widget of FIELD."
  (let ((widget (svvs-field-widget field)))
    ;; Typing into an empty field moves its :from.
    (or (widget-field-start widget) (widget-get widget :from))))

(defun svvs-field-enter (field)
  "Go to the editable text of FIELD, or to its button."
  (goto-char (svvs-field-start field)))

;;;; Painting

(defun svvs-field-paint (field)
  "Show the value of FIELD in the state, unless the user is typing another."
  (let* ((value (svvs-field-value field))
         (part (svvs-field-part field))
         (svvs-value-marked-seconds (and (not (svvs-screen-progress-p part)) svvs-value-marked-seconds)))
    (when (svvs-field-line field)
      (overlay-put (svvs-field-line field) 'invisible
                   (not (svvs-screen-shown-p part (svvs-view-state (svvs-field-view field))))))
    (pcase (svvs-field-style field)
      ((or 'secret 'entry) (svvs-field-serve field) (svvs-field-show field))
      ('toggle (unless (eq (eq value t) (widget-value (svvs-field-widget field)))
                 (save-excursion (widget-value-set (svvs-field-widget field) (eq value t)))))
      ((guard (and (svvs-field-stream-p field) (stringp value))) (svvs-field--paint-stream field value))
      (_ (svvs-field--take-rows field value)
         (svvs-value-lines-show (svvs-field-lines field) (svvs-field--value-lines field value))))))

(defun svvs-field-stream-p (field)
  "Return whether FIELD is a text that grows at its end, like a log."
  (and (equal (gethash "format" (svvs-field-part field)) "stream") (eq (svvs-field-style field) 'text)))

(defun svvs-field--paint-stream (field text)
  "Show the end of TEXT, of FIELD, or only what was added to it.
Point stays at the end if it is there.  While the end is out of sight, a user
may be reading the lines before it: these are removed only if they are very
many, because each painting looks at all lines."
  (let* ((lines (svvs-field-lines field))
         (drawn (svvs-field-drawn field))
         (size (* svvs-field--row-size (svvs-field-limit field)))
         (shown (- (length text) (svvs-field-offset field)))
         (end (and drawn (svvs-value-lines-end lines)))
         (windows (seq-filter (lambda (window) (eql (window-point window) end)) (svvs-field--scroll-windows)))
         (is-at-end (eql (point) end))
         svvs-value-marked-seconds)
    (cond ((eql drawn (length text)))
          ((and drawn (or (<= shown (* 2 size))
                          (and (<= shown (* svvs-field--held size))
                               (not (seq-every-p (lambda (window) (svvs-field--scroll-in-sight-p end window))
                                                 (svvs-field--scroll-windows))))))
           (svvs-value-lines-extend lines text drawn))
          (t (setf (svvs-field-offset field) (svvs-field--stream-offset text size))
             (svvs-value-lines-show
              lines (cons (if (zerop (svvs-field-offset field)) ""
                            (propertize (format "… %d earlier characters: RET shows more" (svvs-field-offset field))
                                        'face 'shadow))
                          (split-string (svvs-value-clean-lines (substring text (svvs-field-offset field))) "\n")))))
    (setf (svvs-field-drawn field) (length text))
    (when is-at-end (goto-char (svvs-value-lines-end lines)))
    (dolist (window windows) (set-window-point window (svvs-value-lines-end lines)))))

(defun svvs-field--stream-offset (text size)
  "Return the beginning of about SIZE characters at the end of TEXT.
It is that of a line, unless lines are long."
  (let* ((start (- (length text) size))
         (line (and (> start size) (string-search "\n" text start))))
    (cond ((<= start size) 0)
          ((and line (< line (+ start (/ size 2)))) (1+ line))
          (t start))))

(defun svvs-field--take-rows (field value)
  "Set the rows of FIELD to those of VALUE that are shown, if it is an array."
  (let* ((rows (and (vectorp value) value))
         (offset (if (svvs-field-from-end-p field) (max 0 (- (length rows) (svvs-field-limit field))) 0)))
    (setf (svvs-field-offset field) offset
          (svvs-field-rows field) (append (seq-take (seq-drop rows offset) (svvs-field-limit field)) nil))))

(defun svvs-field-from-end-p (field)
  "Return whether FIELD is a list or a text that is read from its end."
  (or (svvs-field-stream-p field) (and (gethash "scroll" (svvs-field-part field)) t)))

(defun svvs-field--value-lines (field value)
  "Return VALUE, of FIELD, as lines."
  (cond ((and (equal (gethash "format" (svvs-field-part field)) "file") (svvs-screen-place-p value))
         (list (propertize (svvs-value-place value) 'face 'link)))
        ((hash-table-p value) (cons "" (svvs-value-members value (svvs-field-columns field) #'svvs-field--excerpt)))
        ((svvs-field-flag-p field) '(""))
        ((svvs-screen-progress-p (svvs-field-part field))
         (list (svvs-value-progress (svvs-screen-progress (svvs-field-part field) (svvs-view-state (svvs-field-view field))))))
        ((equal value []) (cons "0" (svvs-field--absence field)))
        ((vectorp value) (cons (concat (number-to-string (length value))
                                       (and (equal (svvs-json-get (svvs-field-part field) '(opens on)) "row")
                                            (concat "  " (propertize "RET" 'face 'svvs-key) " opens")))
                               (svvs-field--row-lines field (length value))))
        (t (split-string (svvs-field--linked (svvs-value-text value (svvs-field-part field))
                                             (svvs-field-part field))
                         "\n"))))

(defun svvs-field--absence (field)
  "Return a list of the line below FIELD, an array without rows.
The list is empty if work in progress may add rows, or if an error may be the
reason."
  (let* ((view (svvs-field-view field))
         (screen (svvs-view-screen view))
         (state (svvs-view-state view))
         (filters (cl-loop for part in (svvs-screen-list screen 'parts)
                           for value = (gethash (gethash "name" part) state)
                           when (and (equal (gethash "filters" part) (svvs-field-name field))
                                     (not (member value '(nil :null :false ""))))
                           collect (svvs-field--criterion part value))))
    (unless (or (svvs-screen-busy screen state) (svvs-screen-errors screen state))
      (list (concat "  " (propertize (if filters (concat "No rows match " (string-join filters " and "))
                                       (concat "No " (svvs-screen-within (svvs-field-title field))))
                                     'face 'shadow))))))

(defun svvs-field--criterion (part value)
  "Return VALUE of PART, a filter, in words.
A text has no title, and a title stands alone if it is true."
  (let ((title (gethash "title" part))
        (text (svvs-value-excerpt value 40 part)))
    (format "“%s”" (cond ((eq value t) title)
                         ((stringp value) text)
                         (t (concat title ": " text))))))

(defun svvs-field--excerpt (value part)
  "Return VALUE, of PART, in one line."
  (svvs-field--linked (svvs-value-excerpt value 200 part) part))

(defun svvs-field--linked (text part)
  "Return TEXT, of a value of PART, as a link if it is a URL."
  (if (equal (gethash "format" part) "url") (propertize text 'face 'link) text))

(defun svvs-field--row-lines (field count)
  "Return the lines of the rows of FIELD, whose array has COUNT elements."
  (let* ((rows (svvs-field-rows field))
         (left (- count (length rows)))
         (more (and (> left 0)
                    (list (propertize (format "  … %d %s: RET shows them" left
                                              (if (svvs-field-from-end-p field) "earlier" "more"))
                                      'face 'shadow))))
         (lines (if (svvs-field--records-p field)
                    (svvs-value-table rows (svvs-field-columns field) (svvs-field-width))
                  (mapcar (lambda (element)
                            (concat "  " (svvs-value-excerpt element 200
                                                             (gethash "of" (svvs-field-part field)))))
                          rows))))
    (cond ((not (svvs-field-from-end-p field)) (append lines more))
          ((svvs-field--records-p field) (cons (car lines) (append more (cdr lines))))
          (t (append more lines)))))

(defun svvs-field--records-p (field)
  "Return whether the rows of FIELD are records, in a table with titles."
  (seq-every-p #'hash-table-p (svvs-field-rows field)))

(defun svvs-field-width ()
  "Return the number of columns for a line of this buffer."
  (let ((window (get-buffer-window nil t)))
    (if window (window-max-chars-per-line window) 80)))

(defun svvs-field-first-row (field)
  "Return the number of the line of the first row of FIELD, below its label."
  (+ (if (svvs-field--records-p field) 2 1)
     (if (zerop (svvs-field-offset field)) 0 1)))

(defun svvs-field-row (field position)
  "Return the index in the shown rows of FIELD of the one at POSITION, or nil.
On the line that stands for the rows that are not shown, it is `more'."
  (when-let ((rows (or (svvs-field-rows field) (svvs-field-stream-p field)))
             (number (svvs-value-lines-number (svvs-field-lines field) position)))
    (let ((index (- number (svvs-field-first-row field))))
      (cond ((eq rows t) (and (zerop number) (> (svvs-field-offset field) 0) 'more))
            ((and (= index -1) (> (svvs-field-offset field) 0)) 'more)
            ((< index 0) nil)
            ((length> rows index) index)
            (t 'more)))))

(defun svvs-field-go-row (field index)
  "Go to the shown row of FIELD with INDEX; from the end, if that is negative.
Without rows, go to the line of FIELD, or to the end of a stream."
  (svvs-field-go field)
  (when (svvs-field-stream-p field) (goto-char (svvs-value-lines-end (svvs-field-lines field))))
  (when-let ((rows (svvs-field-rows field)))
    (forward-line (+ (svvs-field-first-row field) (if (< index 0) (+ (length rows) index) index)))))

(defun svvs-field-show-more (field)
  "Show ten times as many rows of FIELD."
  (setf (svvs-field-limit field) (* 10 (svvs-field-limit field))
        (svvs-field-drawn field) nil)
  (svvs-field-paint field))

(defun svvs-field-submits (field)
  "Return the name of the action of RET in FIELD alone, or nil."
  (gethash "submits" (svvs-field-part field)))

(defun svvs-field-served (field)
  "Return the text of the value of FIELD in the state, which has no secrets."
  (if (eq (svvs-field-style field) 'secret) ""
    (svvs-value-write (svvs-field-value field) (svvs-field-part field))))

(defun svvs-field-serve (field)
  "Note the state in the draft of FIELD."
  (when (eq (svvs-field-style field) 'entry)
    (svvs-draft-serve (svvs-field-draft field) (svvs-field-served field))))

(defun svvs-field-show (field)
  "Show the text of the draft of FIELD, and beside it those that are sent or kept."
  (let* ((draft (svvs-field-draft field))
         (text (svvs-draft-shown draft)))
    (if (eq (svvs-field-style field) 'secret)
        (svvs-value-lines-show (svvs-field-lines field)
                               (list (cond ((string-empty-p text) "") ((svvs-draft-typed draft) "not sent") (t "entered"))))
      (unless (equal (svvs-field-written field) text) (svvs-field--write field text))
      (let ((end (widget-field-text-end (svvs-field-widget field))))
        (move-overlay (svvs-field-beside field) end (1+ end))
        (overlay-put (svvs-field-beside field) 'before-string (svvs-field--beside draft))))))

(defun svvs-field--beside (draft)
  "Return the text beside the field of DRAFT, or nil."
  (let ((sent (and (svvs-draft-message-p draft) (svvs-draft-sent draft)))
        (kept (svvs-draft-kept draft))
        (doubtful (svvs-draft-doubtful draft)))
    (when (or sent kept doubtful)
      (concat (propertize " " 'cursor t)
              (and sent (propertize (concat "  sending" (svvs-field--first sent)) 'face 'shadow))
              (and kept (concat "  " (propertize "M-p" 'face 'svvs-key)
                                (propertize (concat " not sent" (svvs-field--first kept)) 'face 'warning)))
              (and doubtful (propertize (concat "  may have arrived" (svvs-field--first doubtful)) 'face 'warning))))))

(defun svvs-field--first (texts)
  "Return the first of TEXTS, after their number if there are several."
  (format "%s: %s" (if (cdr texts) (format " %d" (length texts)) "") (svvs-value-excerpt (car texts) 30)))

(defun svvs-field--write (field text)
  "Put TEXT into FIELD, an editable one."
  (let ((inhibit-read-only t)
        (inhibit-modification-hooks t)
        (widget (svvs-field-widget field))
        (is-at-end (= (point) (widget-field-text-end (svvs-field-widget field)))))
    (replace-region-contents (widget-field-start widget) (widget-field-text-end widget) (lambda () text) 0.1)
    (when is-at-end (goto-char (widget-field-text-end widget)))
    ;; The positions in it are of the text before.
    (when (consp buffer-undo-list) (setq buffer-undo-list nil))))

(defun svvs-field-written (field)
  "Return the text in FIELD, an editable one."
  (substring-no-properties (widget-value (svvs-field-widget field))))

(defun svvs-field-parse (field)
  "Return the value that the text in FIELD stands for."
  (svvs-value-parse (svvs-draft-shown (svvs-field-draft field)) (svvs-field-part field)))

;;;; Rows in windows

(defun svvs-field-scroll-paint (field)
  "Paint FIELD; if it is read from its end, windows that show its end follow it.
Point stays in its row, whatever has become of that and of others."
  (let ((windows (and (svvs-field-from-end-p field)
                      (seq-filter (lambda (window)
                                    (svvs-field--scroll-in-sight-p (svvs-field--scroll-last field) window))
                                  (svvs-field--scroll-windows))))
        (key (svvs-field--scroll-key field (point)))
        (keys (mapcar (lambda (window) (cons window (svvs-field--scroll-key field (window-point window))))
                      (svvs-field--scroll-windows))))
    (svvs-field-paint field)
    (when key (goto-char (svvs-field--scroll-keep field key (point))))
    (pcase-dolist (`(,window . ,key) keys)
      (when key (set-window-point window (svvs-field--scroll-keep field key (window-point window)))))
    (dolist (window windows) (svvs-field--scroll-to-end field window))))

(defun svvs-field--scroll-key (field position)
  "Return the key of the row of FIELD at POSITION, or nil."
  (when-let ((key (gethash "key" (svvs-field-part field)))
             (row (svvs-field-row field position)))
    (and (integerp row) (gethash key (nth row (svvs-field-rows field))))))

(defun svvs-field--scroll-keep (field key position)
  "Return POSITION, or the position in the row of FIELD with KEY that is like it.
If the row is gone, and POSITION is in none, return that of the last row."
  (let ((column (save-excursion (goto-char position) (- position (line-beginning-position))))
        (row (seq-position (svvs-field-rows field) key
                           (lambda (row key) (equal (gethash (gethash "key" (svvs-field-part field)) row) key)))))
    (save-excursion
      (goto-char position)
      (cond ((equal key (svvs-field--scroll-key field position)))
            (row (svvs-field-go-row field row)
                 (goto-char (min (line-end-position) (+ (point) column))))
            ((and (svvs-field-rows field) (null (svvs-field--scroll-key field position))) (svvs-field-go-row field -1)))
      (point))))

(defun svvs-field--scroll-windows ()
  "Return the windows that show this buffer."
  (get-buffer-window-list nil nil t))

(defun svvs-field--scroll-last (field)
  "Return the position of the last line of FIELD."
  (save-excursion
    (svvs-field-go field)
    (forward-line (1- (length (svvs-value-lines-shown (svvs-field-lines field)))))
    (point)))

(defun svvs-field--scroll-in-sight-p (position window)
  "Return whether the line of POSITION is in sight in WINDOW, to its end."
  (and (<= (window-start window) position)
       (save-excursion
         (goto-char position)
         (svvs-field--scroll-up window)
         (<= (point) (window-start window)))))

(defun svvs-field--scroll-up (window)
  "Go to the beginning of WINDOW, if the line of point was its last one.
Long lines are wrapped."
  (end-of-line)
  (vertical-motion (- 1 (window-body-height window)) window))

(defun svvs-field--scroll-to-end (field window)
  "Scroll WINDOW, if need be, until the last row of FIELD is in sight.
The lines below are in sight too, if they need no more than half of WINDOW."
  (save-excursion
    (goto-char (svvs-field--scroll-last field))
    (let ((height (window-body-height window))
          (below (count-lines (line-end-position) (point-max))))
      (forward-line (min (max 0 (1- below)) (/ height 2)))
      (unless (svvs-field--scroll-in-sight-p (point) window)
        (svvs-field--scroll-up window)
        (set-window-start window (point) t)))))

(defun svvs-field-scroll-at-end-p (field)
  "Return whether point is on the last row of FIELD, which is read from its end."
  (and (svvs-field-from-end-p field)
       (= (line-beginning-position) (svvs-field--scroll-last field))))

(defun svvs-field-scroll-go (field index)
  "Go to the shown row of FIELD with INDEX, and scroll the windows there.
From the end, if INDEX is negative.  Point stays in a field for text."
  (let ((windows (svvs-field--scroll-windows)))
    (dolist (window windows)
      (when (svvs-field-from-end-p field) (svvs-field--scroll-to-end field window)))
    (unless (widget-field-at (point))
      (svvs-field-go-row field index)
      (dolist (window windows)
        (set-window-point window (point))
        (unless (svvs-field--scroll-in-sight-p (point) window)
          (save-excursion
            (forward-line (- (min 3 (/ (1- (window-body-height window)) 2))))
            (set-window-start window (point))))))))

;;;; Targets

(defun svvs-field-scroll-follow-target (field)
  "Go to the row of FIELD that the state names as the target, and reset that.
Do nothing if this buffer is not displayed, or if there is no such row yet."
  (let* ((view (svvs-field-view field))
         (part (svvs-field-part field))
         (value (svvs-get view (svvs-json-get part '(scroll target))))
         (index (and (svvs-field--scroll-windows) (svvs-screen-target-row part (svvs-view-state view)))))
    (when (memq value '(nil :null)) (setf (svvs-field-followed field) nil))
    (unless (or (null index) (equal value (svvs-field-followed field)))
      (setf (svvs-field-followed field) value)
      (while (not (< -1 (- index (svvs-field-offset field)) (length (svvs-field-rows field))))
        (svvs-field-show-more field))
      (svvs-field-scroll-go field (- index (svvs-field-offset field)))
      (when-let ((properties (svvs-screen-scrolled part)))
        (ignore-error svvs-error
          (svvs-set-async view properties))))))

;;;; Setting properties

(declare-function svvs-page-submit "svvs-page")

(cl-defstruct (svvs-field-queue (:constructor svvs-field-make-queue) (:copier nil))
  "What is set and submitted for a view, in its order.  It may outlive the view."
  (submission nil :documentation "The submission in progress: `set' or, when its texts have a reply, `call'.")
  (later nil :documentation "The functions to call after the submission in progress, in their order."))

(defvar-local svvs-field-queue nil
  "The queue of the view of this buffer.")

(defun svvs-field-enter-all (name)
  "Send the text of the fields for a call of the action NAME.
Return a list of (FIELD TEXT VALUE SUBMITS), for `svvs-field-submit', also of
those whose text is on its way.  SUBMITS is whether RET in FIELD submits it to
the action."
  (let ((values (cl-loop for field being the hash-values of svvs-fields
                         for draft = (svvs-field-draft field)
                         for submits = (equal (svvs-field-submits field) name)
                         when (and draft
                                   (if (or submits (svvs-draft-message-p draft)) (and submits (svvs-draft-ready-p draft))
                                     (or (svvs-draft-typed draft) (svvs-draft-sent draft))))
                         collect (list field (svvs-draft-shown draft) (svvs-field-parse field) submits))))
    (pcase-dolist (`(,field . ,_) values)
      (svvs-draft-enter (svvs-field-draft field))
      (svvs-field-show field))
    values))

(defun svvs-field-submit (values call end)
  "Set VALUES, of `svvs-field-enter-all', and call CALL unless they are refused.
CALL is passed a function to call when it has ended, with an error or nil.  Then
call END.  What is set later waits for that."
  (let* ((queue svvs-field-queue)
         (settle (lambda (error)
                   (svvs-field--end-all values t
                                        (cond ((null error) 'called)
                                              ((or (memq (car-safe error) '(svvs-server-died svvs-unanswered))
                                                   (and (consp error) (equal (svvs-error-kind error) "RequestCancelled")))
                                               'lost)
                                              (t 'refused)))
                   (setf (svvs-field-queue-submission queue) nil)
                   (while (and (svvs-field-queue-later queue) (null (svvs-field-queue-submission queue)))
                     (funcall (pop (svvs-field-queue-later queue))))
                   (funcall end)))
         (continue (lambda (ending)
                     (svvs-field--end-all values nil ending)
                     (setf (svvs-field-queue-submission queue) 'call)
                     (if (eq ending 'set) (funcall call settle) (funcall settle t)))))
    (svvs-field--in-order
     queue
     (lambda ()
       (setf (svvs-field-queue-submission queue) 'set)
       (if (null values) (funcall continue 'set)
         (svvs-field--request (svvs-field-view (caar values))
                              (cl-loop for (field _ value) in values append (list (svvs-field-name field) value))
                              continue))))))

(defun svvs-field--end-all (values submits ending)
  "Note that the texts of VALUES with that SUBMITS are no longer on their way.
ENDING is as in `svvs-draft-end'."
  (pcase-dolist (`(,field ,text ,_ ,is-submitted) values)
    (when (eq is-submitted submits) (svvs-field-end (svvs-field-draft field) text ending))))

(defun svvs-field--in-order (queue function)
  "Call FUNCTION, but not before the end of the submission in progress in QUEUE."
  (if (null (svvs-field-queue-submission queue)) (funcall function)
    (setf (svvs-field-queue-later queue) (append (svvs-field-queue-later queue) (list function)))))

(defun svvs-field-send (field text)
  "Set the property of FIELD to TEXT, which its draft sends, unless it is nil."
  (when text
    (let ((end (lambda (ending) (svvs-field-end (svvs-field-draft field) text ending)))
          value is-value)
      (unwind-protect (setq value (svvs-value-parse text (svvs-field-part field))
                            is-value t)
        (unless is-value (funcall end 'refused)))
      (svvs-field--set field value end))))

(defun svvs-field--send-due (field text)
  "Set the property of FIELD, a filter, to TEXT, or do nothing if it is nil.
An incomplete text may become a value as the user types on."
  (ignore-error user-error (svvs-field-send field text)))

(defun svvs-field-edited (field)
  "Handle text that the user has typed into FIELD."
  (svvs-field--send-due field (svvs-draft-edit (svvs-field-draft field) (svvs-field-written field)))
  ;; What is beside the field stays there.
  (svvs-field-show field))

(defun svvs-field-begin (field)
  "Begin to show FIELD of a new view."
  (when-let ((draft (svvs-field-draft field)))
    (svvs-field--send-due field (svvs-draft-begin draft (svvs-field-part field) (svvs-field-served field)))))

(defun svvs-field-end (draft text ending)
  "Note that TEXT of DRAFT is no longer on its way, as in `svvs-draft-end'.
By then, DRAFT may be in the field of another view, or in none."
  (pcase (cl-loop for buffer in (buffer-list)
                  for fields = (buffer-local-value 'svvs-fields buffer)
                  for field = (and fields (seq-find (lambda (field) (eq draft (svvs-field-draft field)))
                                                    (hash-table-values fields)))
                  when field return (cons buffer field))
    (`(,buffer . ,field)
     (with-current-buffer buffer
       (svvs-field-serve field)
       (svvs-field--send-due field (svvs-draft-end draft text ending))
       (svvs-field-show field)))
    (_
     (svvs-draft-end draft text ending)
     (when (memq ending '(refused lost)) (svvs-field-report-unsent (svvs-draft-unsent draft))))))

(defun svvs-field-report-unsent (texts)
  "Say that TEXTS of a view that is not shown were not sent, if there are any."
  (when texts
    (message "svvs: Not sent, and kept until the view is open again: %s"
             (mapconcat (lambda (text) (format "“%s”" (svvs-value-excerpt text 40))) texts ", "))))

(defun svvs-field-accept (field)
  "Do what RET in FIELD stands for.
Submit the field, or send its text, and go to the list that it filters, or to
the next field of its form.  After the last one, submit the form."
  (let ((list (svvs-field-named (gethash "filters" (svvs-field-part field)))))
    (cond ((svvs-field-submits field) (svvs-page-submit field))
          ((and list (svvs-field-lines list))
           (svvs-field-send field (svvs-draft-enter (svvs-field-draft field)))
           (svvs-field-go-row list 0))
          (t (svvs-field--leave field)))))

(defun svvs-field--form (field)
  "Return the names of FIELD and of those after it in its form, or nil."
  (svvs-screen-form (svvs-view-screen (svvs-field-view field)) (svvs-field-name field)))

(defun svvs-field--submission (field)
  "Return the name of the action of the form of FIELD, or nil."
  (and (svvs-field--form field)
       (svvs-json-get (svvs-view-screen (svvs-field-view field)) '(form calls))))

(defun svvs-field-begins-p (field)
  "Return whether point may begin in FIELD, where letters are text."
  (and (eq (svvs-field-style field) 'entry)
       (or (gethash "filters" (svvs-field-part field)) (svvs-field-submits field) (svvs-field--submission field))))

(defun svvs-field-return (field)
  "Return what RET in FIELD does, in words."
  (let* ((next (svvs-field--next field))
         (action (or (svvs-field-submits field) (and (null next) (svvs-field--submission field)))))
    (cond (action (gethash "title" (svvs-screen-action (svvs-view-screen (svvs-field-view field)) action)))
          ((gethash "filters" (svvs-field-part field)) "first row")
          (next (concat "next: " (svvs-field-title next)))
          (t "sets it"))))

(defun svvs-field--leave (field)
  "Send the text of FIELD, and go to the next one of its form.
After the last one, submit the form, which sends the text.  If the next one is a
secret, ask for it."
  (let ((next (svvs-field--next field))
        (draft (svvs-field-draft field)))
    (when (and draft (or next (not (svvs-field--submission field))))
      (svvs-field-send field (svvs-draft-enter draft)))
    (cond (next (svvs-field-enter next)
                (when (eq (svvs-field-style next) 'secret) (svvs-field-ask next)))
          ((svvs-field--form field)
           (svvs-field-go field)
           (svvs-page-submit field)))))

(defun svvs-field--next (field)
  "Return the field of the form after FIELD, or nil."
  (svvs-field-named (cadr (svvs-field--form field))))

(defun svvs-field-toggle (field)
  "Set the property of FIELD to the value of its check box."
  (let ((buffer (current-buffer)))
    (svvs-field--set field (if (widget-value (svvs-field-widget field)) t :false)
                     (lambda (_)
                       ;; It shows what was clicked.
                       (when (buffer-live-p buffer)
                         (with-current-buffer buffer
                           (when (eq field (svvs-field-named (svvs-field-name field))) (svvs-field-paint field))))))))

(defun svvs-field-ask (field)
  "Ask in the minibuffer for the value of FIELD, and set the property."
  (let* ((part (svvs-field-part field))
         (draft (svvs-field-draft field))
         (value (svvs-value-read part :initial (svvs-field-served field))))
    (if (null draft) (svvs-field--set field value #'ignore)
      (svvs-draft-edit draft (svvs-value-write value part))
      (svvs-field-show field)))
  (svvs-field--leave field))

(defun svvs-field--set (field value end)
  "Set the property of FIELD to VALUE when it is its turn; END is as below."
  (svvs-field--in-order
   svvs-field-queue
   (lambda () (svvs-field--request (svvs-field-view field) (list (svvs-field-name field) value) end))))

(defun svvs-field--request (view properties end)
  "Request to set PROPERTIES of VIEW, a plist.
At the end, call END with `set' or `refused'.  An error is a message."
  (let ((refuse (lambda (error)
                  (message "svvs: %s" (svvs-error-message error))
                  (funcall end 'refused))))
    (condition-case error
        (svvs-set-async view properties :success (lambda (_) (funcall end 'set)) :error refuse)
      (error (funcall refuse error)))))

(provide 'svvs-field)
;;; svvs-field.el ends here
