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
    func fired(by telegram: TelegramView) -> [Entry] {
        guard !entries.isEmpty, telegram.service == .write, !telegram.isOwn,
            let number = TelegramTest.number(ofAddress: telegram.address), let candidates = entries[number]
        else { return [] }
        return candidates.filter { $0.test.holds(for: telegram) }
    }
}

extension TelegramTest {
    /// True where a telegram of its address carries what it waits for, from whom it waits for.
    func holds(for telegram: TelegramView) -> Bool {
        guard source == nil || source == telegram.source else { return false }
        switch relation {
        case .any: return true
        case .above(let limit): return telegram.number.map { $0 > limit } ?? false
        case .below(let limit): return telegram.number.map { $0 < limit } ?? false
        case .equals(let text): return Self.isEqual(text.lowercased(), telegram)
        }
    }

    private static func isEqual(_ text: String, _ telegram: TelegramView) -> Bool {
        if text == telegram.value?.lowercased() || text == "0x" + telegram.raw.lowercased() { return true }
        let number = number(text)
        if let own = telegram.value.flatMap({ Self.number($0) }) { return own == number }
        // Of a push button nobody may have said what it sends: its one bit says it.
        guard telegram.raw.utf8.count <= 2, let bit = Int(telegram.raw, radix: 16) else { return false }
        let words = telegram.value == nil ? ["off", "on"] : []
        return number == Double(bit) || words.indices.contains(bit) && words[bit] == text
    }

    private static func number(_ text: String) -> Double? {
        Double(text.hasSuffix("%") ? text.dropLast() : text[...])
    }
}

extension TelegramView {
    fileprivate var number: Double? { value.flatMap { Double($0) } }
}
