/// A name that may have been meant.
struct Suggestion: Comparable {
    static let maxCount = 3

    var distance: Int
    var name: String

    static func < (one: Self, other: Self) -> Bool { (one.distance, one.name) < (other.distance, other.name) }
}

/// Indices by folded name: one dictionary entry per distinct name, and a chain of those that share it.
struct NameChains: Sendable {
    private var first: [String: Int32] = [:]
    private var next: [Int32] = []

    mutating func build(_ names: some Collection<String>) {
        first.reserveCapacity(names.count)
        next = Array(repeating: -1, count: names.count)
        // Backwards, so that chains are in the order of the file.
        var number = Int32(names.count)
        for name in names.reversed() {
            number -= 1
            let folded = FoldedName.fold(name)
            if let later = first.updateValue(number, forKey: folded) { next[Int(number)] = later }
        }
    }

    /// Those that share their name with another.
    var shared: [Int] {
        var isShared = Array(repeating: false, count: next.count)
        for (number, later) in next.enumerated() where later >= 0 {
            isShared[number] = true
            isShared[Int(later)] = true
        }
        return isShared.indices.filter { isShared[$0] }
    }

    func candidates(folded: String) -> [Int] {
        var result: [Int] = []
        var number = first[folded] ?? -1
        while number >= 0 {
            result.append(Int(number))
            number = next[Int(number)]
        }
        return result
    }

    /// Suggestions must not take long even with 100,000 elements.
    private static let maxCompared = 4096

    /// The most similar names and those with the same beginning, most similar first, at most three. They are searched
    /// in the order of the file, so that the result does not depend on the order of a dictionary.
    ///
    /// - Parameter isVisible: other elements are treated as nonexistent; nil if all are visible.
    func closest(to folded: String, name: (Int) -> String, isVisible: ((Int) -> Bool)?) -> [Suggestion] {
        let limit = max(1, min(3, folded.count / 3))
        let wanted = Array(folded.utf8)
        var compared = 0
        var found: [Suggestion] = []
        func add(_ distance: Int, _ name: String) {
            let new = Suggestion(distance: distance, name: name)
            let place = found.firstIndex { $0 > new } ?? found.count
            guard place < Suggestion.maxCount else { return }
            found.insert(new, at: place)
            if found.count > Suggestion.maxCount { found.removeLast() }
        }
        for number in next.indices {
            let name = name(number)
            let candidate = FoldedName.fold(name)
            if wanted.count >= 3, candidate.utf8.starts(with: wanted) {
                if isFirst(number, candidate, isVisible) { add(limit, name) }
                continue
            }
            // The distance is at least the difference in length; comparing bytes rules out most names.
            guard compared < Self.maxCompared, abs(candidate.utf8.count - wanted.count) <= limit * 2,
                isFirst(number, candidate, isVisible)
            else { continue }
            compared += 1
            let distance = editDistance(wanted, Array(candidate.utf8), limit: limit)
            if distance <= limit { add(distance, name) }
        }
        return found
    }

    /// The first visible one represents all that share a name.
    private func isFirst(_ number: Int, _ folded: String, _ isVisible: ((Int) -> Bool)?) -> Bool {
        var other = first[folded] ?? -1
        while other >= 0, isVisible?(Int(other)) == false { other = next[Int(other)] }
        return other == number
    }
}
