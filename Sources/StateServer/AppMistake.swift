public import Contract

/// A mistake in an app: the app compiles, but cannot be served. ``AppServer`` throws this error.
public typealias AppMistake = Contract.AppMistake
