/// Makes the stored properties of a class observable. Front ends receive changes of these properties in every view that
/// shows them.
///
/// A store holds data that views share and that outlives the views (for example, fetched users). The server tracks
/// which store properties each property of a view state reads. It reads the property of the view state again only after
/// one of those store properties has changed.
///
/// ```swift
/// @MainActor @Store
/// final class UserStore {
///   var users: [User] = []
///   @ObservationIgnored var fetches = 0  // Not shown in any view.
/// }
/// ```
///
/// Each stored `var` is observed, including private variables and variables with `willSet` or `didSet`. Constants,
/// `static` and `lazy` properties, and properties marked `@ObservationIgnored` are not observed. A property with a
/// property wrapper needs `@ObservationIgnored`. Each observed property needs a declaration of its own:
/// `var a = 0, b = 0` is an error.
///
/// If the class declares no initializer, the macro declares one, as the compiler does for a struct: it has a parameter
/// for each stored property without a value.
///
/// Setting a property to the same value is not a change. Values are compared by their bits, not with `==`. If a
/// property is set to an equal value with other bits (for example, `é` in another normal form), its dependents are read
/// again. They are sent only if their JSON texts differ.
///
/// The class must be isolated to the main actor, by `@MainActor` or by the default isolation of its module; otherwise,
/// the compiler reports a call of `theClassMustBeMarkedMainActor()` in the expansion of the macro. The compiler checks
/// accesses in Swift 6 code. In Swift 5 code, an access off the main actor traps in a debug build and is not detected
/// in a release build.
///
/// A `didSet` that sets its own property runs again, as with `@Observable`. In a `didSet`, set the property only to a
/// value that differs from the current one.
///
/// - Important: This macro does not notify code that calls `withObservationTracking` or `Observations`. If such code
///   reads the store, use `@Observable` instead. View states, ``Effect/onChange(of:initial:_:)`` and, on its platforms,
///   SwiftUI observe both kinds of classes.
@attached(extension, conformances: Observable)
@attached(member, names: named(_$observed), named(_$registrar), named(_$isolation), named(init))
@attached(memberAttribute)
@attached(peer)
public macro Store() = #externalMacro(module: "SVVSMacros", type: "StoreMacro")
