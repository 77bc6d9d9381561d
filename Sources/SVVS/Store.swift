/// Lets a class of shared facts be observed, so that every view that shows one of them is sent its changes.
///
/// A store holds what outlives a view, such as the users that were fetched. Whatever a property of a view state reads
/// from it is observed, and the property is read again only when that has changed.
///
/// ```swift
/// @MainActor @Store
/// final class UserStore {
///   var users: [User] = []
///   @ObservationIgnored var fetches = 0  // Nobody shows it.
/// }
/// ```
///
/// Each stored `var` is observed by itself, private ones too, with `willSet` and `didSet` as they are written. Not
/// observed are `let`, `static` and `lazy` ones, and those marked `@ObservationIgnored`, which a property
/// wrapper needs. Each observed property has a declaration of its own: `var a = 0, b = 0` is refused.
///
/// Setting the same value again is no change. Values are compared by their bits, not with `==`: a property that gets an
/// equal value of other bits, such as `é` in another spelling, is read again, and sent if its JSON text differs.
///
/// Properties are read and changed on the main actor alone, which the compiler checks; code that is compiled as Swift 5
/// is stopped in a debug build, and not checked in a release. On a class without `@MainActor` the compiler refuses what
/// this macro writes: "call to main actor-isolated instance method".
///
/// A `didSet` that sets its own property runs again, as under `@Observable`: set it there only to a value that
/// differs.
///
/// - Important: Code that observes the store with `withObservationTracking` or `Observations` needs `@Observable` in
///   place of this: such code is notified of no change. View states, ``Effect/onChange(of:initial:_:)`` and SwiftUI,
///   where there is one, observe both kinds.
@attached(extension, conformances: Observable)
@attached(member, names: named(_$observed), named(_$registrar))
@attached(memberAttribute)
public macro Store() = #externalMacro(module: "SVVSMacros", type: "StoreMacro")
