// What becomes of a text that somebody types: the section Texts of SCREENS.md.

/**
 * The text of one part. It outlives the field that shows it, the view and the server.
 *
 * The methods that return a text return the one to send now, or null.
 */
export class Draft {
  /** The text of the value in the state. */
  _served = '';
  /** The last text of the user that the server has accepted. */
  _own = '';
  /** Whether the state is that of a view that has ended. What the user types now is typed, even if the state has it. */
  _isOver = false;
  /** What the user has typed and not sent; null if nothing. */
  typed = null;
  /** The texts that are on their way, the oldest first. */
  sent = [];
  /** Whether the oldest of them is a filter that was sent without Enter. */
  _isFiltering = false;
  /** How many of the texts on their way were sent to a view that has ended; they are the first. */
  _orphaned = 0;
  /** The messages beside the field. */
  kept = [];
  /** The typed or kept messages that may have arrived. */
  doubtful = [];
  /** What the field had when the user began to type. */
  _base = '';
  /** The input that shows the text. It is another one after the card was closed and opened again. */
  editor = null;

  constructor(field) { this.field = field; }

  /** Lets the tab keep the texts, unless they are not kept. */
  save() {}

  /** The text in the field. */
  get shown() { return this.typed ?? this._untyped; }

  get _untyped() {
    if (!this.sent.length) return this._served;
    return this.isMessage ? '' : this.sent.at(-1);
  }

  /** Whether each text is a message of its own, instead of the next version of one value. */
  get isMessage() { return Boolean(this.field.submits && !this.field.filters && !this.field.secret); }

  /** Whether the state has a text that the user has not seen before typing, such as that of another person. */
  get isOutdated() {
    return this.typed !== null && !this._isOver && !this.sent.length && ![this._base, this._own].includes(this._served);
  }

  /** Whether Enter sends the text. A key that is pressed twice does not send it twice. */
  get isReady() {
    return this.typed !== null || Boolean(this.field.submits && this.sent.length === Number(this._isFiltering));
  }

  /** The user has changed the text of the field, or has discarded it. */
  edit(text) {
    if (this.typed === null) this._base = this._untyped;
    this.doubtful = this.doubtful.filter((each) => this.kept.includes(each));
    this._type(text);
    return this._due();
  }

  /** The state has changed. */
  serve(text) {
    if (this._isOver) return;
    this._served = text;
    this._type(this.typed);
  }

  /** The user sends the text. */
  enter() {
    if (!this.isReady) return null;
    this.sent.push(this.shown);
    this.edit(null);
    return this.sent.at(-1);
  }

  /**
   * The sending of a text has ended: the property is `set`, or the action was `called`, or the text was `refused`, or was
   * `lost`, because the connection has ended during the call, or the call was cancelled.
   */
  end(text, ending) {
    const at = this.sent.indexOf(text);
    if (at < 0) return null; // A secret that was forgotten.
    this.sent.splice(at, 1);
    this._isFiltering &&= at > 0;
    const isOrphaned = at < this._orphaned;
    this._orphaned -= Number(isOrphaned);
    const isLast = this.isMessage || at === this.sent.length, isRefused = ['refused', 'lost'].includes(ending);
    if (ending === 'lost' && this.isMessage && text) this.doubtful.push(text);
    if (this.field.secret && !isRefused) this._served = ending === 'set' ? text : ''; // The state does not contain it.
    const isLeft = ending === 'called' && text === this._served && !this._isOver; // By the app.
    if (isLast && (isRefused || isLeft)) this._giveBack(text, isOrphaned || ending === 'lost');
    this._type(this.typed);
    if (isRefused) return null;
    this._own = this._served;
    return this._due();
  }

  /** Exchanges the text of the field with the first one that is kept. */
  recall() {
    if (!this.kept.length) return;
    const { shown } = this, isOwn = this.typed !== null || shown === this._own;
    if (isOwn && shown) this.kept.push(shown);
    this._type(this.kept.shift());
  }

  /** The view is closed. A message that only its state has is typed again, and a secret is forgotten. */
  close() {
    this._stop(this.isMessage);
    if (this.field.secret) Object.assign(this, { typed: null, sent: [] });
  }

  /** The server has ended. What it had of the user, except for a secret, is typed again. */
  lose() { this._stop(!this.field.secret); }

  _stop(isGivenBack) {
    const own = isGivenBack && this._own === this._served && !this.sent.length ? this._own : '';
    this._isOver = true;
    this._orphaned = this.sent.length;
    // The field stays empty until a new view is open.
    if (this.field.secret || (this.isMessage && this.sent.length)) this._served = '';
    this.typed ??= own || null;
  }

  /** A new view is open, perhaps of another server or another version of the app, with this text in its state. */
  begin(field, text) {
    Object.assign(this, { field, _isOver: false, _base: text });
    this.serve(text);
    return this._due();
  }

  /** Takes the texts of a page that has ended, and with it the connection. */
  resume(typed, kept, sent, doubtful) {
    Object.assign(this, { typed, kept, sent: [...sent], doubtful, _isOver: true });
    for (const text of sent) this.end(text, 'lost');
  }

  _type(text) {
    const isServed = text === this._untyped && !this._isOver;
    if (isServed) this._own = text;
    this.typed = isServed ? null : text;
  }

  /**
   * Gives a text back to the user. A message that is kept stays beside the field: the next letters, or Enter, are meant
   * for another message.
   */
  _giveBack(text, isKept) {
    const isBeside = isKept && this.isMessage && text !== this.shown;
    if (this.typed === null && !isBeside) this._type(text);
    else if (this.isMessage && text !== '' && text !== this.typed) this.kept.push(text);
  }

  /** A filter is sent while the user types it, one text at a time. */
  _due() {
    if (!this.field.filters || this.typed === null || this.sent.length || this._isOver) return null;
    this._isFiltering = true;
    return this.enter();
  }
}
