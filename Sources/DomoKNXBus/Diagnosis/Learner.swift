import DomoEngine
import DomoKNX

/// Infers from the traffic which state address belongs to which command address: when a switch is pressed, the actuator
/// reports the same data a moment later.
struct Learner: Sendable {
    struct Pair: Hashable, Sendable {
        var command: GroupAddress
        var state: GroupAddress
    }

    struct Evidence: Sendable, Equatable {
        /// How often the state followed with the data of the command.
        var matches = 0
        /// How often the state followed with other data.
        var contradictions = 0
        /// The data that matched.
        var payloads: Set<Payload> = []

        func adding(_ payload: Payload, matches isMatch: Bool) -> Evidence {
            var sum = self
            if isMatch {
                sum.matches += 1
                sum.payloads.insert(payload)
            } else {
                sum.contradictions += 1
            }
            return sum
        }
    }

    /// The time within which a state has to follow. States of covers and slow dimmers come later and are not found.
    static let delay: Duration = .seconds(2)
    private static let maxPairs = 4096

    private struct Command: Sendable {
        var group: GroupAddress
        var source: IndividualAddress
        var payload: Payload
        var at: Instant
    }

    private(set) var isRunning = false
    private(set) var evidence: [Pair: Evidence] = [:]
    /// The commands that a state may still follow.
    private var recent: [Command] = []

    mutating func start() {
        self = Learner()
        isRunning = true
    }

    mutating func stop() { isRunning = false }

    mutating func note(_ telegram: GroupTelegram, at now: Instant) {
        guard isRunning, case .write(let payload) = telegram.service else { return }
        recent.removeAll { now - $0.at > Self.delay }
        for command in recent where command.group != telegram.destination && command.source != telegram.source {
            guard Self.haveSameWidth(command.payload, payload) else { continue }
            let pair = Pair(command: command.group, state: telegram.destination)
            let known = evidence[pair]
            guard known != nil || evidence.count < Self.maxPairs else { continue }
            evidence[pair] = (known ?? Evidence()).adding(payload, matches: command.payload == payload)
        }
        recent.append(Command(group: telegram.destination, source: telegram.source, payload: payload, at: now))
        if recent.count > 64 { recent.removeFirst() }
    }

    private static func haveSameWidth(_ one: Payload, _ other: Payload) -> Bool {
        switch (one, other) {
        case (.bits, .bits): true
        case (.octets(let one), .octets(let other)): one.count == other.count
        case (.bits, .octets), (.octets, .bits): false
        }
    }

    /// The pairs that were seen with at least two values and were never contradicted, those with the most matches
    /// first. A state that follows several commands belongs to the one that it followed most often; the others are
    /// central addresses.
    var pairs: [(pair: Pair, evidence: Evidence)] {
        evidence.filter { $0.value.matches >= 2 && $0.value.payloads.count >= 2 && $0.value.contradictions == 0 }
            .sorted {
                ($1.value.matches, $0.key.command.raw, $0.key.state.raw)
                    < ($0.value.matches, $1.key.command.raw, $1.key.state.raw)
            }
            .map { ($0.key, $0.value) }
    }
}
