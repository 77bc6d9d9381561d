;;; svvs-page.el --- Contents of the buffer of an svvs view  -*- lexical-binding: t; -*-

;;; Commentary:

;; From top to bottom: title and description, a button for each action with its key,
;; errors, and a line for each property.  A timer paints the changes of a moment
;; together, so that a flood of them costs little.

;;; Code:

(require 'hl-line)
(require 'svvs-keys)
(require 'svvs-scroll)
(require 'svvs-set)

(declare-function svvs-call-action "svvs-call")

(defface svvs-title '((t :inherit bold :height 1.2))
  "The title of a view."
  :group 'svvs)

(defvar-local svvs-buffer-view nil
  "The view that this buffer shows.")

(defface svvs-subtitle '((t :inherit font-lock-string-face))
  "The text that tells views of one type apart."
  :group 'svvs)

(defface svvs-error '((t :inherit error))
  "Errors in the state of a view."
  :group 'svvs)

(defvar-local svvs-page--title nil
  "The line with the title of this buffer.")

(defface svvs-destructive '((t :inherit error))
  "Actions that destroy something."
  :group 'svvs)

(defface svvs-dimmed '((t :inherit shadow))
  "Actions that would have no effect now."
  :group 'svvs)

(defvar-local svvs-page--buttons nil
  "An alist of the actions and their buttons in this buffer.")

(defvar-local svvs-page--start nil
  "The beginning of the first property.")

(defvar-local svvs-page--awaiting nil
  "The position where point waits for the first rows of a table, or nil.")

(defvar-local svvs-page--errors nil
  "The lines with the errors of this buffer.")

(defvar-local svvs-page--errors-line nil
  "The overlay that hides the line of the errors while there are none.")

(defvar-local svvs-page--dirty nil
  "The names of the properties that have changed and were not painted yet.")

(defvar-local svvs-page--rested 0
  "The time from which this buffer may be painted again.")

(defun svvs-page-insert (view screen)
  "Fill this buffer with VIEW, described by SCREEN; go to the first property."
  (let ((inhibit-read-only t)
        (parts (svvs-screen-list screen 'parts)))
    (svvs-page--clear)
    (setq svvs-buffer-view view
          svvs-fields (make-hash-table :test #'equal)
          svvs-page--title (svvs-lines-insert))
    (insert (propertize (gethash "description" screen "") 'face 'shadow) "\n\n")
    (svvs-page--insert-actions screen)
    (let ((start (point)))
      (setq svvs-page--errors (svvs-lines-insert)
            svvs-page--errors-line (make-overlay start (point))
            svvs-page--start (point-marker)))
    (let* ((ordinary (seq-remove (lambda (part) (equal (gethash "role" part) "error")) (svvs-screen-visible parts)))
           (widths (mapcar (lambda (part) (string-width (gethash "title" part)))
                           (seq-remove #'svvs-page--apart-p ordinary))))
      (dolist (part ordinary)
        (svvs-page--insert-part view part (min 30 (apply #'max 0 widths))))
      (widget-setup)
      (mapc #'svvs-field-begin (hash-table-values svvs-fields))
      (svvs-page-paint (hash-table-keys svvs-fields))
      (svvs-page-begin))
    (setq buffer-undo-list nil)))

(defun svvs-page--apart-p (part)
  "Return whether the label of PART is not beside a value."
  (or (member (gethash "kind" part) '("rows" "list")) (equal (gethash "role" part) "flag")))

(defun svvs-page-begin ()
  "Go to the first row of the first table, unless point is in a table.
If the table is read from its end, go to its last row.  If a field is above all
rows, go to its line, or into it if RET there does more than set it."
  (let ((field (svvs-page-field-at (point)))
        (first (seq-find (lambda (field) (or (svvs-field-draft field) (vectorp (svvs-field-value field))))
                         (hash-table-values svvs-fields))))
    (setq svvs-page--awaiting nil)
    (unless (and field (svvs-field-row field (point)) (not (svvs-scroll-at-end-p field)))
      (goto-char svvs-page--start)
      (cond ((null first))
            ((svvs-field-begins-p first) (svvs-field-enter first))
            ((svvs-field-draft first) (svvs-field-go first))
            ((svvs-field-rows first) (svvs-scroll-go first (if (svvs-field-from-end-p first) -1 0)))
            (t (setq svvs-page--awaiting (point-marker))))
      (dolist (window (get-buffer-window-list nil nil t)) (set-window-point window (point))))
    (svvs-page--follow-targets)
    (hl-line-highlight)))

(defun svvs-page--follow-targets ()
  "Scroll to the rows that the state names as targets."
  (dolist (field (hash-table-values svvs-fields))
    (when (svvs-field-rows field) (svvs-scroll-follow-target field))))

(defun svvs-page--clear ()
  "Empty this buffer."
  (let ((inhibit-modification-hooks t))
    (erase-buffer))
  (remove-overlays)
  (setq widget-field-list nil
        widget-field-new nil))

(defun svvs-page--insert-actions (screen)
  "Insert a button for each action of SCREEN, with its key."
  (setq svvs-page--buttons nil)
  (dolist (action (svvs-screen-offered screen))
    (let* ((name (gethash "name" action))
           (title (string-trim-right (format "%s %s %s" (svvs-keys-text (format "[%c]" (or (svvs-keys-of action) ?x)))
                                             (propertize (gethash "title" action)
                                                         'face (if (gethash "destructive" action) 'svvs-destructive))
                                             (svvs-screen-arguments action)))))
      (when (and (not (bolp)) (> (+ (current-column) (string-width title) 3) (min 100 (svvs-field-width)))) (insert "\n"))
      (push (cons action
                  (widget-create 'link :notify (lambda (&rest _) (svvs-page--press name)) :button-prefix ""
                                 :button-suffix "" :help-echo (gethash "description" action) :tag title))
            svvs-page--buttons)
      (insert "   ")))
  (unless (bolp) (insert "\n"))
  (insert "\n"))

(defun svvs-page--press (name)
  "Call the action NAME, whose button was pressed."
  (svvs-call-action name current-prefix-arg))

(defun svvs-page--insert-part (view part width)
  "Insert at point PART of VIEW, with a label that is WIDTH columns wide."
  (let* ((field (svvs-field-make view part))
         (start (point))
         (when-true (svvs-field-flag-p field))
         (description (gethash "description" part ""))
         (title (svvs-field-title field)))
    (insert (propertize (cond ((and when-true (eq (svvs-field-style field) 'text)) title)
                              ((svvs-page--apart-p part) (concat title ":"))
                              (t (string-pad (concat title ":") (1+ width))))
                        'face (if when-true 'bold 'svvs-label) 'help-echo description)
            " ")
    (pcase (svvs-field-style field)
      ('toggle (svvs-page--widget field 'checkbox :help-echo description
                                  :notify (lambda (&rest _) (svvs-field-toggle field)))
               (insert "\n"))
      ;; A sign marks the field on terminals without colour.
      ('entry (insert "> ")
              (svvs-page--widget field 'editable-field :format "%v" :keymap svvs-keys-field-map
                                 :help-echo description
                                 :action (lambda (&rest _) (svvs-field-accept field))
                                 :notify (lambda (&rest _) (svvs-field-edited field)))
              (setf (svvs-field-beside field) (make-overlay (point) (point))))
      (style (unless (eq style 'text)
               (svvs-page--widget field 'push-button :help-echo description
                                  :notify (lambda (&rest _) (svvs-field-ask field))
                                  (if (eq style 'secret) "Enter" "Choose"))
               (insert " "))
             (setf (svvs-field-lines field) (svvs-lines-insert))))
    (when when-true (setf (svvs-field-line field) (make-overlay start (point))))
    (puthash (svvs-field-name field) field svvs-fields)))

(defun svvs-page--widget (field &rest arguments)
  "Make the widget of FIELD with ARGUMENTS."
  (setf (svvs-field-widget field) (apply #'widget-create arguments)))

(defun svvs-page-field-at (position)
  "Return the field that the line of POSITION belongs to, or nil."
  (seq-find (lambda (field)
              (if (svvs-field-lines field)
                  (svvs-lines-number (svvs-field-lines field) position)
                (= (line-number-at-pos position)
                   (line-number-at-pos (svvs-field-start field)))))
            (and svvs-fields (hash-table-values svvs-fields))))

;;;; Painting

(defun svvs-page-changed (buffer names)
  "Schedule painting of the properties NAMES in BUFFER."
  (with-current-buffer buffer
    (unless svvs-page--dirty
      (run-at-time (max 0 (- svvs-page--rested (float-time))) nil #'svvs-page--paint-dirty buffer))
    (setq svvs-page--dirty (seq-union svvs-page--dirty names))))

(defun svvs-page--paint-dirty (buffer)
  "Paint the properties in BUFFER that have changed."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (let ((names svvs-page--dirty))
        (setq svvs-page--dirty nil
              svvs-page--rested (+ (float-time) 0.1))
        (svvs-page-paint names)))))

(defun svvs-page-paint (names)
  "Show the current values of the properties NAMES."
  ;; Not if the page was blanked.
  (when svvs-page--errors
    (dolist (field (hash-table-values svvs-fields))
      ;; An empty list depends on other properties: its filters, and those that indicate work.
      (when (or (member (svvs-field-name field) names) (equal (svvs-field-value field) []))
        (svvs-scroll-paint field)))
    (svvs-lines-show svvs-page--title (list (svvs-page-title t)))
    (svvs-page--paint-errors)
    (svvs-page-paint-buttons)
    (if (and svvs-page--awaiting (= svvs-page--awaiting (point))) (svvs-page-begin) (svvs-page--follow-targets))
    ;; A row may have come under point.
    (hl-line-highlight))
  (force-mode-line-update))

(defun svvs-page-title (&optional is-large)
  "Return the title of the view of this buffer, with its subtitle if it has one.
If IS-LARGE, it is the first line."
  (let* ((screen (svvs-page-screen))
         ;; Nothing of the state is shown if the page was blanked.
         (subtitle (and svvs-page--errors (svvs-screen-subtitle screen (svvs-view-state svvs-buffer-view)))))
    (concat (propertize (gethash "title" screen) 'face (if is-large 'svvs-title 'bold))
            (if subtitle (concat " · " (propertize (svvs-value-excerpt subtitle 40 (gethash "subtitle" screen))
                                                   'face 'svvs-subtitle))
              ""))))

(defun svvs-page-paint-buttons ()
  "Dim the buttons of the actions that would have no effect now."
  (when svvs-page--errors
    (let ((unsent (cl-loop for field being the hash-values of svvs-fields
                           when (and (svvs-field-draft field) (svvs-draft-typed (svvs-field-draft field)))
                           collect (svvs-field-name field))))
      (pcase-dolist (`(,action . ,button) svvs-page--buttons)
        (overlay-put (widget-get button :button-overlay) 'face
                     (if (svvs-screen-dimmed-p (svvs-page-screen) action (svvs-view-state svvs-buffer-view) unsent)
                         'svvs-dimmed
                       (widget-apply button :button-face-get)))))))

(defun svvs-page-blank ()
  "Show only the title of the view of this buffer, which was closed.
The user may no longer be allowed to see its contents, but keeps the text that
was not sent, and stays in the field where point is."
  (let* ((inhibit-read-only t)
         (here (and (widget-field-at (point)) (svvs-page-field-at (point))))
         (kept (cl-loop for field being the hash-values of svvs-fields
                        for draft = (svvs-field-draft field)
                        when (or (eq field here) (and draft (svvs-draft-unsent draft)))
                        collect (svvs-field-part field))))
    (svvs-page-stay
     (lambda ()
       (svvs-page--clear)
       (clrhash svvs-fields)
       (setq svvs-page--errors nil)
       (insert (propertize (gethash "title" (svvs-page-screen)) 'face 'svvs-title)
               "\n")
       (when kept (insert "\nNot sent:\n"))
       (dolist (part kept) (svvs-page--insert-part svvs-buffer-view part 0))
       (widget-setup)
       (mapc #'svvs-field-show (hash-table-values svvs-fields))))
    (setq buffer-undo-list nil)))

(defun svvs-page-stay (function)
  "Call FUNCTION, which fills this buffer again, with point where it was."
  (let* ((field (svvs-page-field-at (point)))
         (widget (widget-field-at (point)))
         (column (and widget (- (point) (widget-field-start widget)))))
    (funcall function)
    (when-let ((field (and field (svvs-field-named (svvs-field-name field)))))
      (svvs-field-go field)
      (when (and column (eq (svvs-field-style field) 'entry))
        (goto-char (min (+ (svvs-field-start field) column) (widget-field-text-end (svvs-field-widget field))))))))

(defun svvs-page--paint-errors ()
  "Show the errors in the state, and the first of them as a message if it is new.
Its line may be out of sight."
  (let ((errors (svvs-page--error-lines)))
    (when (and errors
               (not (equal errors (svvs-lines-shown svvs-page--errors)))
               (eq (window-buffer) (current-buffer)))
      (message "svvs: %s" (substring-no-properties (car errors) 2)))
    (overlay-put svvs-page--errors-line 'invisible (null errors))
    (svvs-lines-show svvs-page--errors errors)))

(defun svvs-page--error-lines ()
  "Return the lines of the errors in the state."
  (cl-loop for part in (svvs-screen-errors (svvs-page-screen) (svvs-view-state svvs-buffer-view))
           for value = (svvs-get svvs-buffer-view (gethash "name" part))
           append (mapcar (lambda (line) (propertize line 'face 'svvs-error))
                          (split-string (format "! %s: %s" (gethash "title" part) (svvs-value-text value part))
                                        "\n"))))

(defun svvs-page-screen ()
  "Return the screen of the view of this buffer."
  (unless svvs-buffer-view (user-error "This buffer does not show a view"))
  (svvs-view-screen svvs-buffer-view))

(provide 'svvs-page)
;;; svvs-page.el ends here
