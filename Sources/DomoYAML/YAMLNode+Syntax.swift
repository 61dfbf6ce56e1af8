import CLibYAML

extension YAMLNode.Fault {
    /// What libyaml reports, in plain words with what to do instead.
    ///
    /// - Parameter bytes: the text.
    init(_ parser: yaml_parser_t, in bytes: [UInt8]) {
        let problem = parser.problem.map { String(cString: $0) } ?? ""
        let context = parser.context.map { String(cString: $0) } ?? ""
        var mark = parser.problem_mark
        if parser.error == YAML_READER_ERROR {
            let line = 1 + bytes.prefix(parser.problem_offset).count { $0 == UInt8(ascii: "\n") }
            self.init(line: line, column: 1, message: "invalid text; use UTF-8 without control characters")
            return
        }
        // Where the file ends says nothing; where something was opened does.
        let openings = ["found unexpected end", "could not find expected", "did not find expected ',' or"]
        if parser.context != nil, openings.contains(where: problem.hasPrefix) { mark = parser.context_mark }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.indices.contains(mark.line) ? String(decoding: lines[mark.line], as: UTF8.self) : ""
        let isTab = line.unicodeScalars.dropFirst(mark.column).first == "\t"
        self.init(line: mark.line + 1, column: mark.column + 1, message: Self.text(problem, context, isTab: isTab))
    }

    /// libyaml has no codes for its errors, only these texts.
    private static func text(_ problem: String, _ context: String, isTab: Bool) -> String {
        switch problem {
        case "found character that cannot start any token" where isTab,
            "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            "a tab in the indentation; use spaces"
        case "found character that cannot start any token":
            "a value can't begin with this character; put it in quotes"
        case "mapping values are not allowed in this context":
            "unexpected \":\"; check the indentation and the line before, or put a value that contains \": \" in quotes"
        case "could not find expected ':'": "a key without \":\"; write key: value"
        case "did not find expected key": "expected a key here; check the indentation of this line and the one before"
        case "did not find expected '-' indicator": "expected \"- \" here; check the indentation of the list"
        case "did not find expected ',' or ']'": "a list in brackets is not closed; write [VALUE, VALUE]"
        case "did not find expected ',' or '}'": "a mapping in braces is not closed; write {key: value, key: value}"
        case "found unexpected end of stream" where context.hasSuffix("quoted scalar"):
            "quotes that are not closed; add the closing quote"
        case "block sequence entries are not allowed in this context":
            "unexpected \"- \"; begin a list on a line of its own below its key"
        case "found unknown escape character":
            "an unknown escape in double quotes; use single quotes, or write \\\\ for \\"
        case "found undefined alias": "an undefined alias (*); put the value in quotes"
        case "": "this is not YAML; write key: value lines"
        default: "\(problem); check the syntax of this line"
        }
    }
}
