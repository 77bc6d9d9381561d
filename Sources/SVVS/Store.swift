/// Makes the stored properties of a class observable, so that front ends are sent the changes in every view that shows
/// them.
///
/// A store holds data that views share and that outlives them, such as fetched users. The server tracks which
/// properties of stores a property of a view state reads, and reads it again only after one of them has changed.
///
/// ```swift
/// @MainActor @Store
/// final class UserStore {
///   var users: [User] = []
///   @ObservationIgnored var fetches = 0  // Not shown in any view.
/// }
/// ```
///
/// Each stored `var` is observed, including private ones and ones with `willSet` and `didSet`. Constants, `static` and
/// `lazy` properties and those marked `@ObservationIgnored` are not. A property with a wrapper needs
/// `@ObservationIgnored`. Each observed property needs a declaration of its own: `var a = 0, b = 0` is an error.
///
/// Setting a property to the same value is not a change. Values are compared by their bits, not with `==`: after a
/// property is set to an equal value of other bits, such as `é` in another normal form, its dependents are read again,
/// and sent if their JSON texts differ.
///
/// The class must be isolated to the main actor; otherwise the compiler reports "call to main actor-isolated instance
/// method" in the expansion. The compiler checks accesses in Swift 6 code. In Swift 5 code, an access off the main
/// actor traps in a debug build and is not detected in a release build.
///
/// A `didSet` that sets its own property runs again, as with `@Observable`: set the property there only to a value that
/// differs.
///
/// - Important: This macro does not notify code that calls `withObservationTracking` or `Observations`. If such code
///   reads the store, use `@Observable` instead. View states, ``Effect/onChange(of:initial:_:)`` and, on its platforms,
///   SwiftUI observe both kinds of classes.
@attached(extension, conformances: Observable)
@attached(member, names: named(_$observed), named(_$registrar))
@attached(memberAttribute)
public macro Store() = #externalMacro(module: "SVVSMacros", type: "StoreMacro")
