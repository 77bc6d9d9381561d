/// Observes one property of a class; ``Store()`` and ``ViewState(_:title:isStart:)`` write it before each.
///
/// What the property stores moves to a private one beside it, whose name begins with an underscore.
///
/// - Parameters:
///   - property: The number of the property, from 0, in the order of the declarations.
///   - count: How many properties of the class are observed.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro ObservedProperty(_ property: Int, of count: Int) =
  #externalMacro(module: "SVVSMacros", type: "ObservedPropertyMacro")
