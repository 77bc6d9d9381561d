public import Contract

/// Why an app cannot be served, though it compiles; ``AppServer`` throws it.
public typealias AppMistake = Contract.AppMistake
