import DomoEngine

/// A port without I/O: the engine refers to it in its effects, and the simulation carries them out.
final class SimulatedKNXPort: LinkPort {
    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        preconditionFailure("the simulation carries out Effect.send")
    }

    func cancel(_ id: Dispatch.ID) { preconditionFailure("the simulation carries out Effect.cancel") }
}
