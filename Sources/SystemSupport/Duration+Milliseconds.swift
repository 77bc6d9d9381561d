extension Duration {
  /// The milliseconds of a time limit. They are at least 1, because 0 is no limit for PostgreSQL and libcurl.
  package var limitInMilliseconds: Int { max(Int(self / .milliseconds(1)), 1) }
}
