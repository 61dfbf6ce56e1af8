import DomoKNX
import DomoModel

/// Descriptions and comments of ETS: a short name for people becomes a label, everything else a comment.
struct Remarks: Equatable {
    /// The maximum length of a label, in characters.
    static let labelLimit = 60

    var label: String?
    var comments: [String] = []

    init() {}

    /// - Parameters:
    ///   - texts: the texts, the best label first.
    ///   - name: the name of the element, which needs no label.
    init(_ texts: [String], name: String) {
        for text in texts.map(RichText.plain) {
            let line = HouseName.clean(text)
            guard !line.isEmpty, FoldedName.fold(line) != FoldedName.fold(name), line != label,
                !comments.contains(text)
            else { continue }
            let isLine =
                !text.contains(where: \.isNewline) && line.count <= Self.labelLimit && line.contains(where: \.isLetter)
            if label == nil, isLine, !Self.isTechnical(text) {
                label = line
            } else {
                comments.append(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
            }
        }
    }

    /// Whether it names a device or a channel: `1.1.5 Kanal A`.
    private static func isTechnical(_ text: String) -> Bool {
        if ChannelGrouping.mark(in: text) != nil { return true }
        return text.split(whereSeparator: \.isWhitespace).contains { word in
            let parts = word.split { ".,;:()[]".contains($0) }
            return parts.count == 3 && parts.allSatisfy { Int($0) != nil } || GroupNotation.style(of: word) == .three
        }
    }
}

/// The comments of ETS, which are plain text or RTF.
enum RichText {
    /// Removes the markup of RTF.
    static func plain(_ text: String) -> String {
        guard text.hasPrefix("{\\rtf") else { return text }
        var result = String.UnicodeScalarView()
        var scalars = Array(text.unicodeScalars)[...]
        /// The depth at which a group without text, such as the table of fonts, began.
        var hidden: Int?
        var depth = 0
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "{":
                depth += 1
                let start = String(String.UnicodeScalarView(scalars.prefix(12)))
                let isHidden = ["\\*", "\\fonttbl", "\\colortbl", "\\stylesheet", "\\info"].contains {
                    start.hasPrefix($0)
                }
                if hidden == nil, isHidden { hidden = depth }
            case "}":
                if hidden == depth { hidden = nil }
                depth -= 1
            case "\\":
                let shown = control(&scalars)
                if hidden == nil { result.append(contentsOf: shown) }
            case "\r", "\n": break
            default: if hidden == nil { result.append(scalar) }
            }
        }
        return String(result)
    }

    /// - Returns: what a control word shows.
    private static func control(_ scalars: inout ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        guard let first = scalars.first else { return [] }
        if first == "'" {
            let digits = String(String.UnicodeScalarView(scalars.dropFirst().prefix(2)))
            scalars = scalars.dropFirst(3)
            return UInt8(digits, radix: 16).map { Array(ExportText.decode([$0]).unicodeScalars) } ?? []
        }
        guard first.properties.isAlphabetic else {
            scalars = scalars.dropFirst()
            return "\\{}".unicodeScalars.contains(first) ? [first] : first == "~" ? [" "] : []
        }
        let word = scalars.prefix { $0.properties.isAlphabetic }
        scalars = scalars.dropFirst(word.count)
        let number = scalars.prefix { $0 == "-" || ("0"..."9").contains($0) }
        scalars = scalars.dropFirst(number.count)
        if scalars.first == " " { scalars = scalars.dropFirst() }
        switch String(String.UnicodeScalarView(word)) {
        case "par", "line": return ["\n"]
        case "tab": return [" "]
        case "u":
            // The next character is for readers without Unicode.
            scalars = scalars.dropFirst()
            guard let code = Int16(String(String.UnicodeScalarView(number))),
                let scalar = Unicode.Scalar(UInt16(bitPattern: code))
            else { return [] }
            return [scalar]
        default: return []
        }
    }
}
