/// Indices by folded label, in any language. Most elements have no label.
struct LabelChains: Sendable {
    private var chains = NameChains()
    private var owners: [Int32] = []
    /// As written in the house file.
    private var texts: [String] = []

    mutating func build(_ details: some Sequence<Details?>) {
        var labels: [String] = []
        for (number, details) in details.enumerated() {
            guard let details, !details.labels.isEmpty else { continue }
            var known: Set<String> = []
            for label in details.labels.values.sorted() where known.insert(FoldedName.fold(label)).inserted {
                labels.append(FoldedName.fold(label))
                texts.append(label)
                owners.append(Int32(number))
            }
        }
        chains.build(labels)
    }

    func candidates(folded: String) -> [Int] { chains.candidates(folded: folded).map { Int(owners[$0]) } }

    func closest(to folded: String, isVisible: ((Int) -> Bool)?) -> [Suggestion] {
        let isVisible = isVisible.map { isVisible in { isVisible(Int(self.owners[$0])) } }
        return chains.closest(to: folded, name: { self.texts[$0] }, isVisible: isVisible)
    }
}
