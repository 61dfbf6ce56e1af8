import DomoEngineTesting

/// Compares covers with their model, on all cores, and prints the differences.
struct CoverRunner {
    /// - Returns: false if there are any.
    func run(_ seeds: Range<UInt64>) async -> Bool {
        await withTaskGroup(of: [CoverTable.Result].self) { group in
            for kind in CoverKind.allCases {
                group.addTask {
                    (1...3).map { CoverTable().all(of: $0, kind: kind) } + [CoverTable().random(seeds, kind: kind)]
                }
            }
            var isFine = true
            for await results in group {
                let sequences = results.map(\.sequences).reduce(0, +)
                let differences = results.map(\.differences).reduce(0, +)
                print("\(results[0].kind): \(sequences) sequences, \(differences) differences")
                for example in results.flatMap(\.examples).prefix(10) { print("  \(example)") }
                isFine = isFine && differences == 0
            }
            return isFine
        }
    }
}
