/// How many letters must be put in, taken out, exchanged or swapped with their neighbour to make one name of the other
/// (optimal string alignment); anything above `limit` is only known to be above it.
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

/// The word nearest to a mistyped one, when it is near enough to be meant.
public func closestWord(to word: String, among words: some Sequence<String>) -> String? {
    let folded = Array(FoldedName.fold(word).utf8)
    let limit = max(1, min(3, folded.count / 3))
    return words.map { ($0, editDistance(folded, Array(FoldedName.fold($0).utf8), limit: limit)) }
        .filter { $0.1 <= limit }
        .min { $0.1 < $1.1 }?.0
}
