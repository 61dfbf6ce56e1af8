public import DomoYAML

/// The mistakes of a file, one a line: `notify.yaml:3:9: error: …`
public struct FileMistakes: Error, Equatable {
    public var text: String

    public init(text: String) { self.text = text }

    /// In the order of their places in the file.
    public init(_ faults: [YAMLReader.Fault], path: String) {
        let lines = faults.sorted { ($0.line, $0.column) < ($1.line, $1.column) }.map { fault in
            var fault = fault
            fault.file = path
            return fault.description
        }
        self.init(text: lines.joined(separator: "\n"))
    }
}
