/// The languages of the app's texts.
public enum Language: String, CaseIterable, Sendable {
  case japanese = "ja"
  case english = "en"
}

/// The texts of the app in one language; pure functions of what they tell.
struct Texts: Sendable {
  let language: Language

  /// The greeting on the home page.
  func greeting(of user: User?) -> String {
    switch (language, user) {
    case (.japanese, let user?): "こんにちは \(user.name)さん"
    case (.japanese, nil): "名前が取得できません"
    case (.english, let user?): "Hello, \(user.name)"
    case (.english, nil): "Your name could not be found"
    }
  }

  /// The label of a page that tells whether somebody is logged in.
  func loginLabel(isLogin: Bool) -> String {
    switch (language, isLogin) {
    case (.japanese, true): "ログイン中"
    case (.japanese, false): "ログアウト中"
    case (.english, true): "Logged in"
    case (.english, false): "Logged out"
    }
  }

  /// The message for a failure; nil for a cancellation, which nobody needs to be told of.
  func message(for error: any Error) -> String? {
    guard !(error is CancellationError) else { return nil }
    let (japanese, english) = messages(for: error as? RepositoryError)
    return language == .japanese ? japanese : english
  }

  private func messages(for error: RepositoryError?) -> (japanese: String, english: String) {
    switch error {
    case .notFound: ("見つかりません", "Not found")
    case .unauthorized: ("ユーザーIDまたはパスワードが違います", "The user ID or the password is wrong")
    case .invalidRequest: ("リクエストが不正です", "The request is invalid")
    case .rateLimited(let seconds?):
      ("リクエストが多すぎます。\(seconds)秒後にお試しください", "Too many requests; try again in \(seconds) s")
    case .rateLimited(nil): ("リクエストが多すぎます", "Too many requests; try again later")
    case .timedOut: ("サーバーから応答がありません", "The server did not answer in time")
    case .unreachable: ("サーバーに接続できません", "The server cannot be reached")
    case .unexpectedReply: ("サーバーの応答が不正です", "The server's answer could not be understood")
    case nil: ("エラーが発生しました", "Something went wrong")
    }
  }
}
