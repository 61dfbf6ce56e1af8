/// Mutates inputs of the corpus, which are valid or almost valid: most faults are close to valid inputs.
struct Mutator {
    let corpus: [[UInt8]]
    let words: [[UInt8]]
    let maxLength: Int

    init(corpus: [[UInt8]], words: [String], maxLength: Int) {
        self.corpus = corpus.isEmpty ? [[]] : corpus
        self.words = (words + Self.commonWords).map { Array($0.utf8) } + Self.invalidBytes
        self.maxLength = maxLength
    }

    /// Words that often break parsers of any language.
    private static let commonWords = [
        "", " ", "\t", "\n", "\r\n", "\0", "\"", "'", "\\", "#", "%", "%00", "..", "/", "-", "--", "=", "0", "-1",
        "1e999",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "NaN", "null", "ñ", "é", "e\u{301}",
        "\u{301}", "\u{200D}", "\u{FEFF}", "\u{2028}", "\u{85}", "\u{FFFD}", "😀", "👨‍👩‍👧", "\u{10FFFF}", "ſ", "İ", "ß",
    ]
    /// Invalid UTF-8: truncated, overlong, surrogate, out of range.
    private static let invalidBytes: [[UInt8]] = [
        [0x80], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xFE, 0xFF],
    ]

    func mutate(_ input: inout [UInt8], using random: inout Dice) {
        // Few changes in most cases: many changes leave nothing of the input's structure.
        var changes = 1
        while changes < 12, random.below(3) > 0 { changes += 1 }
        for _ in 0..<changes { change(&input, using: &random) }
        if input.count > maxLength { input.removeLast(input.count - maxLength) }
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
            // The head of one input, the tail of another.
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

    /// Repeats a part: parsers must limit depth and length.
    private func repeatPart(_ range: Range<Int>, of input: inout [UInt8], using random: inout Dice) {
        guard !range.isEmpty else { return }
        let limit = random.once(in: 16) ? maxLength : min(maxLength, 512)
        let part = input[range]
        let count = min(1 + random.below(64), max(1, limit / part.count))
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
