import Foundation

/// The languages of the app's texts.
public enum Language: String, CaseIterable, Sendable {
  case japanese = "ja"
  case english = "en"
}

/// The texts of the app in one language, as pure functions.
package struct Texts: Sendable {
  package let language: Language

  package init(language: Language) { self.language = language }

  /// The greeting on the home page.
  func greeting(of user: User?) -> String {
    switch (language, user) {
    case (.japanese, let user?): "こんにちは \(user.name)さん"
    case (.japanese, nil): "名前が取得できません"
    case (.english, let user?): "Hello, \(user.name)"
    case (.english, nil): "Your name could not be found"
    }
  }

  /// The text for an empty list of favourites.
  var noFavorites: String {
    language == .japanese ? "お気に入りはありません" : "There are no favourites"
  }

  /// The message that a smoothie was removed from the favourites.
  func noLongerFavorite(_ title: String) -> String {
    language == .japanese ? "\(title)をお気に入りから削除しました" : "\(title) is no longer a favourite"
  }

  /// The message with which a page of the chat is refused if no account is logged in.
  var notLoggedInToChat: String {
    language == .japanese ? "チャットを開いてログインしてください" : "Open the chat and log in first."
  }

  /// The message with which a room is refused if the account is not a member.
  var notAMember: String {
    language == .japanese ? "このルームのメンバーではありません" : "You are not a member of this room."
  }

  /// The message for `error`. Nil if there is no error, or if the error is a cancellation, which needs no message.
  package func message(for error: (any Error)?) -> String? {
    guard let error, !(error is CancellationError) else { return nil }
    let (japanese, english) = messages(for: RepositoryError(error))
    return language == .japanese ? japanese : english
  }

  private func messages(for error: RepositoryError?) -> (japanese: String, english: String) {
    switch error {
    case .notFound: ("見つかりません", "Not found")
    case .unauthorized: ("ユーザーIDまたはパスワードが違います", "The user ID or the password is wrong")
    case .tokenRefused: ("トークンが無効です", "The token is not valid")
    case .invalidRequest: ("リクエストが不正です", "The request is invalid")
    case .rateLimited(let date?):
      (
        "リクエストが多すぎます。\(date.formatted(.iso8601))以降にお試しください",
        "Too many requests; try again after \(date.formatted(.iso8601))"
      )
    case .rateLimited(nil): ("リクエストが多すぎます", "Too many requests; try again later")
    case .tooManyRequests: ("処理中のリクエストが多すぎます", "Too many requests are under way; try again later")
    case .timedOut: ("サーバーから応答がありません", "The server did not answer in time")
    case .unreachable: ("サーバーに接続できません", "The server cannot be reached")
    case .insecure: ("安全な接続を確立できません", "No secure connection to the server could be made")
    case .unexpectedReply: ("サーバーの応答が不正です", "The server's answer could not be understood")
    case .tooLarge: ("サーバーの応答が大きすぎます", "The server's answer is too large")
    case .dataTooLarge: ("データが大きすぎます", "There is too much data")
    case .textTooLong: ("テキストが長すぎます", "The text is too long")
    case .notBuiltIn: ("このサーバーではHTTPを利用できません", "The server cannot use HTTP")
    case .diskFull: ("ディスクがいっぱいです", "The disk is full")
    case .readOnly: ("読み取り専用のため変更できません", "The data cannot be changed: it is read-only")
    case .fileGone: ("データのファイルが削除または置き換えられました", "The file of the data was deleted or replaced")
    case .inUse: ("データは他のプログラムが使用中です", "The data is in use by another program; try again")
    case .databaseUnavailable: ("データベースに接続できません", "The database cannot be reached; try again later")
    case .outcomeUnknown:
      ("変更が保存されたか確認できません", "The connection to the database was lost: the change may or may not have been made")
    case .notPermitted: ("データベースに許可されていません", "The database does not permit this operation")
    case .invalidText: ("使用できない文字が含まれています", "The text contains a character that cannot be stored")
    case .storageFailed: ("データを読み書きできません", "The data could not be accessed")
    case nil: ("エラーが発生しました", "Something went wrong")
    }
  }
}
