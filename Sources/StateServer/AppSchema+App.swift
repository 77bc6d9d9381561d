public import Contract

extension AppSchema {
  /// Describes an app.
  ///
  /// - Throws: ``AppMistake`` if the app cannot be served.
  @MainActor
  public init(of app: some App) throws(AppMistake) { self = try HostedApp(app).schema }
}
