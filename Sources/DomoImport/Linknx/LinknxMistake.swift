import CLibXML2

/// Why a part of a rule can't be converted.
struct LinknxMistake: Error, Equatable {
    var reason: String
    /// In the configuration; nil until it is known.
    var line: Int?

    init(_ reason: String, line: Int? = nil) {
        self.reason = reason
        self.line = line
    }
}

/// A part of a rule that is not in its scene.
struct LinknxRemark {
    var line: Int
    var text: String

    /// A line in the scene.
    var comment: String { "# not converted (line \(line)): \(LinknxText.line(text))" }
}

enum LinknxText {
    /// The text in one line.
    static func line(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension UnsafeMutablePointer where Pointee == xmlNode {
    /// The line in the file.
    var line: Int { xmlGetLineNo(self) }

    /// The attributes and elements that nothing reads.
    func rest(attributes: Set<String>, elements known: Set<String> = []) -> [LinknxRemark] {
        var remarks: [LinknxRemark] = []
        var next = pointee.properties
        while let attribute = next {
            let name = attribute.pointee.name.map { String(cString: $0) } ?? ""
            if !attributes.contains(name) {
                remarks.append(LinknxRemark(line: line, text: "\(name)=\"\(self.attribute(name) ?? "")\""))
            }
            next = attribute.pointee.next
        }
        return remarks
            + elements.filter { !known.contains($0.name) }.map { LinknxRemark(line: $0.line, text: "<\($0.name)>") }
    }
}
