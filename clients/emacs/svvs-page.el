;;; svvs-page.el --- Contents, keys and calls of the buffer of an svvs view  -*- lexical-binding: t; -*-

;;; Commentary:

;; The server says by which letter people reach a screen or an action.  In a field,
;; where letters are text, that of an action is typed with C-c and Control.
;;
;; Each action is a command with a name of its own, such as svvs-notes/delete, so that
;; the help of Emacs can tell what a key does.
;;
;; From top to bottom: title and description, a button for each action with its key,
;; errors, and a line for each property.  A timer paints the changes of a moment
;; together, so that a flood of them costs little.
;;
;; An action takes its arguments from the row at point, or asks for them.  The header
;; line shows the calls in progress, and for how long.

;;; Code:

(require 'hl-line)
(require 'wid-edit)
(require 'svvs-field)

;;;; Keys

(defface svvs-key '((t :inherit help-key-binding))
  "The keys of actions."
  :group 'svvs)

(defun svvs-page-key-text (text)
  "Return TEXT, a key, with its face."
  (propertize text 'face 'svvs-key))

(defconst svvs-page--taken (string-to-list "gknopqvxy")
  "The letters that are keys in every view, and y.
A key that repeats does not confirm the call that it made.")

(defvar svvs-page-map nil
  "The keymap of a view, with the keys of its actions.")

(defvar-local svvs-page-field-map nil
  "The keymap of the fields of this buffer.")

(defvar svvs-page-prefix-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-k") 'svvs-cancel-calls)
    (define-key map (kbd "C-o") 'svvs-refresh-buffer)
    (define-key map (kbd "C-n") 'svvs-next-row)
    (define-key map (kbd "C-p") 'svvs-previous-row)
    (define-key map (kbd "C-q") 'quit-window)
    (define-key map (kbd "C-v") 'svvs-choose-view)
    (define-key map (kbd "C-x") 'svvs-call-action)
    (define-key map (kbd "C-y") 'svvs-open-offer)
    (define-key map (kbd "DEL") 'svvs-forget-field)
    (define-key map "?" 'svvs-help)
    map)
  "Keymap of the prefix key of every view, also in fields.")

(defun svvs-page-ignore-replies (map)
  "Let MAP ignore what a terminal sends by itself, such as the reply to a query.
The letters in it are not keys."
  (dolist (start '("\e]" "\eP" "\e_" "\e^" "\e[?" "\e[>" "\e[="))
    (define-key map start 'svvs-ignore-reply)))

(defun svvs-ignore-reply ()
  "Ignore the rest of what the terminal sends after ESC and the key of this."
  (interactive nil svvs-view-mode)
  (let ((is-csi (length= (this-single-command-keys) 3))
        (event last-command-event)
        last)
    (while (and event (not (if is-csi (and (characterp event) (<= ?@ event ?~))
                             (or (eq event ?\a) (and (eq last ?\e) (eq event ?\\))))))
      (setq last event
            event (read-event nil nil 0.1)))))

(defun svvs-page-use-keys (screen map)
  "Assign keys to the actions of SCREEN in this buffer.
All other keys are those of MAP."
  (let ((local (make-sparse-keymap))
        (prefix (make-sparse-keymap)))
    (set-keymap-parent local map)
    (set-keymap-parent prefix svvs-page-prefix-map)
    (dolist (action (svvs-screen-offered screen))
      (when-let ((key (svvs-page-key-of action)))
        (let ((command (svvs-page--command screen action)))
          (define-key local (string key) command)
          (define-key local (string (upcase key)) command)
          (define-key prefix (string (- key 96)) command))))
    (define-key local (kbd "C-c") prefix)
    (use-local-map (setq-local svvs-page-map local))
    (setq svvs-page-field-map (make-sparse-keymap))
    (set-keymap-parent svvs-page-field-map widget-field-keymap)
    (svvs-page-ignore-replies svvs-page-field-map)
    (define-key svvs-page-field-map (kbd "M-p") 'svvs-recall-text)
    (define-key svvs-page-field-map (kbd "C-c") prefix)))

(defun svvs-page--command (screen action)
  "Define the command for ACTION of SCREEN, and return it."
  (let* ((type (gethash "name" screen))
         (name (gethash "name" action))
         (command (intern (format "svvs-%s/%s" type name))))
    (defalias command
      (lambda ()
        (interactive nil svvs-view-mode)
        (svvs-page-call-by-key type name))
      ;; A backslash would mean a key.
      (string-replace "\\" "\\=\\"
                      (format (concat "%s\n\n%s\n\nWith a capital letter or a prefix argument, "
                                      "ask for the optional arguments, too.")
                              (string-trim (concat (gethash "title" action) " " (svvs-screen-arguments action)))
                              (gethash "description" action ""))))
    command))

(defun svvs-page-letter (object)
  "Return the letter of OBJECT, a screen or an action, a character, or nil."
  (let ((letter (gethash "letter" object)))
    (and (stringp letter) (length= letter 1) (<= ?a (aref letter 0) ?z) (aref letter 0))))

(defun svvs-page-key-of (action)
  "Return the key of ACTION, a character, or nil if it has none."
  (car (memq (svvs-page-letter action) (seq-difference (number-sequence ?a ?z) svvs-page--taken))))

;;;; Contents

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

(defvar-local svvs-page--said nil
  "The errors that were shown last.")

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
          svvs-field-queue (svvs-field-make-queue)
          svvs-page--title (svvs-value-lines-insert))
    (insert (propertize (gethash "description" screen "") 'face 'shadow) "\n\n")
    (svvs-page--insert-actions screen)
    (let ((start (point)))
      (setq svvs-page--errors (svvs-value-lines-insert)
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
        (first (seq-find (lambda (field) (or (svvs-field-draft field) (svvs-field-stream-p field)
                                           (vectorp (svvs-field-value field))))
                         (hash-table-values svvs-fields))))
    (setq svvs-page--awaiting nil)
    (unless (and field (svvs-field-row field (point)) (not (svvs-field-scroll-at-end-p field)))
      (goto-char svvs-page--start)
      (cond ((null first))
            ((svvs-field-begins-p first) (svvs-field-enter first))
            ((svvs-field-draft first) (svvs-field-go first))
            ((or (svvs-field-rows first) (svvs-field-stream-p first))
             (svvs-field-scroll-go first (if (svvs-field-from-end-p first) -1 0)))
            (t (setq svvs-page--awaiting (point-marker))))
      (dolist (window (get-buffer-window-list nil nil t)) (set-window-point window (point))))
    (svvs-page--follow-targets)
    (hl-line-highlight)))

(defun svvs-page-begin-awaited ()
  "If point has waited for the first rows, go to them and return non-nil."
  (when (and svvs-page--awaiting (= svvs-page--awaiting (point)))
    (svvs-page-begin)
    t))

(defun svvs-page--follow-targets ()
  "Scroll to the rows that the state names as targets."
  (dolist (field (hash-table-values svvs-fields))
    (when (svvs-field-rows field) (svvs-field-scroll-follow-target field))))

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
           (key (or (svvs-page-key-of action) ?x))
           (title (string-trim-right (format "%s %s %s" (svvs-page-key-text (format "[%c]" key))
                                             (propertize (gethash "title" action)
                                                         'face (if (gethash "destructive" action) 'svvs-destructive))
                                             (svvs-screen-arguments action)))))
      (when (and (not (bolp)) (> (+ (current-column) (string-width title) 3) (min 100 (svvs-field-width))))
        (insert "\n"))
      (push (cons action
                  (widget-create 'link :notify (lambda (&rest _) (svvs-call-action name current-prefix-arg))
                                 :button-prefix "" :button-suffix ""
                                 :help-echo (gethash "description" action) :tag title))
            svvs-page--buttons)
      (insert "   ")))
  (unless (bolp) (insert "\n"))
  (insert "\n"))

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
              (svvs-page--widget field 'editable-field :format "%v" :keymap svvs-page-field-map
                                 :help-echo description
                                 :action (lambda (&rest _) (svvs-field-accept field))
                                 :notify (lambda (&rest _) (svvs-field-edited field)))
              (setf (svvs-field-beside field) (make-overlay (point) (point))))
      (style (unless (eq style 'text)
               (svvs-page--widget field 'push-button :help-echo description
                                  :notify (lambda (&rest _) (svvs-field-ask field))
                                  (if (eq style 'secret) "Enter" "Choose"))
               (insert " "))
             (setf (svvs-field-lines field) (svvs-value-lines-insert))))
    (when (member (gethash "role" part) '("flag" "progress" "question"))
      (setf (svvs-field-line field) (make-overlay start (point))))
    (puthash (svvs-field-name field) field svvs-fields)))

(defun svvs-page--widget (field &rest arguments)
  "Make the widget of FIELD with ARGUMENTS."
  (setf (svvs-field-widget field) (apply #'widget-create arguments)))

(defun svvs-page-entry ()
  "Return the field whose editable text point is in, or nil."
  (when-let ((widget (widget-field-at (point))))
    (seq-find (lambda (field) (eq (svvs-field-widget field) widget)) (hash-table-values svvs-fields))))

(defun svvs-page-leads-p (buffer)
  "Return whether the user is in BUFFER, and not typing in a field there.
If a view appeared then, letters would become keys."
  (and (eq (window-buffer) buffer)
       (with-current-buffer buffer
         (let ((field (svvs-page-entry)))
           (not (and field (svvs-draft-typed (svvs-field-draft field))))))))

(defun svvs-page-field-at (position)
  "Return the field that the line of POSITION belongs to, or nil."
  (seq-find (lambda (field)
              (if (svvs-field-lines field)
                  (svvs-value-lines-number (svvs-field-lines field) position)
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
      (when (or (member (svvs-field-name field) names) (equal (svvs-field-value field) [])
                (member (gethash "total" (svvs-field-part field)) names))
        (svvs-field-scroll-paint field)))
    (svvs-value-lines-show svvs-page--title (list (svvs-page-title t)))
    (svvs-page--paint-errors)
    (svvs-page-paint-buttons)
    (or (svvs-page-begin-awaited) (svvs-page--follow-targets))
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
                     (if (svvs-screen-dimmed-p (svvs-page-screen) action (svvs-view-held svvs-buffer-view) unsent)
                         'svvs-dimmed
                       (widget-apply button :button-face-get)))))))

(defun svvs-page-blank ()
  "Show only the title of the view of this buffer, which was closed.
The user may no longer be allowed to see its contents, but keeps the text that
has not arrived, and stays in the field where point is."
  (let* ((inhibit-read-only t)
         (here (svvs-page-entry))
         (kept (cl-loop for field being the hash-values of svvs-fields
                        for draft = (svvs-field-draft field)
                        when draft do (setf (svvs-draft-served draft) "")
                        when (or (eq field here) (and draft (or (svvs-draft-unsent draft) (svvs-draft-sent draft))))
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
  (let* ((errors (svvs-page--error-texts))
         (lines (cl-loop for (about . text) in errors
                         unless about append (mapcar (lambda (line) (propertize line 'face 'svvs-error))
                                                     (split-string (concat "! " text) "\n")))))
    (unless (or (null errors) (equal errors svvs-page--said) (not (eq (window-buffer) (current-buffer))))
      (message "svvs: %s" (car (split-string (cdar errors) "\n"))))
    (setq svvs-page--said errors)
    (overlay-put svvs-page--errors-line 'invisible (null lines))
    (svvs-value-lines-show svvs-page--errors lines)
    (remove-overlays (point-min) (point-max) 'svvs-about t)
    (cl-loop for (about . text) in errors when about do (svvs-page--paint-about (svvs-field-named about) text))))

(defun svvs-page--error-texts ()
  "Return a list of the errors in the state.
Each has the name of the field at which it is shown, or nil, and a text."
  (cl-loop with screen = (svvs-page-screen) with state = (svvs-view-state svvs-buffer-view)
           for part in (svvs-screen-errors screen state)
           for about = (svvs-json-get (svvs-screen-about screen part state) '(name))
           collect (cons (and about (svvs-field-named about) about)
                         (format "%s: %s" (gethash "title" part)
                                 (svvs-value-text (gethash (gethash "name" part) state) part)))))

(defun svvs-page--paint-about (field text)
  "Show TEXT, of an error, beside FIELD."
  (let* ((end (if (eq (svvs-field-style field) 'entry) (widget-field-text-end (svvs-field-widget field))
                (save-excursion (svvs-field-go field) (line-end-position))))
         (mark (make-overlay end (1+ end) nil t)))
    (overlay-put mark 'svvs-about t)
    (overlay-put mark 'before-string (concat (propertize " " 'cursor t)
                                             (propertize (concat " ! " text) 'face 'svvs-error)))))

(defun svvs-page-screen ()
  "Return the screen of the view of this buffer."
  (unless svvs-buffer-view (user-error "This buffer does not show a view"))
  (svvs-view-screen svvs-buffer-view))

;;;; Calls

(declare-function svvs-buffer-open-settled "svvs-buffer")
(declare-function svvs-offer-header "svvs-offer")

(defvar-local svvs-page--calls nil
  "The calls in progress in this buffer: an alist of requests and their starts.")

(defvar-local svvs-page-first-call nil
  "The call of `onAppear', which is not one of the user, or nil.")

(defvar-local svvs-page--cancelled nil
  "The calls in progress in this buffer that the user has cancelled.")

(defvar-local svvs-page--submitted 0
  "The time of the last submission.")

(defvar svvs-page--clock nil
  "The timer that repaints header lines while there are calls in progress.")

(defun svvs-page-call-by-key (type name)
  "Call the action NAME of the view in this buffer, which has to be of TYPE.
If the key is a capital letter, or with a prefix argument, ask for the optional
arguments, too."
  (unless (and svvs-buffer-view (equal (svvs-view-type svvs-buffer-view) type))
    (user-error "This buffer does not show a view of the type %s" type))
  (svvs-call-action name (or current-prefix-arg (memq last-command-event (number-sequence ?A ?Z)))))

(defun svvs-call-action (name &optional asks-all given)
  "Call the action NAME of the view in this buffer.
The arguments that it requires are in GIVEN, a plist, taken from the row at
point or asked for.  With a prefix argument, ASKS-ALL, ask for the others too.
If the call may open a view, wait a short time: keys that are typed meanwhile
are for that."
  (interactive (list (svvs-page--read-action) current-prefix-arg) svvs-view-mode)
  (let* ((screen (svvs-page-screen))
         (action (or (svvs-screen-action screen name) (user-error "No action %s" name)))
         (state (svvs-view-state svvs-buffer-view)))
    (unless (svvs-page--repeated-p name)
      (let ((arguments (svvs-value-read-fields action :asks-all asks-all :screen screen :state state
                                               :given (or given (svvs-page--row-argument action)))))
        (when (svvs-page--confirmed-p (svvs-page-question screen action arguments state))
          (if (svvs-screen-leading-p screen action)
              (svvs-briefly (svvs-view-connection svvs-buffer-view)
                            (lambda (end) (svvs-page--call name arguments end)))
            (svvs-page--call name arguments #'ignore)))))))

(defun svvs-page--repeated-p (name)
  "Return whether a text is on its way for the action NAME, and no other was typed."
  (cl-loop for field being the hash-values of svvs-fields
           thereis (and (equal (svvs-field-submits field) name) (svvs-field-draft field)
                        (not (svvs-draft-ready-p (svvs-field-draft field))))))

(defun svvs-page--call (name arguments end)
  "Set the properties whose text was not sent; call NAME with ARGUMENTS; call END.
Values that the action may read are those of now until it has ended.  Nothing
has to wait for a call that cancels, and a view that has ended takes no text."
  (let* ((screen (svvs-page-screen))
         (buffer (current-buffer))
         (view svvs-buffer-view)
         (cancels (seq-some (lambda (part) (equal (gethash "cancel" part) name)) (svvs-screen-list screen 'parts)))
         (is-alone (or cancels (not (svvs-view-live view))))
         (values (unless is-alone (svvs-field-enter-all name))))
    (if (or is-alone (not (or values (svvs-field-queue-later svvs-field-queue)
                              (equal name (svvs-json-get screen '(form calls))))))
        (svvs-page-call name arguments (lambda (_) (funcall end)))
      (unless (svvs-field-queue-submission svvs-field-queue) (setq svvs-page--submitted (float-time)))
      (svvs-page--start-clock)
      (svvs-field-submit values
                         (lambda (settle)
                           (if (not (and (svvs-view-live view) (buffer-live-p buffer))) (funcall settle t)
                             (with-current-buffer buffer (svvs-page-call name arguments settle))))
                         end))))

(defun svvs-page-question (screen action arguments state)
  "Return a list of the question before a call of ACTION of SCREEN, or nil.
The name of what ARGUMENTS and STATE say that it is about follows, or nil, and
the title of the rows if it is not one of them."
  (pcase (svvs-screen-confirmation screen action arguments state)
    (`(,question ,name ,part) (list question (and name (svvs-value-name name)) (and part (gethash "title" part))))))

(defun svvs-page--confirmed-p (question)
  "Return whether the user confirms QUESTION, of `svvs-page-question'.
The key y, which no action has, does that, so that a key that repeats does not."
  (or (null question)
      (pcase-let ((`(,text ,name ,rows) question))
        (y-or-n-p (concat text (and name (format " “%s”" name)) (and name rows (format " (not in %s)" rows)) " ")))))

(defun svvs-page-submit (field)
  "Submit FIELD: call its action, or the one that its form is for."
  (if (svvs-field-submits field)
      (svvs-call-action (svvs-field-submits field))
    (pcase-let ((`(,name . ,given) (svvs-screen-entered (svvs-page-screen) (svvs-page--held))))
      (when name (svvs-call-action name nil given)))))

(defun svvs-page--held ()
  "Return an object of the values in the fields for text."
  (svvs-json-object (cl-loop for field being the hash-values of svvs-fields
                             when (svvs-field-draft field)
                             append (list (svvs-field-name field) (svvs-field-parse field)))))

(defun svvs-page--read-action ()
  "Ask for an action of the view in this buffer."
  (let ((name (completing-read "Action: " (svvs-value-read-table (svvs-value-read-described
                                                                  (svvs-screen-offered (svvs-page-screen))))
                               nil t)))
    (when (string-empty-p name) (user-error "No action"))
    name))

(defun svvs-page-call (name arguments &optional end)
  "Call the action NAME of the view in this buffer with ARGUMENTS, a plist.
At its end, call END with the error, if any, which is a message, too.
Return the call."
  (let* ((buffer (current-buffer))
         (view svvs-buffer-view)
         call
         (ended (lambda (error) (svvs-page--call-ended buffer call name arguments error end))))
    (condition-case error
        (progn
          (setq call (svvs-call-async view name arguments :success (lambda (_) (funcall ended nil)) :error ended))
          (unless (svvs-pending-outcome call)
            (push (cons call (float-time)) svvs-page--calls)
            (svvs-page--start-clock)))
      (error (funcall ended error)))
    call))

(defun svvs-page-user-calls-p ()
  "Return whether a call of the user is in progress in this buffer."
  (seq-some (lambda (call) (not (eq (car call) svvs-page-first-call))) svvs-page--calls))

(defun svvs-page--call-ended (buffer call name arguments error end)
  "Handle the end of CALL in BUFFER, and call END with ERROR.
It called the action NAME with ARGUMENTS, and failed with ERROR, if that is
non-nil.  If BUFFER was killed, its calls were cancelled."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (when error
        (message "svvs: %s" (if (svvs-page--outdated-p name error) "answered elsewhere" (svvs-error-message error))))
      (setq svvs-page--calls (assq-delete-all call svvs-page--calls)
            svvs-page--cancelled (delq call svvs-page--cancelled))
      (force-mode-line-update)))
  (when end (funcall end error))
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (svvs-buffer-open-settled name arguments error))))

(defun svvs-page--outdated-p (name error)
  "Return whether ERROR means that NAME, an action, has answered a former question."
  (and (equal (svvs-error-kind error) "ContentModified")
       (seq-some (lambda (part) (equal (gethash "answer" part) name))
                 (svvs-screen-list (svvs-page-screen) 'parts))))

(defun svvs-page--row-argument (action)
  "Return a plist of the argument of ACTION that the row at point gives."
  (when-let ((field (svvs-page-field-at (point)))
             (index (svvs-field-row field (point))))
    (and (integerp index)
         (svvs-screen-given action (svvs-field-name field) (nth index (svvs-field-rows field))))))

(defun svvs-page--to-cancel ()
  "Return a list of each call in progress that is to be cancelled on request."
  (seq-filter (lambda (call) (and (svvs-screen-cancellable-p (svvs-page--called call))
                                  (not (memq call svvs-page--cancelled))))
              (mapcar #'car svvs-page--calls)))

(defun svvs-cancel-calls ()
  "Cancel each call in progress in this buffer, or else other work of the view."
  (interactive nil svvs-view-mode)
  (let ((calls (svvs-page--to-cancel))
        (action (svvs-screen-cancelling (svvs-page-screen) (svvs-view-state svvs-buffer-view))))
    (svvs-with-user-errors
      (cond (calls (mapc #'svvs-cancel calls)
                   (setq svvs-page--cancelled (append calls svvs-page--cancelled))
                   (force-mode-line-update))
            (svvs-page--cancelled (user-error "The server has not ended the call yet"))
            (svvs-page--calls (user-error "%s cannot be cancelled"
                                          (svvs-page--call-title (caar svvs-page--calls))))
            (action (svvs-page-call action nil))
            (t (user-error "No call is in progress"))))))

(defun svvs-page--called (call)
  "Return the action that CALL has called."
  (svvs-screen-action (svvs-page-screen) (svvs-pending-method call)))

(defun svvs-page--call-title (call)
  "Return the title of the action that CALL has called."
  (gethash "title" (svvs-page--called call)))

(defun svvs-page--start-clock ()
  "Repaint header lines from now on."
  (unless svvs-page--clock
    (setq svvs-page--clock (run-at-time 0.35 0.5 #'svvs-page--tick))))

(defun svvs-page--tick ()
  "Repaint header lines; stop the timer if no call is in progress."
  (unless (seq-some (lambda (buffer) (or (buffer-local-value 'svvs-page--calls buffer)
                                         (when-let ((queue (buffer-local-value 'svvs-field-queue buffer)))
                                           (svvs-field-queue-submission queue))))
                    (buffer-list))
    (cancel-timer svvs-page--clock)
    (setq svvs-page--clock nil))
  (force-mode-line-update t))

(defvar-local svvs-page-notice nil
  "The reason why the view of this buffer could not be reopened, or nil.")

(defun svvs-page-header ()
  "Return the text of the header line."
  (when-let ((view svvs-buffer-view))
    ;; Names may have a percent sign, which means something in a header line.
    (string-replace
     "%" "%%"
     (string-join
      (delq nil (list (concat " " (svvs-page-title))
                      (if (svvs-view-live view) (svvs-page--header-calls) (svvs-page--header-end view))
                      (and (svvs-view-live view) (svvs-page--header-progress))
                      (and (svvs-view-live view) (svvs-offer-header))
                      (and (svvs-view-live view) (or (svvs-page--header-return) (svvs-page--header-tab)))
                      (and (svvs-view-live view) (concat (svvs-page--key "C-c ?" "?") " help"))))
      "  "))))

(defun svvs-page--key (in-field elsewhere)
  "Return the key IN-FIELD, or ELSEWHERE if point is not in a field, for a header."
  (svvs-page-key-text (if (widget-field-at (point)) in-field elsewhere)))

(defun svvs-page--header-return ()
  "Return the text of the header line about RET in the field at point, or nil."
  (when-let ((field (svvs-page-entry)))
    (concat (svvs-page-key-text "RET") " " (svvs-field-return field))))

;; Elsewhere, letters are keys.
(defun svvs-page--header-tab ()
  "Return the text of the header line about the field next to point, or nil.
If other widgets come first in both directions, it is nil."
  (when-let ((near (and (>= (point) svvs-page--start)
                        (or (svvs-page--entry-beside #'<) (svvs-page--entry-beside #'>)))))
    (concat (svvs-page-key-text (if (< (point) (svvs-field-start near)) "TAB" "S-TAB")) " " (svvs-field-title near))))

(defun svvs-page--entry-beside (in-order)
  "Return the field for text whose widget is the nearest of those beyond point.
IN-ORDER compares point with the beginning of a widget there."
  (let ((fields (seq-filter (lambda (field) (and (svvs-field-widget field)
                                                 (funcall in-order (point) (svvs-field-start field))))
                            (hash-table-values svvs-fields))))
    (when-let ((nearest (car (if (eq in-order #'<) fields (last fields)))))
      (and (eq (svvs-field-style nearest) 'entry) nearest))))

(defun svvs-page--header-end (view)
  "Return the text of the header line about the end of VIEW, which has closed."
  (let* ((connection (svvs-view-connection view))
         (failure (svvs-connection-failure connection)))
    (cond (svvs-page-notice (svvs-page--header-warning svvs-page-notice "tries again"))
          (failure (svvs-page--header-warning (svvs-error-message failure) "reopens all"))
          (t (svvs-page--header-warning (if (svvs-view-session view) "closed" "closed by the server")
                                        "reopens it")))))

(defun svvs-page--header-warning (text remedy)
  "Return TEXT, about a view that has closed, with REMEDY, the effect of the key g.
In a field, where g is text, it is another key, and a prompt has to be left."
  (concat (svvs-page-key-text (if (active-minibuffer-window) "C-g " ""))
          (svvs-page--key "C-c C-o" "g")
          (propertize (format " %s: %s" remedy (svvs-value-excerpt text 80)) 'face 'warning 'help-echo text)))

(defun svvs-page--header-calls ()
  "Return the text of the header line about work in progress, or nil."
  (let ((calls (seq-filter
                ;; A short call does not flicker.
                (lambda (call) (> (- (float-time) (cdr call)) 0.3))
                (reverse svvs-page--calls))))
    (cond (calls
           (concat (if (svvs-page--to-cancel)
                       (concat (svvs-page--key "C-c C-k" "k") (propertize " cancels " 'face 'warning))
                     "")
                   (propertize (mapconcat (lambda (call)
                                            (format "%s %d s%s" (svvs-page--call-title (car call))
                                                    (- (float-time) (cdr call))
                                                    (if (memq (car call) svvs-page--cancelled) ", cancelling" "")))
                                          calls ", ")
                               'face 'warning)))
          ((and (eq (svvs-field-queue-submission svvs-field-queue) 'set)
                (> (- (float-time) svvs-page--submitted) 0.3))
           (propertize (format "sending %d s" (- (float-time) svvs-page--submitted)) 'face 'warning))
          ((svvs-screen-busy (svvs-page-screen) (svvs-view-held svvs-buffer-view))
           (if (svvs-screen-cancelling (svvs-page-screen) (svvs-view-held svvs-buffer-view))
               (concat (svvs-page--key "C-c C-k" "k") (propertize " cancels: busy" 'face 'warning))
             (propertize "busy" 'face 'warning))))))

(defun svvs-page--header-progress ()
  "Return the text of the header line about how much of some work is done, or nil."
  (cl-loop with state = (svvs-view-held svvs-buffer-view)
           for part in (seq-filter #'svvs-screen-progress-p (svvs-screen-list (svvs-page-screen) 'parts))
           for fraction = (and (svvs-screen-shown-p part state) (svvs-screen-progress part state))
           when fraction return (propertize (svvs-value-percent fraction) 'face 'warning)))

(provide 'svvs-page)
;;; svvs-page.el ends here
