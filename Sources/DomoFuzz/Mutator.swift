/// Damages inputs: the corpus is right, or nearly, and most faults lie close to what is right.
struct Mutator {
    let corpus: [[UInt8]]
    let words: [[UInt8]]
    let longest: Int

    init(corpus: [[UInt8]], words: [String], longest: Int) {
        self.corpus = corpus.isEmpty ? [[]] : corpus
        self.words = (words + Self.usualWords).map { Array($0.utf8) } + Self.wrongBytes
        self.longest = longest
    }

    /// What breaks readers of any language.
    private static let usualWords = [
        "", " ", "\t", "\n", "\r\n", "\0", "\"", "'", "\\", "#", "%", "%00", "..", "/", "-", "--", "=", "0", "-1",
        "1e999",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "NaN", "null", "ñ", "é", "e\u{301}",
        "\u{301}", "\u{200D}", "\u{FEFF}", "\u{2028}", "\u{85}", "\u{FFFD}", "😀", "👨‍👩‍👧", "\u{10FFFF}", "ſ", "İ", "ß",
    ]
    /// No UTF-8: cut short, too long, a surrogate, out of range.
    private static let wrongBytes: [[UInt8]] = [
        [0x80], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xFE, 0xFF],
    ]

    func mutate(_ input: inout [UInt8], using random: inout Dice) {
        // Mostly few: after many changes nothing of the input's sense is left.
        var changes = 1
        while changes < 12, random.below(3) > 0 { changes += 1 }
        for _ in 0..<changes { change(&input, using: &random) }
        if input.count > longest { input.removeLast(input.count - longest) }
    }

    private func change(_ input: inout [UInt8], using random: inout Dice) {
        let range = place(in: input, using: &random)
        switch random.below(12) {
        case 0: if !input.isEmpty { input[range.lowerBound % input.count] ^= 1 << UInt8(random.below(8)) }
        case 1: if !input.isEmpty { input[range.lowerBound % input.count] = UInt8(random.below(256)) }
        case 2: input.removeSubrange(range)
        case 3, 4: input.insert(contentsOf: random.pick(words), at: range.lowerBound)
        case 5: input.replaceSubrange(range, with: random.pick(words))
        case 6: input.insert(contentsOf: input[range], at: random.below(input.count + 1))
        case 7: repeatPart(range, of: &input, using: &random)
        case 8:
            let other = random.pick(corpus)
            let part = place(in: other, using: &random)
            input.insert(contentsOf: other[part], at: range.lowerBound)
        case 9:
            // The head of one, the tail of another.
            let other = random.pick(corpus)
            input.replaceSubrange(range.lowerBound..., with: other[random.below(other.count + 1)...])
        case 10: replaceNumber(in: &input, from: range.lowerBound, using: &random)
        default: if random.once(in: 4) { input.removeSubrange(range.lowerBound...) }
        }
    }

    private func place(in input: [UInt8], using random: inout Dice) -> Range<Int> {
        let start = random.below(input.count + 1)
        let length = random.once(in: 8) ? random.below(input.count + 1) : random.below(17)
        return start..<min(input.count, start + length)
    }

    /// Depth and length are what a reader must bound.
    private func repeatPart(_ range: Range<Int>, of input: inout [UInt8], using random: inout Dice) {
        guard !range.isEmpty else { return }
        let most = random.once(in: 16) ? longest : min(longest, 512)
        let part = input[range]
        let count = min(1 + random.below(64), max(1, most / part.count))
        input.insert(contentsOf: (0..<count).flatMap { _ in part }, at: range.upperBound)
    }

    private func replaceNumber(in input: inout [UInt8], from start: Int, using random: inout Dice) {
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        guard let first = input[start...].firstIndex(where: isDigit) else { return }
        let end = input[first...].firstIndex { !isDigit($0) } ?? input.endIndex
        let number = random.once(in: 3) ? String(random.next()) : String(random.below(300))
        input.replaceSubrange(first..<end, with: number.utf8)
    }
}
