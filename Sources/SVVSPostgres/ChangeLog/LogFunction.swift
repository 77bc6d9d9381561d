/// A function of the change log. If the function in the database has another body or another search path, ``Setup``
/// replaces it.
struct LogFunction {
  static let prefix = "svvs_"

  let name: String
  let result: String
  let body: String

  /// The setting ``LogSchema/ownSearchPath``, in the form in which the system catalog contains it.
  static let configuration = #"{"search_path=pg_catalog, pg_temp"}"#

  func definition(in schema: LogSchema) -> String {
    """
    CREATE OR REPLACE FUNCTION \(schema.qualified(name))() RETURNS \(result) LANGUAGE plpgsql \
    SET \(LogSchema.ownSearchPath) AS \(LogSchema.literal(body))
    """
  }

  /// A function that returns the identity of the server, or NULL if the role may not read it. The identity includes the
  /// timeline: a standby that was promoted, or a backup that was restored to an earlier time, has another timeline.
  static let server = LogFunction(
    name: prefix + "server", result: "text",
    body: """

      BEGIN
        RETURN concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
          (SELECT timeline_id FROM pg_control_checkpoint()));
      EXCEPTION WHEN insufficient_privilege THEN
        RETURN NULL;
      END
      """)
}
