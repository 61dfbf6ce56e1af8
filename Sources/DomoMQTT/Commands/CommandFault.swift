import DomoLanguage

/// Why a command was not given to domod, or what domod said.
struct CommandFault: Error, Equatable, Sendable {
    /// Codes of the bridge, beside those of domod. They never change.
    enum Code: String, Sendable, CaseIterable {
        /// The broker had kept the message: it may be of any age.
        case retained
        /// The message may be one that was sent before, and the command depends on the state.
        case duplicate
        /// It waited while the bridge did not run.
        case stalled
        /// It was no longer good when it arrived.
        case expired
        /// The element takes no commands over MQTT.
        case notListed = "not-listed"
        /// domod is unreachable.
        case offline
        /// domod was lost before it reported what became of the order.
        case unknown
    }

    /// For programs.
    var code: String
    /// For people.
    var message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code.rawValue, message) }

    init(_ fault: Fault) {
        (code, message) = (fault.code.rawValue, fault.message + (fault.hint.map { "; \($0)" } ?? ""))
    }
}
