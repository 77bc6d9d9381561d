import SVVS
import StateServerCommand

/// An app with views that the measurements need and the shipped app lacks: long lists, long loads, many calls.
@main
struct PerformanceApp: App {
  let counter = CounterStore()

  var views: [ViewType<Void>] {
    [
      ViewType(CounterViewState.self) { CounterViewState(store: counter) },
      ViewType(ListViewState.self) { (parameters: ListParameters) in ListViewState(parameters) },
      ViewType(ObservedListViewState.self) { (parameters: ListParameters) in ObservedListViewState(parameters) },
      ViewType(LoadViewState.self) { LoadViewState() },
      ViewType(LogViewState.self) { LogViewState() },
      ViewType(WaitViewState.self) { WaitViewState() },
    ]
  }
}
