// An app author imports SVVS and finds `@Observable` and the JSON forms of the standard types with it.
@_exported public import JSON
@_exported public import Observation
