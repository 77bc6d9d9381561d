import JSONRPC
import SVVS

/// `view/open`: opens a view and answers with the snapshot of its state.
@JSONCodable
struct ViewOpen: Method {
  static let name = "view/open"
  static let result = ViewSnapshot.jsonSchema

  /// The view type.
  let type: String
  /// The id of the view; the server chooses one if it is left out.
  let view: ExactString?
  /// The parameters that the view type takes.
  let params: JSONObject?
  /// The session that the view belongs to.
  let session: ExactString?
  /// How changes of the view are told.
  let delivery: Delivery?

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    guard let type = connection.app.viewTypes[type] else { throw .invalid("type", "is no view type of this app") }
    if let view { try connection.checkSize(of: view, "The name", at: JSONPointer("view")) }
    if let view, connection.views[view] != nil { throw .invalid("view", "is in use") }
    let snapshotSize = call.batch?.snapshotSize ?? 0
    guard snapshotSize <= connection.configuration.limits.unreadBytes else { throw .tooLargeBatch }
    // A view that was closed takes memory until that is told.
    let count = connection.views.count + connection.replies.closedViewCount
    guard count < connection.configuration.limits.openViews else {
      throw ResponseError(.overloaded, "Too many views are open.", .limit("openViews"))
    }
    let session = session ?? Connection.defaultSession
    let factory = try connection.session(session)
    let observer: any ViewObserver
    do {
      observer = try factory(type.name, (params ?? .empty).json)
    } catch {
      throw ResponseError(error, inside: "params")
    }
    let id = view ?? connection.nextName("view") { connection.views[$0] != nil }
    let opened = OpenView(
      id: id, number: connection.nextNumber(), session: session, type: type, observer: observer)
    opened.lastChange = connection.commit
    observer.delivery = delivery ?? .properties
    connection.views[id] = opened
    connection.follow(opened)
    observer.effectScope?.open()
    call.batch?.snapshotSize += opened.observer.snapshotSize
    connection.reply(.opened(opened), to: call)
  }
}
