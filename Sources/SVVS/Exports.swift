// Authors who import SVVS also get `@Observable` and the JSON forms of the standard types.
@_exported public import JSON
@_exported public import Observation
