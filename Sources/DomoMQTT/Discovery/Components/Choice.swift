import DomoModel

/// The options of a text, as people are shown them. A value that is none of them is unknown to Home Assistant, which would
/// otherwise log an error for each.
struct Choice {
    private let options: [MirrorElement.Option]

    /// - Returns: nil if there are none.
    init?(_ element: MirrorElement) {
        let options = element.options ?? []
        // Labels are for people, unless Home Assistant can't tell them apart.
        let labels = options.map { Self.shown($0.label) }
        let areUsable = Set(labels).count == labels.count && labels.allSatisfy { (1...255).contains($0.count) }
        self.init(options.map { .init(value: $0.value, label: Self.shown(areUsable ? $0.label : $0.value)) })
    }

    private init?(_ options: [MirrorElement.Option]) {
        guard !options.isEmpty else { return nil }
        self.options = options
    }

    /// Templates have no spaces around what they render, and `None` means unknown.
    private static func shown(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.lowercased() == "none" ? "(\(words))" : words
    }

    var labels: [String] { options.map(\.label) }
    var values: [String] { options.map(\.value) }

    var valueTemplate: String { Template.lookup(.value, in: options.map { ($0.value, $0.label) }) }

    /// domo is given the value: labels change.
    var commandTemplate: String { Template.lookup("value", in: options.map { ($0.label, $0.value) }) }

    func without(_ value: String) -> Choice? { Choice(options.filter { $0.value != value }) }
}
