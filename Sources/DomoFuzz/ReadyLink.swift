import DomoEngine
import DomoModel

/// A link whose server accepts everything immediately.
final class ReadyLink: LinkPort {
    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) { report(.accepted) }

    func cancel(_ id: Dispatch.ID) {}
}

struct ReadyProfile: LinkProfile {
    let endpoints = [EndpointProfile(label: "ready")]

    func signal(for value: Value, of target: Target) throws(SignalFault) -> String {
        "TAKE \(target.name) \(value.word)"
    }
}
