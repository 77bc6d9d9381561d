import JSON
import SVVS

extension JSONSchema.Hint {
  /// The attribute that gives the hint.
  var mark: String {
    switch self {
    case .title: "@Title"
    case .shown: "@Shown"
    case .format: "@Format"
    case .priority: "@Priority"
    }
  }
}

extension _PropertyHint {
  /// The attribute that gives the hint.
  var mark: String {
    switch self {
    case .value(let hint): hint.mark
    case .busy: "@Busy"
    case .errorMessage: "@ErrorMessage"
    case .filters: "@Filters"
    case .subtitle: "@Subtitle"
    case .submits: "@Submits"
    case .scrollsFromEnd: "@ScrollsFromEnd"
    case .opens: "@Opens"
    }
  }
}

extension ActionHint {
  /// The hint as it is written in an `@Action`.
  var mark: String {
    switch self {
    case .onAppear: ".onAppear"
    case .offered: ".offered"
    case .notOffered: ".notOffered"
    case .destructive: ".destructive"
    case .confirms: ".confirms"
    case .enabled: ".enabled"
    case .opens: ".opens"
    case .notCancellable: ".notCancellable"
    case .argument: ".argument"
    }
  }
}
