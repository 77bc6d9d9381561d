public import Contract

/// A mistake of an app that compiles but cannot be served. ``AppServer`` throws it.
public typealias AppMistake = Contract.AppMistake
