/// The number of insertions, deletions, substitutions and swaps of neighbours between two names (optimal string
/// alignment); results above `limit` are only known to be above it.
func editDistance(_ one: [UInt8], _ other: [UInt8], limit: Int) -> Int {
    if abs(one.count - other.count) > limit { return limit + 1 }
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in 0..<one.count {
        var current = [row + 1]
        current.reserveCapacity(other.count + 1)
        for column in 0..<other.count {
            var best = min(last[column + 1], current[column]) + 1
            best = min(best, last[column] + (one[row] == other[column] ? 0 : 1))
            if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                best = min(best, beforeLast[column - 1] + 1)
            }
            current.append(best)
        }
        if current.min()! > limit { return limit + 1 }
        (beforeLast, last) = (last, current)
    }
    return last[other.count]
}

/// The word most similar to a mistyped one, if it is similar enough.
public func closestWord(to word: String, among words: some Sequence<String>) -> String? {
    // No name is similar to a text.
    guard word.utf8.count <= 1024 else { return nil }
    let folded = Array(FoldedName.fold(word).utf8)
    let limit = max(1, min(3, folded.count / 3))
    return words.map { ($0, editDistance(folded, Array(FoldedName.fold($0).utf8), limit: limit)) }
        .filter { $0.1 <= limit }
        .min { $0.1 < $1.1 }?.0
}
