import DomoEngineTesting

/// Compares covers with their model, and prints the differences.
struct CoverRunner {
    /// - Returns: false if there are any.
    func run(_ seeds: Range<UInt64>) -> Bool {
        var isFine = true
        for kind in CoverKind.allCases {
            let results =
                (1...3).map { CoverTable().all(of: $0, kind: kind) } + [CoverTable().random(seeds, kind: kind)]
            let sequences = results.map(\.sequences).reduce(0, +)
            let differences = results.map(\.differences).reduce(0, +)
            print("\(kind): \(sequences) sequences, \(differences) differences")
            for example in results.flatMap(\.examples).prefix(10) { print("  \(example)") }
            isFine = isFine && differences == 0
        }
        return isFine
    }
}
