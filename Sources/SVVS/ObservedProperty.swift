// swift-format-ignore-file: NoLeadingUnderscores

/// Observes one property of a class; ``Store()`` and ``ViewState(_:title:isStart:)`` add it to each.
///
/// The value of the property is stored in a private property whose name begins with an underscore.
///
/// - Parameters:
///   - property: The number of the property, from 0, in the order of the declarations.
///   - count: How many properties of the class are observed.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _ObservedProperty(_ property: Int, of count: Int) =
  #externalMacro(module: "SVVSMacros", type: "ObservedPropertyMacro")
