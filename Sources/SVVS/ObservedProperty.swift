// swift-format-ignore-file: NoLeadingUnderscores

/// Observes one property of a class. ``Store()`` and ``ViewState(_:title:actions:isStart:)`` add this macro to each
/// observed property.
///
/// The value of the property is stored in a private property whose name begins with an underscore.
///
/// - Parameters:
///   - property: The number of the property, counted from 0 in the order of the declarations.
///   - count: The number of observed properties in the class.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _ObservedProperty(_ property: Int, of count: Int) =
  #externalMacro(module: "SVVSMacros", type: "ObservedPropertyMacro")
