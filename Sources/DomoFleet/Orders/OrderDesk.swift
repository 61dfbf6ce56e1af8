import DomoBridge
import DomoLanguage
import DomoModel

/// Decides what becomes of the requests of the fleet: it does no I/O.
///
/// An order is carried out once and never late. Its key is known until its deadline and ten minutes more; nothing is known
/// of keys from before the program was started, so what was sent before is refused. The deadline is checked when the order
/// comes, and again when its line is about to be written; domod compares it once more with what is left then.
package struct OrderDesk {
    package struct ID: Hashable, Comparable {
        var number: UInt64

        package static func < (one: ID, other: ID) -> Bool { one.number < other.number }
    }

    /// A reply for the fleet.
    package struct Answer: Equatable {
        package var subject: String
        package var payload: [UInt8]
        /// Nil if it is whole.
        var part: ReplyPart?
    }

    /// What becomes of a request that came.
    enum Decision: Equatable {
        /// Nobody waits for a reply, or nobody may.
        case none
        case answer(Answer)
        /// A line is to be written with the rights of the token.
        case begin(ID, token: Secret, principal: String)
    }

    /// Of a request and its reply. Who does not have the token gets neither.
    struct Key: Hashable {
        var key: String
        var token: String
    }

    /// A request without a reply.
    private struct Pending {
        var id: ID
        var order: FleetOrder
        var line: FleetLine
        /// Where replies are awaited.
        var subjects: [String]
        var isWritten = false
        /// When its key is forgotten.
        var end: Duration
        /// When its outcome is no longer awaited.
        var patience: Duration

        var key: Key { Key(key: order.key, token: order.token.value) }
    }

    /// How many requests may be without a reply.
    static let maxPending = 64
    /// How many may wait for the reply to one key.
    static let maxSubjects = 8
    /// How much a reply in one message may have. Servers accept 256 KB with the subject.
    static let maxReply = 200 << 10
    /// How long after its deadline a key is known.
    static let retention: Duration = .seconds(600)
    /// How far the clocks of those who ask may be from that of the fleet, in milliseconds.
    static let askersError: Int64 = 1000

    private let house: HouseID
    /// When the program was started.
    private let start: Moment
    private var lastNumber: UInt64 = 0
    private var entries: [ID: Pending] = [:]
    private var byKey: [Key: ID] = [:]
    private var given = GivenOrders()
    private var longReplies = LongReplies()

    var pending: Int { entries.count }

    init(of house: HouseID, start: Moment) {
        self.house = house
        self.start = start
    }

    // MARK: A request

    /// - Parameters:
    ///   - subject: where the reply is awaited.
    ///   - isQuestion: whether the subject is one on which nothing can be ordered.
    mutating func handle(
        _ payload: [UInt8],
        replyTo subject: String?,
        isQuestion: Bool = false,
        clock: ClockOffset,
        now: Moment
    ) -> Decision {
        // The server puts acknowledgements and others' messages here too, if somebody names this subject for replies.
        guard let subject, FleetSubjects.isReply(subject, of: house) else { return .none }
        do throws(Fault) {
            let order = try FleetOrder(json: payload)
            return try handle(order, subject: subject, isQuestion: isQuestion, clock: clock, now: now)
        } catch {
            return .answer(Answer(subject: subject, error))
        }
    }

    private mutating func handle(
        _ order: FleetOrder,
        subject: String,
        isQuestion: Bool,
        clock: ClockOffset,
        now: Moment
    ) throws(Fault) -> Decision {
        let line = try FleetLine(order.line, token: order.token)
        guard !isQuestion || !line.isOrder else {
            throw Fault(.notAllowed, "an order can't be given as a question", hint: "send it as an order")
        }
        let key = Key(key: order.key, token: order.token.value)
        if let id = byKey[key], let entry = entries[id] { return try handle(order, known: entry, subject: subject) }
        if let known = given.known(key, for: order) { return try Self.handle(known, subject: subject) }
        let left = try timeLeft(of: order, isOrder: line.isOrder, clock: clock, now: now)
        guard pending < Self.maxPending else {
            throw Fault(
                .busy,
                "the house has \(pending) requests of the fleet without a reply",
                hint: "try again later"
            )
        }
        guard !line.isOrder || !given.isFull else {
            throw Fault(
                .busy,
                "the house got \(GivenOrders.maxCount) orders of the fleet within ten minutes",
                hint: "try again in 10 minutes"
            )
        }
        lastNumber += 1
        let id = ID(number: lastNumber)
        entries[id] = Pending(
            id: id,
            order: order,
            line: line,
            subjects: [subject],
            end: now.sinceBoot + left + max(Self.retention, line.patience),
            patience: now.sinceBoot + left + line.patience
        )
        byKey[key] = id
        return .begin(id, token: order.token, principal: order.principal)
    }

    private static var otherOrder: Fault {
        Fault(.keyReused, "this key was used for another request", hint: "use a new key for each request")
    }

    private static func handle(_ known: GivenOrders.Known, subject: String) throws(Fault) -> Decision {
        switch known {
        case .reply(let reply): return .answer(Answer(subject: subject, payload: reply))
        case .otherOrder: throw otherOrder
        case .noReply:
            throw Fault(
                .deadlinePassed,
                "the order was already given to domod; its reply is no longer kept, and it is not given again",
                hint: "see the state of the element"
            )
        }
    }

    private mutating func handle(
        _ order: FleetOrder,
        known entry: Pending,
        subject: String
    ) throws(Fault) -> Decision {
        guard entry.order == order else { throw Self.otherOrder }
        guard !entry.subjects.contains(subject) else { return .none }
        // Whoever sends a request again no longer waits at the first subjects.
        if entry.subjects.count >= Self.maxSubjects { entries[entry.id]?.subjects.removeFirst() }
        entries[entry.id]?.subjects.append(subject)
        return .none
    }

    private static func range(of clock: ClockOffset, at now: Moment) throws(Fault) -> ClosedRange<Int64> {
        do throws(ClockOffset.Unknown) {
            return try clock.range(at: now)
        } catch {
            throw Fault(
                .unreachable,
                "\(error.reason); nothing was sent",
                hint: "synchronize the clock of the house, within a second"
            )
        }
    }

    /// How long the house may still begin a request.
    ///
    /// A question does no harm when it is late, so it needs no clock: somebody may want to know why the clock is wrong.
    private func timeLeft(
        of order: FleetOrder,
        isOrder: Bool,
        clock: ClockOffset,
        now: Moment
    ) throws(Fault) -> Duration {
        guard isOrder else { return .milliseconds(order.deadline - order.sent) }
        let range = try Self.range(of: clock, at: now)
        try requireTime(of: order, range, now: now)
        return .milliseconds(order.deadline - now.time.milliseconds - range.lowerBound)
    }

    private func requireTime(of order: FleetOrder, _ range: ClosedRange<Int64>, now: Moment) throws(Fault) {
        let local = now.time.milliseconds
        guard order.sent <= local + range.upperBound + Self.askersError else {
            throw Fault(
                .unreachable,
                "the request was sent \(order.sent - local) ms after now by the clock of the house; nothing was sent",
                hint: "synchronize the clocks of the house and of the one who asks"
            )
        }
        // The time of the fleet when this program was started, at the latest.
        let started = local + range.upperBound - (now.sinceBoot - start.sinceBoot).wholeMilliseconds
        guard order.sent > started + Self.askersError else {
            throw Fault(
                .deadlinePassed,
                "the connection of the house to the fleet was restarted when the order was sent or later; whether it was "
                    + "carried out before is not known, and it is not carried out now",
                hint: "see the state of the element, and give the order again with a new key"
            )
        }
        try Self.requireDeadline(order, range, now: now)
    }

    private static func requireDeadline(_ order: FleetOrder, _ range: ClosedRange<Int64>, now: Moment) throws(Fault) {
        guard now.time.milliseconds + range.upperBound < order.deadline else {
            throw Fault(
                .deadlinePassed,
                "the request arrived after its deadline; nothing was sent",
                hint: "give it again if it is still wanted"
            )
        }
    }

    // MARK: Just before the socket

    /// - Returns: the line for domod, which is to be written at once; nil if its answers are to be sent instead.
    mutating func lineToWrite(_ id: ID, clock: ClockOffset, now: Moment) -> (line: String?, answers: [Answer]) {
        guard let entry = entries[id], !entry.isWritten else { return (nil, []) }
        do throws(Fault) {
            var until = entry.order.deadline
            if entry.line.isOrder {
                let range = try Self.range(of: clock, at: now)
                try Self.requireDeadline(entry.order, range, now: now)
                until -= range.upperBound
            }
            entries[id]?.isWritten = true
            return (entry.line.line(until: Timestamp(milliseconds: until), principal: entry.order.principal), [])
        } catch {
            return (nil, finish(id, error))
        }
    }

    // MARK: Replies

    /// - Parameter reply: the line of domod.
    mutating func finish(_ id: ID, reply: [UInt8], at now: Moment) -> [Answer] {
        guard reply.count > Self.maxReply else { return finish(id, reply: reply) }
        // What an order replies is kept for those who send it again, and is short.
        guard let entry = entries[id], !entry.line.isOrder else {
            return finish(id, Self.tooLong(reply.count, limit: Self.maxReply))
        }
        guard reply.count <= LongReplies.maxReply else {
            return finish(id, Self.tooLong(reply.count, limit: LongReplies.maxReply))
        }
        guard longReplies.add(reply, for: entry.key, at: now.sinceBoot),
            let (bytes, part) = longReplies.part(1, of: entry.key, at: now.sinceBoot)
        else { return finish(id, Fault(.busy, "the house keeps too many long replies", hint: "try again in a minute")) }
        return finish(id, reply: bytes).map { Answer(subject: $0.subject, payload: bytes, part: part) }
    }

    private static func tooLong(_ count: Int, limit: Int) -> Fault {
        let what = "the reply has \(count) bytes; over the fleet, it has at most \(limit)"
        return Fault(.badRequest, what, hint: "ask for less: a place, a shorter time")
    }

    /// A further part of a long reply.
    mutating func handlePart(_ payload: [UInt8], replyTo subject: String?, now: Moment) -> Answer? {
        guard let subject, FleetSubjects.isReply(subject, of: house) else { return nil }
        do throws(Fault) {
            let wanted = try FleetPart(json: payload)
            let key = Key(key: wanted.key, token: wanted.token.value)
            guard let (bytes, part) = longReplies.part(wanted.part, of: key, at: now.sinceBoot) else {
                throw Fault(.unreachable, "the house no longer keeps this reply", hint: "ask again")
            }
            return Answer(subject: subject, payload: bytes, part: part)
        } catch {
            return Answer(subject: subject, error)
        }
    }

    private mutating func finish(_ id: ID, reply: [UInt8]) -> [Answer] {
        guard let entry = entries.removeValue(forKey: id) else { return [] }
        byKey[entry.key] = nil
        // A question may be asked again, and so may what was not sent.
        if entry.line.isOrder, entry.isWritten {
            given.add(entry.key, of: entry.order, reply: reply, until: entry.end)
        }
        return entry.subjects.map { Answer(subject: $0, payload: reply) }
    }

    mutating func finish(_ id: ID, _ fault: Fault) -> [Answer] { finish(id, reply: Reply.fault(fault).bytes) }

    /// The connection with which it was or would be written is lost.
    mutating func noteLoss(_ id: ID) -> [Answer] {
        guard let entry = entries[id] else { return [] }
        guard entry.isWritten else {
            return finish(id, Fault(.unreachable, "domod is unreachable; nothing was sent"))
        }
        return finish(
            id,
            Fault(.unreachable, "domod was lost before it replied; what became of the request is not known")
        )
    }

    // MARK: Time

    var nextMoment: Duration? {
        [entries.values.map(\.patience).min(), given.nextMoment, longReplies.nextMoment].compactMap(\.self).min()
    }

    /// - Returns: answers for requests that domod never replied to.
    mutating func advance(to now: Moment) -> [Answer] {
        longReplies.advance(to: now.sinceBoot)
        given.advance(to: now.sinceBoot)
        var answers: [Answer] = []
        for id in entries.values.filter({ $0.patience <= now.sinceBoot }).map(\.id).sorted() {
            let what = "domod did not reply; what became of the request is not known"
            answers += finish(id, Fault(.deadlinePassed, what))
        }
        return answers
    }
}

extension OrderDesk.Answer {
    init(subject: String, _ fault: Fault) { self.init(subject: subject, payload: Reply.fault(fault).bytes) }
}

extension Reply {
    /// The line, without its line feed.
    var bytes: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        return json.bytes
    }
}
