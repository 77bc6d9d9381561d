public import Contract

extension AppSchema {
  /// Describes the view types of an app.
  ///
  /// - Throws: `AppMistake` if two of them have one name.
  @MainActor
  public init(of app: some App) throws(AppMistake) { self = try HostedApp(app).schema }
}
