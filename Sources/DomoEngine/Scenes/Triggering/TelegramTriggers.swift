import DomoLanguage
import DomoModel

/// The triggers on telegrams. Each telegram counts, even if it repeats the last one; they have no state.
struct TelegramTriggers: Sendable {
    struct Entry: Sendable {
        /// The key of its scene.
        let scene: String
        /// The trigger as written.
        let text: String
        let test: TelegramTest
    }

    /// By address.
    private var entries: [UInt16: [Entry]] = [:]

    init(_ entries: [Entry] = []) {
        for entry in entries {
            guard let number = TelegramTest.number(ofAddress: entry.test.address) else { continue }
            self.entries[number, default: []].append(entry)
        }
    }

    /// The triggers that a telegram fires: only writes by others, not answers to reads.
    func fired(by telegram: TelegramView) -> [Entry] {
        guard !entries.isEmpty, telegram.service == .write, !telegram.isOwn,
            let number = TelegramTest.number(ofAddress: telegram.address), let candidates = entries[number]
        else { return [] }
        return candidates.filter { $0.test.holds(for: telegram) }
    }
}

extension TelegramTest {
    /// True if the value and source of a telegram match.
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
        // If the type of a push button is unknown, its single bit counts.
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
