package import Contract

extension AppSchema {
  /// Describes the view types of `app`.
  ///
  /// - Throws: `AppMistake` if two view types have the same name.
  @MainActor
  package init(of app: some App) throws(AppMistake) { self = try HostedApp(app).schema }
}
