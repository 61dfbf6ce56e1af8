import DomoCalendar
import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoLanguage
import DomoModel

@testable import DomoKNXBus

/// A bus machine with a connection and a clock that the test controls.
final class BusUnderTest {
    private(set) var machine: BusMachine
    private(set) var now = Instant(uptime: 1_000_000_000, wall: Timestamp(milliseconds: 1_700_000_000_000))
    private(set) var sent: [(telegram: GroupTelegram, ticket: UInt64, isUrgent: Bool)] = []
    private(set) var mayRepeat: [Bool] = []
    private(set) var outcomes: [UInt64: Outcome] = [:]
    private(set) var answers: [UInt64: Answer] = [:]
    private(set) var reports: [LinkReport] = []
    private(set) var notes: [String] = []
    private(set) var warnings: [String] = []
    private(set) var performed: [UInt64: Result<LinkAnswer, Fault>] = [:]
    private(set) var pauses: [Duration] = []
    private(set) var logged: [LoggedTelegram] = []
    private(set) var logQuestions: [UInt64: TelegramLogQuestion] = [:]
    private(set) var cancelled: [UInt64] = []
    /// False for a connection that does not report the end of a cancelled telegram.
    var givesBack = true
    private var lastID: UInt64 = 0
    let elements: [String: FacetTypes]

    init(_ bindings: KNXBindings, clocks: [String: LocalClock] = [:], isUp: Bool = true) {
        machine = BusMachine(KNXLinkProfile(label: "knx://test", bindings: bindings, clocks: clocks))
        var elements: [String: FacetTypes] = [:]
        for facet in bindings.facets { elements[facet.facet.path, default: FacetTypes()].append(facet.facet.type) }
        self.elements = elements
        if isUp { handle(.up(own: nil, maxAPDU: 254)) }
    }

    // MARK: - Input

    func handle(_ action: BusAction) { note(machine.handle(action, at: now)) }

    /// A telegram from another device.
    func receive(_ address: String, _ payload: Payload, isResponse: Bool = false, from source: UInt16 = 0x1105) {
        handle(
            .received(
                GroupTelegram(
                    source: IndividualAddress(raw: source),
                    destination: groupAddress(address),
                    service: isResponse ? .response(payload) : .write(payload)
                ),
                frame: []
            )
        )
    }

    @discardableResult
    func order(
        _ path: String,
        _ value: Value,
        timeout: Duration = .seconds(10),
        isUrgent: Bool = false
    ) -> UInt64 {
        lastID += 1
        let types = elements[path] ?? FacetTypes()
        let dispatch = Dispatch(
            id: Dispatch.ID(lastID),
            target: Target(name: path, path: path, types: types),
            value: value,
            timeout: timeout,
            isUrgent: isUrgent
        )
        note(machine.send(dispatch, at: now))
        return lastID
    }

    /// Sends an order that the bus confirms at once.
    @discardableResult
    func obey(_ path: String, _ value: Value) -> UInt64 {
        let id = order(path, value)
        confirm()
        return id
    }

    @discardableResult
    func read(_ paths: String...) -> UInt64 {
        lastID += 1
        let targets = paths.map { Target(name: $0, path: $0, types: elements[$0] ?? FacetTypes()) }
        let query = Query(id: Dispatch.ID(lastID), targets: targets, isForAll: false, timeout: .seconds(10))
        note(machine.read(query, at: now))
        return lastID
    }

    /// Ends the last telegram that was sent.
    func end(_ end: TelegramEnd) {
        guard let last = sent.last else { return }
        handle(.ended(ticket: last.ticket, end))
    }

    func confirm() { end(.confirmed) }

    /// Lets time pass, with each wake-up at its time.
    func pass(_ duration: Duration) {
        let end = now + duration
        while let next = machine.earliest, next <= end {
            now = Swift.max(next, now)
            note(machine.wake(at: now))
        }
        now = end
    }

    func use(_ bindings: KNXBindings) {
        note(machine.use(KNXLinkProfile(label: "knx://test", bindings: bindings), at: now))
    }

