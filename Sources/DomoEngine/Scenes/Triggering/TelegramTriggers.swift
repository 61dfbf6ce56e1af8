import DomoLanguage
import DomoModel

/// The triggers that wait for telegrams. Each telegram counts, also one like the last; they know no state.
struct TelegramTriggers: Sendable {
    struct Entry: Sendable {
        /// The key of its scene.
        let scene: String
        /// As it is written.
        let text: String
        let test: TelegramTest
    }

    /// By the numbers of their addresses.
    private var entries: [UInt16: [Entry]] = [:]

    init(_ entries: [Entry] = []) {
        for entry in entries {
            guard let number = TelegramTest.number(ofAddress: entry.test.address) else { continue }
            self.entries[number, default: []].append(entry)
        }
    }

    /// Those that a telegram fires: only what somebody else orders or reports does, not an answer to a read.
    func fired(by message: LinkMessage) -> [Entry] {
        guard !entries.isEmpty, message.service == .write, !message.isOwn,
            let number = TelegramTest.number(ofAddress: message.address), let candidates = entries[number]
        else { return [] }
        return candidates.filter { $0.test.holds(for: message) }
    }
}

extension TelegramTest {
    /// True where a telegram of its address carries what it waits for, from whom it waits for.
    func holds(for message: LinkMessage) -> Bool {
        guard source == nil || source == message.source else { return false }
        switch relation {
        case .any: return true
        case .above(let limit): return message.number.map { $0 > limit } ?? false
        case .below(let limit): return message.number.map { $0 < limit } ?? false
        case .equals(let text): return Self.isEqual(text.lowercased(), message)
        }
    }

    private static func isEqual(_ text: String, _ message: LinkMessage) -> Bool {
        if text == message.value?.lowercased() || text == "0x" + message.raw.lowercased() { return true }
        let number = number(text)
        if let own = message.value.flatMap({ Self.number($0) }) { return own == number }
        // Of a push button nobody may have said what it sends: its one bit says it.
        guard message.raw.utf8.count <= 2, let bit = Int(message.raw, radix: 16) else { return false }
        let words = message.value == nil ? ["off", "on"] : []
        return number == Double(bit) || words.indices.contains(bit) && words[bit] == text
    }

    private static func number(_ text: String) -> Double? {
        Double(text.hasSuffix("%") ? text.dropLast() : text[...])
    }
}

extension LinkMessage {
    fileprivate var number: Double? { value.flatMap { Double($0) } }
}
