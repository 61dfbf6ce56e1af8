public import DomoEngine
import DomoLanguage
import DomoModel

/// A digest of all effects of an engine in a run: engines with the same behaviour have the same digest. It covers what
/// is visible from outside (signals, replies, records and events as written), so that it does not depend on names of
/// engine types.
public struct EffectTrace: Sendable {
    /// FNV-1a, 64 bits.
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    /// The text behind the digest, kept to find where two runs differ.
    public private(set) var lines: [String]?
    /// By order number.
    private var attempts: [UInt64: [OrderRecord.Attempt]] = [:]

    public init(keepsLines: Bool) { lines = keepsLines ? [] : nil }

    public var digest: String { String(hash, radix: 16) }

    public mutating func note(_ effect: Effect) {
        // Starts and stops of links follow from loads, which are in the digest.
        if case .start = effect { return }
        if case .stop = effect { return }
        if case .use = effect { return }
        add(text(of: effect))
    }

    /// Adds a frame that a link transmits.
    public mutating func note(transmitted octets: [UInt8]) { add("transmit \(octets)") }

    private mutating func add(_ text: String) {
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 0x0A) &* 0x100_0000_01B3
        lines?.append(text)
    }

    private mutating func text(of effect: Effect) -> String {
        switch effect {
        case .start(let id, _): return "start \(id.key)"
        case .stop(let id, _): return "stop \(id.key)"
        case .use(_, let port): return "use \(Self.label(port))"
        case .expose(.facet(let facet), let value, let port):
            return "expose \(facet.path) \(facet.type.word) \(value?.word ?? "") \(Self.label(port))"
        case .expose(.confirmed(let facet), let value, let port):
            return "expose confirmed \(facet.path) \(facet.type.word) \(value?.word ?? "") \(Self.label(port))"
        case .expose(.scene(let name), let value, let port):
            return "expose scene \(name) \(value?.word ?? "") \(Self.label(port))"
        case .send(let dispatch, let port):
            let words = "\(dispatch.target.path) \(dispatch.value.word) \(dispatch.timeout.nanoseconds)"
            return "send \(dispatch.id.number) \(Self.label(port)) \(words)"
        case .read(let query, let port):
            let paths = query.targets.map(\.path).joined(separator: ",")
            return
                "read \(query.id.number) \(Self.label(port)) \(paths) \(query.isForAll) \(query.timeout.nanoseconds)"
        case .cancel(let id, let port): return "cancel \(id.number) \(Self.label(port))"
        case .discover(let id, let query): return "discover \(id.number) \(query)"
        case .file(let id, let task): return "file \(id.number) \(task)"
        case .knocked(let id, let what): return "knocked \(id.number) \(what)"
        case .hook(let id, let change): return "hook \(id.number) \(change)"
        case .token(let id, let change): return "token \(id.number) \(change)"
        case .command(let id, let command, let port): return "command \(id.number) \(command) \(Self.label(port))"
        case .reply(let id, let reply): return "reply \(id.number) \(Self.json(reply))"
        case .work(let id, let answer): return "reply \(id.number) \(Self.json(answer.reply()))"
        case .replyStored(let id, let reply): return "stored reply \(id.number) \(Self.json(reply))"
        case .keep(let virtuals):
            return "hold "
                + virtuals.all.map { "\($0.facet.path) \($0.reading.value?.word ?? "")" }.joined(separator: ", ")
        case .keepPulses(let pulses, let number):
            return "pulses \(number) \(pulses.map(\.path).joined(separator: ", "))"
        case .keepNotices(let table):
            return "notices \(table.lastNumber) \(table.lastDelivery) \(table.notices.map(\.pending.count))"
        case .deliver(let event): return "deliver \(Self.json(event))"
        case .attach(let id): return "attach \(id.number)"
        case .push(let id, let request): return "push \(id.number) \(request.step)"
        case .persist(.reading(let element, let type, let reading)):
            return "keep \(element) \(Self.json(ReadingView(type: type, reading: reading)))"
        case .persist(.order(var record, let first)):
            // The complete record, in however many parts it was persisted.
            record.complete(attemptsFrom: first, with: attempts[record.id] ?? [])
            attempts[record.id] = record.attempts
            return "keep \(Self.json(record))"
        case .persist(.scene(let record)): return "keep \(Self.json(record))"
        case .persist(.alive(let time)): return "alive \(time.rfc3339)"
        case .persist(.log(let entry)): return "log \(Self.json(entry))"
        case .persist(.event(let entry)): return "event \(Self.json(entry))"
        case .recall(let id, _, let reply): return "recall \(id.number) \(Self.json(reply))"
        case .publish(let event): return "publish \(Self.json(event))"
        case .messages(let id, let messages):
            let events = messages.map { Self.json(Event($0, of: id.key, at: Timestamp(milliseconds: 0))) }
            return "messages \(events.joined(separator: " "))"
        case .refused(let refusal): return "refused \(refusal.request)"
        case .wake(let moment): return "wake \(moment.uptime)"
        case .load(let id): return "load \(id.number)"
        }
    }

    private static func label(_ port: any LinkPort) -> String { (port as? SimulatedLink)?.label ?? "?" }

    private static func json(_ value: some JSONWritable) -> String {
        var json = JSONWriter()
        value.write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
