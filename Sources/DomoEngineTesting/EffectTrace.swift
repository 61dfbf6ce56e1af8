import DomoEngine
import DomoLanguage
import DomoModel

/// A digest of every effect of an engine in a run: engines that behave alike have the same. It is made of what is
/// seen from outside (signals, replies, records and events as they are written), so that it does not depend on the names
/// of the engine's types.
struct EffectTrace: Sendable {
    /// FNV-1a, 64 bits.
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    /// The text behind the digest, kept to find where two runs differ.
    private(set) var lines: [String]?

    init(keepsLines: Bool) { lines = keepsLines ? [] : nil }

    var digest: String { String(hash, radix: 16) }

    mutating func note(_ effect: Effect) {
        let text = Self.text(of: effect)
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 0x0A) &* 0x100_0000_01B3
        lines?.append(text)
    }

    private static func text(of effect: Effect) -> String {
        switch effect {
        case .send(let dispatch, let driver):
            let words = "\(dispatch.target.path) \(dispatch.action.word) \(dispatch.timeout.nanoseconds)"
            return "send \(dispatch.id.number) \(label(driver)) \(words)"
        case .read(let query, let driver):
            let paths = query.targets.map(\.path).joined(separator: ",")
            return "read \(query.id.number) \(label(driver)) \(paths) \(query.isForAll) \(query.timeout.nanoseconds)"
        case .cancel(let id, let driver): return "cancel \(id.number) \(label(driver))"
        case .reply(let id, let reply): return "reply \(id.number) \(json(reply))"
        case .replyStored(let id, let reply): return "stored reply \(id.number) \(json(reply))"
        case .persist(.reading(let element, let type, let reading)):
            return "keep \(element) \(json(ReadingView(type: type, reading: reading)))"
        case .persist(.order(let record)): return "keep \(json(record))"
        case .persist(.scene(let record)): return "keep \(json(record))"
        case .persist(.alive(let time)): return "alive \(time.rfc3339)"
        case .recall(let id, _, let reply): return "recall \(id.number) \(json(reply))"
        case .publish(let event): return "publish \(json(event))"
        case .wake(let moment): return "wake \(moment.uptime)"
        case .load(let id): return "load \(id.number)"
        }
    }

    private static func label(_ driver: any Driver) -> String { (driver as? SimulatedDriver)?.label ?? "?" }

    private static func json(_ value: some JSONWritable) -> String {
        var json = JSONWriter()
        value.write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
