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

    private struct Entry {
        var id: ID
        var order: FleetOrder
        var line: FleetLine
        /// Where replies are awaited.
        var subjects: [String]
        var isWritten = false
        var reply: [UInt8]?
        /// When it is forgotten.
        var end: Duration
        /// When its outcome is no longer awaited.
        var patience: Duration
    }

    /// How many requests may be without a reply.
    static let maxPending = 64
    /// How many keys and how many bytes of replies are kept.
    static let maxKept = 1000
    static let maxKeptBytes = 4 << 20
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
    private var entries: [ID: Entry] = [:]
    private var byKey: [Key: ID] = [:]
    private(set) var pending = 0
    private var keptBytes = 0
    private var longReplies = LongReplies()

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
        let range = try Self.range(of: clock, at: now)
        try requireTime(of: order, isOrder: line.isOrder, range, now: now)
        guard pending < Self.maxPending else {
            throw Fault(
                .busy,
                "the house has \(pending) requests of the fleet without a reply",
                hint: "try again later"
            )
        }
        guard entries.count < Self.maxKept, keptBytes < Self.maxKeptBytes else {
            throw Fault(.busy, "the house keeps too many replies to the fleet", hint: "try again in 10 minutes")
        }
        lastNumber += 1
        let id = ID(number: lastNumber)
        let left = Duration.milliseconds(order.deadline - now.time.milliseconds - range.lowerBound)
        entries[id] = Entry(
            id: id,
            order: order,
            line: line,
            subjects: [subject],
            end: now.sinceBoot + left + max(Self.retention, line.patience),
            patience: now.sinceBoot + left + line.patience
        )
        byKey[key] = id
        pending += 1
        return .begin(id, token: order.token, principal: order.principal)
    }

    private mutating func handle(_ order: FleetOrder, known entry: Entry, subject: String) throws(Fault) -> Decision {
        guard entry.order == order else {
            throw Fault(.keyReused, "this key was used for another request", hint: "use a new key for each request")
        }
        if let reply = entry.reply { return .answer(Answer(subject: subject, payload: reply)) }
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

    private func requireTime(
        of order: FleetOrder,
        isOrder: Bool,
        _ range: ClosedRange<Int64>,
        now: Moment
    ) throws(Fault) {
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
        guard !isOrder || order.sent > started + Self.askersError else {
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
        guard let entry = entries[id], entry.reply == nil, !entry.isWritten else { return (nil, []) }
        do throws(Fault) {
            let range = try Self.range(of: clock, at: now)
            try Self.requireDeadline(entry.order, range, now: now)
            entries[id]?.isWritten = true
            let until = Timestamp(milliseconds: entry.order.deadline - range.upperBound)
            return (entry.line.line(until: until, principal: entry.order.principal), [])
        } catch {
            return (nil, finish(id, error))
        }
    }

    /// Whether it has no reply yet.
    func isAwaited(_ id: ID) -> Bool { entries[id].map { $0.reply == nil } ?? false }

    // MARK: Replies

    /// - Parameter reply: the line of domod.
    mutating func finish(_ id: ID, reply: [UInt8], at now: Moment) -> [Answer] {
        guard reply.count > Self.maxReply else { return finish(id, reply: reply) }
        // What an order replies is kept for those who send it again, and is short.
        guard let entry = entries[id], entry.reply == nil, !entry.line.isOrder else {
            return finish(id, Self.tooLong(reply.count, limit: Self.maxReply))
        }
        let key = Key(key: entry.order.key, token: entry.order.token.value)
        guard reply.count <= LongReplies.maxReply else {
            return finish(id, Self.tooLong(reply.count, limit: LongReplies.maxReply))
        }
        guard longReplies.add(reply, for: key, at: now.sinceBoot),
            let (bytes, part) = longReplies.part(1, of: key, at: now.sinceBoot)
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
        guard var entry = entries[id], entry.reply == nil else { return [] }
        pending -= 1
        entry.reply = reply
        keptBytes += reply.count
        let answers = entry.subjects.map { Answer(subject: $0, payload: reply) }
        entry.subjects = []
        entries[id] = entry
        // A question may be asked again, and so may what was not sent.
        if !entry.line.isOrder || !entry.isWritten { forget(id) }
        return answers
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
        let next = entries.values.map { $0.reply == nil ? $0.patience : $0.end }.min()
        return [next, longReplies.nextMoment].compactMap(\.self).min()
    }

    /// - Returns: answers for requests that domod never replied to.
    mutating func advance(to now: Moment) -> [Answer] {
        longReplies.advance(to: now.sinceBoot)
        var answers: [Answer] = []
        let due = entries.values.filter { min($0.end, $0.reply == nil ? $0.patience : $0.end) <= now.sinceBoot }
        for entry in due.sorted(by: { $0.id < $1.id }) {
            if entry.reply == nil, entry.patience <= now.sinceBoot {
                let what = "domod did not reply; what became of the request is not known"
                answers += finish(entry.id, Fault(.deadlinePassed, what))
            }
            if entry.end <= now.sinceBoot { forget(entry.id) }
        }
        return answers
    }

    private mutating func forget(_ id: ID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        byKey[Key(key: entry.order.key, token: entry.order.token.value)] = nil
        keptBytes -= entry.reply?.count ?? 0
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
