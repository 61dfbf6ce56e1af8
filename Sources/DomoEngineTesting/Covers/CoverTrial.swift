import DomoEngine
import DomoLanguage
import DomoModel

/// One sequence of steps: the engine beside the model.
struct CoverTrial: ~Copyable {
    private static let path = "House/Cover"
    /// An order that isn't answered ends after a second.
    private static let deadline: Duration = .milliseconds(1000)

    private let kind: CoverKind
    private let catalog: Catalog
    private let port = CoverTableLink()
    private var engine: Engine
    private var model: CoverModel
    private var time = 0
    private var link: LinkID?
    private var wakeAt: Instant?
    private var answer = CoverAnswer.accepted
    /// What was ordered last, which for a position by time isn't what is sent.
    private var ordered = Value.stop
    private var lastRequest: UInt64 = 0
    /// What the server reports when it is asked.
    private var served: (position: Int?, direction: Value?)
    private var stored: [FacetType: Reading] = [:]
    private(set) var difference: String?

    init(_ kind: CoverKind) {
        self.kind = kind
        model = CoverModel(kind)
        catalog = Catalog(
            houses: [
                House(
                    name: "House",
                    elements: [
                        Element(
                            name: "Cover",
                            kind: .device,
                            types: FacetTypes([.bidirectional, .regulable]) ?? FacetTypes()
                        )
                    ]
                )
            ],
            links: [Catalog.Link(key: "bus", label: "bus", profile: kind.profile, port: port)],
            linkOfHouse: [0]
        )
        engine = Engine(seed: 1, at: Self.instant(0))
        feed(.load(catalog, ids: []))
        connect(true)
    }

    private static func instant(_ milliseconds: Int) -> Instant {
        Instant(
            uptime: Int64(milliseconds) * 1_000_000,
            wall: Timestamp(milliseconds: 1_700_000_000_000 + Int64(milliseconds))
        )
    }

    private var now: Instant { Self.instant(time) }

    // MARK: - Steps

    mutating func run(_ moments: some Sequence<CoverMoment>) {
        for moment in moments {
            pass(moment.milliseconds(kind))
            carryOut(moment.step)
            compare()
            guard difference == nil else { return }
        }
    }

    private mutating func carryOut(_ step: CoverStep) {
        switch step {
        case .order(let value, let answer): order(value, answer)
        case .position(let percent):
            if kind == .polled { served.position = percent } else { report(.level(Percent(clamping: percent))) }
        case .direction(let value):
            if kind == .polled { served.direction = value } else { report(value) }
        case .moving(let isMoving):
            guard model.isConnected else { return }
            model.reported(moving: isMoving)
            observe(Observation(name(.bidirectional), nil, kind: .movement, isMoving: isMoving))
        case .foreign(let value):
            guard model.isConnected else { return }
            value.map { model.commanded($0) } ?? model.mayHaveMoved()
            observe(Observation(name(value?.type ?? .bidirectional), value, kind: .commandSeen))
        case .linkDown: if model.isConnected { connect(false) }
        case .linkUp: if !model.isConnected { connect(true) }
        case .restart: restart()
        case .reload: feed(.load(catalog, ids: []))
        }
    }

    private func name(_ type: FacetType) -> FacetName { FacetName(path: Self.path, type: type) }

    private mutating func report(_ value: Value) {
        guard model.isConnected else { return }
        tell(value)
        observe(Observation(name(value.type), value))
    }

    /// The model learns what the engine is about to learn.
    private mutating func tell(_ value: Value) {
        if case .level(let level) = value {
            model.reported(position: level.value)
        } else {
            model.reported(direction: value)
        }
    }

    private mutating func observe(_ observation: Observation) {
        guard let link else { return }
        feed(.observed(link, [observation]))
    }

    private mutating func order(_ value: Value, _ answer: CoverAnswer) {
        (self.answer, ordered) = (answer, value)
        defer { self.answer = .accepted }
        lastRequest += 1
        let wish: Order.Wish =
            if case .level(let level) = value { .level(.to(level)) } else { .value(value.word, as: .bidirectional) }
        let order = Order(element: Self.path, wish: wish, deadline: Self.deadline, wait: .accepted)
        feed(.request(.order(order), id: RequestID(lastRequest), principal: .user(0, name: "root")))
        // It ends in this time, whatever becomes of it.
        pass(1200)
    }

    private mutating func connect(_ isUp: Bool) {
        guard let link else { return }
        model.isConnected = isUp
        if !isUp { model.lost() }
        feed(.link(link, endpoint: nil, isUp ? .up : .down(reason: "unplugged")))
    }

