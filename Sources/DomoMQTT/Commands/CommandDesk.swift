import DomoLanguage
import DomoModel

/// Follows each command from its message to its outcome: exactly one, which is counted, and answered if the sender
/// waits for an answer.
struct CommandDesk {
    /// The maximum number of commands without an outcome; more are refused.
    static let maxPending = 256
    /// How long an outcome is awaited after the deadline of an order, and a confirmation after its acceptance.
    private static let patience: Duration = .seconds(60)
    /// The maximum number of order events that are kept until the replies with their numbers arrive.
    private static let maxEarly = 256

    private(set) var counts = CommandCounts()
    private var lastID: UInt64 = 0
    private var commands: [CommandID: Command] = [:]
    private var byOrder: [UInt64: CommandID] = [:]
    /// Stages that were reported before the replies with the numbers of their orders.
    private var early: [UInt64: [Event]] = [:]

    /// Answers, and lines for the log.
    struct Result {
        var answers: [Publication] = []
        var warning: String?
    }

    var isFull: Bool { counts.pending > Self.maxPending }

    mutating func noteReceived() { counts.noteReceived() }
    mutating func noteStall() { counts.stalls += 1 }

    /// Ends a command for which nothing was asked of domod.
    mutating func refuse(
        _ fault: CommandFault,
        _ outcome: CommandCounts.Outcome,
        target: String,
        _ address: Command.ReturnAddress?
    ) -> Result {
        counts.note(outcome)
        return Result(
            answers: Self.answer(to: address, outcome.rawValue, fault: fault),
            warning: "\(target): \(outcome.rawValue) (\(fault.code)): \(fault.message)"
        )
    }

    /// - Parameter deadline: how long it may take.
    mutating func begin(
        target: String,
        _ address: Command.ReturnAddress?,
        deadline: Duration,
        now: Moment
    ) -> CommandID {
        lastID += 1
        let id = CommandID(number: lastID)
        let end = now.sinceBoot + deadline + Self.patience
        commands[id] = Command(id: id, target: target, address: address, end: end)
        return id
    }

    // MARK: What domod replies

    mutating func note(_ receipt: OrderReceipt, for id: CommandID, now: Moment) -> Result {
        guard commands[id] != nil else { return Result() }
        commands[id]?.order = receipt.id
        switch receipt.outcome {
        case .requested:
            byOrder[receipt.id] = id
            let events = early.removeValue(forKey: receipt.id) ?? []
            return events.reduce(into: Result()) { result, event in
                let next = note(event, now: now)
                result.answers += next.answers
                result.warning = next.warning ?? result.warning
            }
        case .accepted: return settle(id, .accepted)
        case .confirmed: return settle(id, .accepted, confirmed: true)
        case .superseded: return settle(id, .superseded)
        }
    }

    mutating func note(_ fault: CommandFault, for id: CommandID) -> Result { settle(id, .refused, fault) }

    /// The run of a scene begins.
    mutating func noteScene(for id: CommandID) -> Result { settle(id, .accepted) }

    /// The run of a scene has ended.
    mutating func note(_ report: SceneReport, for id: CommandID) -> Result {
        guard let command = commands[id] else { return Result() }
        switch report.outcome {
        case .skipped:
            let fault = CommandFault(Fault(.refusedValue, report.message ?? "the scene did not start"))
            return settle(id, .refused, fault)
        case .done, .failed, .stopped, .lost:
            let first = settle(id, .accepted)
            let last = Self.answer(to: command.address, report.outcome.rawValue)
            commands[id] = nil
            return Result(answers: first.answers + last)
        }
    }