    func noteClock(isSynchronized: Bool) { machine.noteClock(isSynchronized: isSynchronized) }

    func expose(_ facet: FacetName, _ value: Value?) { expose(.facet(facet), value) }

    func expose(_ subject: Exposed, _ value: Value?) { note(machine.expose(subject, value, at: now)) }

    /// Answers one of `logQuestions`.
    func giveLog(_ result: Result<TelegramLogPage, Fault>, to id: UInt64) {
        note(machine.read(result, command: id, at: now))
    }

    @discardableResult
    func perform(_ command: LinkCommand) -> UInt64 {
        lastID += 1
        note(machine.perform(command, id: lastID, at: now))
        return lastID
    }

    /// The first line of the answer to a command, or the message of its fault.
    func line(_ id: UInt64) -> String? {
        switch performed[id] {
        case .success(let answer)?: answer.lines.first
        case .failure(let fault)?: fault.message
        case nil: nil
        }
    }

    func tables(_ id: UInt64) -> [LinkAnswer.Table] {
        if case .success(let answer)? = performed[id] { answer.tables } else { [] }
    }

    func cancel(_ id: UInt64) { note(machine.cancel(Dispatch.ID(id), at: now)) }

    private func note(_ actions: [BusMachine.Action]) {
        for action in actions {
            switch action {
            case .connection(let input): note(input)
            case .link(let action): note(action)
            }
        }
    }

    private func note(_ input: BusInput) {
        switch input {
        case .send(let telegram, let ticket, let rank, let mayRepeat):
            sent.append((telegram, ticket, rank == .urgent))
            self.mayRepeat.append(mayRepeat)
        case .cancel(let ticket):
            cancelled.append(ticket)
            if givesBack { handle(.ended(ticket: ticket, .notSent(reason: "cancelled"))) }
        case .pause(let duration): pauses.append(duration)
        case .start, .stop, .opened, .closed, .transmitted, .unsent, .received, .dropped, .wake, .found:
            preconditionFailure("the bus machine never requests \(input)")
        }
    }

    private func note(_ action: KNXLinkAction) {
        switch action {
        case .outcome(let id, let outcome):
            precondition(outcomes.updateValue(outcome, forKey: id.number) == nil, "two outcomes")
        case .answer(let id, let answer):
            precondition(answers.updateValue(answer, forKey: id.number) == nil, "two answers")
        case .report(let report): reports.append(report)
        case .note(let text): notes.append(text)
        case .log(let telegram): logged.append(telegram)
        case .readLog(let question, let id): logQuestions[id] = question
        case .warning(let text): warnings.append(text)
        case .performed(let id, let result):
            precondition(performed.updateValue(result, forKey: id) == nil, "two results")
        }
    }

    // MARK: - Output

    /// The telegrams sent, in short: `1/0/1=01`, `1/4/1?`.
    var telegrams: [String] { sent.map { Self.text($0.telegram) } }

    private static func text(_ telegram: GroupTelegram) -> String {
        switch telegram.service {
        case .read: "\(telegram.destination)?"
        case .write(let payload): "\(telegram.destination)=\(payload.hex)"
        case .response(let payload): "\(telegram.destination)!\(payload.hex)"
        }
    }

    /// The observations so far, except those that only report movement.
    var observations: [Observation] { allObservations.filter { $0.kind != .movement } }

    var movements: [Bool] { allObservations.filter { $0.kind == .movement }.compactMap(\.isMoving) }

    private var allObservations: [Observation] {
        reports.flatMap { report -> [Observation] in
            if case .observed(let observations) = report { observations } else { [] }
        }
    }
}

func groupAddress(_ text: String) -> GroupAddress {
    let parts = text.split(separator: "/").compactMap { UInt16($0) }
    return GroupAddress(raw: parts[0] << 11 | parts[1] << 8 | parts[2])
}

func type(_ main: UInt16, _ sub: UInt16) -> DatapointType {
    DatapointType.all.first { $0.main == main && $0.sub == sub }!
}

func level(_ percent: Int) -> Value { .level(Percent(clamping: percent)) }
