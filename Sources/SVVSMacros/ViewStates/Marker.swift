/// The names of the attributes that have a meaning in a view state.
enum Marker {
  /// The attributes of properties that front ends see.
  static let ofProperties = PropertyHintSource.markers + ["WriteOnly", "Settable"]
  static let all = ofProperties + ["Action", "Hidden", "JSONName"]
}
