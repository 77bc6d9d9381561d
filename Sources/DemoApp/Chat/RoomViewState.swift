import SVVS

/// A room, for as long as the account is a member of it and logged in.
@MainActor @ViewState("room", title: "Room")
final class RoomViewState {
  /// The parameters of the page.
  @JSONCodable
  struct Parameters {
    /// The room to show.
    let id: Room.ID
    /// The account that shows the room and sends messages. The default is the account that the session
    /// shows when the view opens.
    var account: ChatAccount.ID?
  }

  /// The names of the room and of the account that sends the messages.
  @Subtitle @Shown(.never) var roomAndAccount: String { "\(room.name) · \(login.account.name)" }
  /// The room.
  @Shown(.never) var room: Room { login.membership(in: membership.id)?.room ?? membership.room }
  /// The newest messages and the requested earlier ones, oldest first.
  @ScrollsFromEnd(target: "scrollTarget", member: "id") var messages: ObservableArray<Message> { window.messages }
  /// The text of the field for a new message.
  @Title("New message") @Submits("send") var draft: String {
    get { message.text }
    set {
      // The error belongs to the former draft.
      if newValue != message.text, !sending.isRunning { sending.cancel() }
      message.text = newValue
    }
  }
  /// Whether the draft can be sent.
  @Shown(.never) var canSend: Bool { !message.text.isBlank }
  /// Whether messages are being read.
  @Title("Loading") @Busy @Shown(.whenTrue)
  var isLoading: Bool { loading.isRunning || !window.isLoaded && window.error == nil }
  /// The first message that was unread when the page was opened. Front ends draw a line above it.
  @Shown(.never) let oldestUnread: Message.ID?
  /// The message to scroll to. The front end sets it to null after it has scrolled.
  @Shown(.never) var scrollTarget: Message.ID?
  /// The error message of the last action, of sending the draft, or of reading the messages.
  @ErrorMessage var errorMessage: String? {
    texts.message(for: [loading, marking, sending].lastError ?? sending.error ?? window.error)
  }

  private let loading = Activity()
  private let marking = Activity()
  private let sending = Activity()
  private let message = Draft()
  private let window: MessageWindow
  private let membership: Membership
  private let store: RoomStore
  private let login: ChatLogin
  private let lifetime: ScopeLifetime
  private let texts: Texts

  init(_ membership: Membership, store: RoomStore, login: ChatLogin, texts: Texts) {
    self.membership = membership
    self.store = store
    self.login = login
    self.texts = texts
    lifetime = store.lifetime
    window = store.makeWindow()
    oldestUnread = membership.oldestUnread
    scrollTarget = membership.oldestUnread
  }

  /// Reads the messages again after an error. Without an error, the messages are already up to date.
  @Action func refresh() async { await loading.run { try await self.window.load() } }

  /// Shows another page of earlier messages, if there are any.
  @Action("Load earlier") func loadEarlier() async { await loading.run { try await self.window.loadEarlier() } }

  /// Sends the draft and empties the field, unless the draft is blank. If the draft cannot be sent, it returns to the
  /// field.
  @Action(.enabled(when: "canSend")) func send() async {
    guard canSend else { return }
    await sending.run(message.take { try await self.store.send($0, key: $1) }, then: { self.scrollTarget = $0 })
  }

  /// Marks a message and the earlier ones as read.
  @Action("Read up to here", .notCancellable, .argument("upTo", from: "messages", member: "id"))
  func markRead(upTo: Message.ID) async { await marking.run { try await self.store.markRead(upTo: upTo) } }
}