    /// The stage of any order.
    mutating func note(_ event: Event, now: Moment) -> Result {
        guard let order = event.order, let stage = event.stage else { return Result() }
        guard let id = byOrder[order] else {
            // Its number is not known yet, if it is ours.
            let isAwaited = commands.values.contains { $0.order == nil && !$0.isSettled }
            if isAwaited, early.count < Self.maxEarly { early[order, default: []].append(event) }
            return Result()
        }
        switch stage {
        case .requested, .sent: return Result()
        case .accepted: return settle(id, .accepted, until: now.sinceBoot + Self.patience)
        case .confirmed: return settle(id, .accepted, confirmed: true)
        case .superseded: return settle(id, .superseded)
        case .mismatch, .unconfirmed:
            return settle(id, .accepted, Self.fault(of: event, stage), later: stage.rawValue)
        case .failed, .expired: return settle(id, .failed, Self.fault(of: event, stage))
        }
    }

    private static func fault(of event: Event, _ stage: OrderStage) -> CommandFault {
        let codes: [OrderStage: Fault.Code] = [
            .mismatch: .mismatch, .unconfirmed: .notConfirmed, .expired: .deadlinePassed,
        ]
        return CommandFault(Fault(event.code ?? codes[stage] ?? .unreachable, event.message ?? stage.rawValue))
    }

    // MARK: Ends

    /// Gives a command its outcome, unless it has one.
    ///
    /// - Parameters:
    ///   - confirmed: whether the house confirmed it.
    ///   - later: what became of an order after it was accepted, for the answer.
    ///   - until: how long it is kept for a confirmation; nil to forget it.
    private mutating func settle(
        _ id: CommandID,
        _ outcome: CommandCounts.Outcome,
        _ fault: CommandFault? = nil,
        confirmed: Bool = false,
        later: String? = nil,
        until: Duration? = nil
    ) -> Result {
        guard let command = commands[id] else { return Result() }
        var result = Result()
        if confirmed { counts.confirmed += 1 }
        if !command.isSettled {
            counts.note(outcome)
            commands[id]?.isSettled = true
            if let fault, later == nil {
                result.warning = "\(command.target): \(outcome.rawValue) (\(fault.code)): \(fault.message)"
            }
            if later == nil, !confirmed {
                result.answers += Self.answer(to: command.address, outcome.rawValue, order: command.order, fault: fault)
            }
        }
        if let word = later ?? (confirmed ? "confirmed" : nil) {
            result.answers += Self.answer(to: command.address, word, order: command.order, fault: fault)
        }
        if let until {
            commands[id]?.end = until
        } else if outcome != .accepted || confirmed || later != nil {
            forget(id)
        }
        return result
    }

    private mutating func forget(_ id: CommandID) {
        if let order = commands.removeValue(forKey: id)?.order { byOrder[order] = nil }
    }

    /// domod is lost: what it does with the orders that it has is unknown.
    mutating func noteLoss() -> Result {
        var result = Result()
        for id in commands.keys.sorted(by: { $0.number < $1.number }) where commands[id]?.isSettled == false {
            result.answers += settle(id, .unknown, CommandFault(.unknown, "domod was lost before it replied")).answers
        }
        commands = [:]
        byOrder = [:]
        early = [:]
        return result
    }

    /// The moment of the next `advance`.
    var nextMoment: Duration? { commands.values.map(\.end).min() }

    mutating func advance(to now: Moment) -> Result {
        var result = Result()
        for id in commands.filter({ $0.value.end <= now.sinceBoot }).keys.sorted(by: { $0.number < $1.number }) {
            if commands[id]?.isSettled == false {
                let fault = CommandFault(.unknown, "domod reported no outcome")
                result.answers += settle(id, .unknown, fault).answers
            }
            forget(id)
        }
        if commands.isEmpty { early = [:] }
        return result
    }

    private static func answer(
        to address: Command.ReturnAddress?,
        _ outcome: String,
        order: UInt64? = nil,
        fault: CommandFault? = nil
    ) -> [Publication] {
        guard let address else { return [] }
        var json = JSONWriter()
        json.object { json in
            json.key("outcome")
            json.string(outcome)
            if let order {
                json.key("order")
                json.numeral(String(order))
            }
            json.optional("code", fault?.code)
            json.optional("message", fault?.message)
        }
        return [Publication(address.topic, json.bytes, correlation: address.correlation)]
    }
}