    private mutating func restart() {
        var known: (direction: CoverModel.Shown?, level: CoverModel.Shown?)
        known.direction = stored[.bidirectional].flatMap(CoverModel.Shown.init)
        known.level = stored[.regulable].flatMap(CoverModel.Shown.init)
        engine = Engine(seed: 1, at: now)
        wakeAt = nil
        model.isOrdered = false
        lastRequest = 0
        let wasConnected = model.isConnected
        model.restarted(stored: known)
        feed(.load(catalog, ids: []))
        let memory = stored.map { Memory.Known(element: Self.path, type: $0.key, reading: $0.value) }
        feed(.remembered(Memory(readings: memory, lastOrder: 0)))
        connect(wasConnected)
    }

    // MARK: - Time and effects

    private mutating func pass(_ milliseconds: Int) {
        let end = time + milliseconds
        while let wake = wakeAt, wake <= Self.instant(end) {
            time = max(time, Int((wake.uptime + 999_999) / 1_000_000))
            model.pass(to: time)
            wakeAt = nil
            feed(.wake)
        }
        time = end
        model.pass(to: time)
        feed(.wake)
    }

    private mutating func feed(_ input: Input) {
        var inputs = [input]
        while !inputs.isEmpty {
            for effect in engine.handle(inputs.removeFirst(), at: now) {
                switch effect {
                case .start(let id, _): link = id
                case .send(let dispatch, _): if let outcome = outcome(of: dispatch) { inputs.append(outcome) }
                case .read(let query, _): inputs.append(.answer(query.id, states(query)))
                case .persist(.reading(_, let type, let reading)): stored[type] = reading
                case .wake(let moment): wakeAt = moment
                case .cancel(let id, _):
                    model.mayHaveMoved()
                    model.isOrdered = false
                    inputs.append(.outcome(id, .lost(reason: "cancelled")))
                default: break
                }
            }
        }
    }

    private mutating func outcome(of dispatch: Dispatch) -> Input? {
        // What ends a movement by time is always carried out here, and the model knows when.
        guard !dispatch.isUrgent else { return .outcome(dispatch.id, .accepted) }
        switch answer {
        case .accepted:
            model.commanded(ordered)
            return .outcome(dispatch.id, .accepted)
        case .lost:
            model.mayHaveMoved()
            return .outcome(dispatch.id, .lost(reason: "no confirmation"))
        case .refused: return .outcome(dispatch.id, .refused(reason: "busy", isPassing: false))
        case .none:
            model.isOrdered = true
            return nil
        }
    }

    private mutating func states(_ query: Query) -> Answer {
        guard model.isConnected else { return .failed(reason: "unplugged") }
        guard kind == .polled, !query.targets.isEmpty else { return .states([]) }
        var states: [Answer.State] = []
        if let position = served.position {
            states.append(.init(target: 0, type: .regulable, value: .level(Percent(clamping: position))))
        }
        if let direction = served.direction { states.append(.init(target: 0, type: .bidirectional, value: direction)) }
        // What the server reports while an order has no answer does not count.
        if !model.isOrdered {
            for state in states.sorted(by: { $0.type.rawValue < $1.type.rawValue }) {
                if let value = state.value { tell(value) }
            }
        }
        return .states(states)
    }

    // MARK: - Comparison

    private mutating func compare() {
        guard
            case .element(let view)? = engine.answerAtOnce(
                .show(element: Self.path),
                by: .user(0, name: "root"),
                at: now
            )?.reply
        else {
            difference = "no view"
            return
        }
        var differences: [String] = []
        func check(_ what: String, _ seen: String, _ expected: String) {
            if seen != expected { differences.append("\(what) \(seen), expected \(expected)") }
        }
        for reading in view.readings {
            var expected = reading.type == .bidirectional ? model.direction : model.level
            if !model.isConnected { expected?.isStale = true }
            check(reading.type.word, CoverModel.Shown(reading.reading).text, expected.text)
            if reading.reading.certainty == .confirmed, !reading.reading.isStale, !kind.reportsPosition {
                differences.append("\(reading.type.word) is confirmed, and nothing was reported")
            }
            if reading.type == .bidirectional, view.cover?.state == .between, reading.reading.value != nil {
                differences.append("a direction between the ends")
            }
        }
        check("state", view.cover?.state.rawValue ?? "none", model.state.rawValue)
        if !differences.isEmpty { difference = differences.joined(separator: "; ") }
    }
}

extension CoverModel.Shown {
    /// Nil if unknown.
    fileprivate init?(_ reading: Reading) {
        guard let value = reading.value, reading.certainty != .unknown else { return nil }
        self.init(value: value, certainty: reading.certainty, isStale: reading.isStale)
    }
}

extension CoverModel.Shown? {
    fileprivate var text: String {
        map { "\($0.value.word) \($0.certainty.rawValue)\($0.isStale ? " stale" : "")" } ?? "unknown"
    }
}
