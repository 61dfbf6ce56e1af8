extension SimulatedHouse {
    mutating func takeSignal(query: Substring, at now: Duration) -> Response {
        let fault = randomFaults.next()
        let decoded = Signal(query: query)
        let requested = requestedFaults.next(.signals, name: decoded?.name, at: now)
        let outcome = requested.map { apply($0, decoded, at: now) } ?? apply(fault, decoded, at: now)
        let signal = decoded ?? Signal()
        let shown = decoded.map(\.description) ?? "(invalid query)"
        let line = "POST \(shown.isEmpty ? "(empty)" : shown) → \(outcome.result)"
        if records.count == Self.keptSignals { records.removeFirst() }
        records.append(Record(signal: signal, status: outcome.answer?.status, line: line))
        return Response(
            answer: outcome.answer,
            line: line,
            delay: requested?.kind == .slow ? requested?.latency ?? .zero : .zero
        )
    }

    private struct Outcome {
        /// Nil if the connection is closed without an answer.
        var answer: Answer?
        /// The result for the log line.
        var result: String
    }

    /// Applies a random fault.
    private mutating func apply(_ fault: RandomFaults.Fault?, _ signal: Signal?, at now: Duration) -> Outcome {
        switch fault {
        case .fail: answered(.failure)
        case .dropBefore: Outcome(result: "dropped, not done")
        case .dropAfter: obeyedAndDropped(signal, at: now)
        case nil: answered(obeyed(signal, at: now))
        }
    }

    /// Applies a requested fault.
    private mutating func apply(_ requested: RequestedFault, _ signal: Signal?, at now: Duration) -> Outcome {
        switch requested.kind {
        case .fail: return answered(.failure)
        case .busy: return answered(.busy(requested.status, retryAfter: requested.retryAfter))
        case .dropped: return Outcome(result: "dropped, not done")
        case .lost: return obeyedAndDropped(signal, at: now)
        case .stuck:
            var other = self
            var outcome = answered(other.obeyed(signal, at: now))
            if outcome.answer == .noContent { outcome.result += ", not done" }
            return outcome
        case .slow, .garbage, .wrong, .old, .unknown, .missing: return answered(obeyed(signal, at: now))
        }
    }

    private mutating func obeyed(_ signal: Signal?, at now: Duration) -> Answer {
        signal.map { actuators.carryOut($0, at: now) }
            ?? .badRequest("the query is not percent-encoded UTF-8, or has a duplicate key")
    }

    private mutating func obeyedAndDropped(_ signal: Signal?, at now: Duration) -> Outcome {
        Outcome(result: "dropped, \(obeyed(signal, at: now) == .noContent ? "done" : "not done")")
    }

    private func answered(_ answer: Answer) -> Outcome {
        Outcome(answer: answer, result: "\(answer.status)" + (answer.reason.map { " \($0)" } ?? ""))
    }
}
