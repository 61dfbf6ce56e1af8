import DomoEngine

/// The port of a link that is only checked: it sends nothing.
final class NoPort: LinkPort {
    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        report(.impossible(SignalFault(message: "the link is only checked")))
    }

    func cancel(_ id: Dispatch.ID) {}
}
