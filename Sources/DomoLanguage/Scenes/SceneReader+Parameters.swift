import DomoModel

// The lines `takes NAME TYPE [MINIMUM..MAXIMUM] [default VALUE]`.

extension SceneReader {
    mutating func parameter(_ verb: Words.Word, _ line: inout LineReader) throws(Script.Mistake) {
        let kinds = SceneParameter.Kind.allCases.map(\.rawValue)
        let hint = "write: takes level percent, or takes temperature number 5..30 default 20"
        let name = try line.need("a name", hint: hint)
        guard SceneParameter.isName(name.text) else {
            throw line.mistake(
                name,
                "\"\(name.text.prefix(80))\" is not a name for a value",
                hint: "use 1–\(SceneParameter.maxNameLength) letters, digits and _, beginning with a letter"
            )
        }
        let word = try line.need("a type", hint: "the types are: \(kinds.joined(separator: ", "))")
        guard let kind = SceneParameter.Kind(rawValue: word.text) else {
            throw line.mistake(
                word,
                "unknown type \"\(word.text.prefix(80))\"",
                hint: "the types are: \(kinds.joined(separator: ", "))"
            )
        }
        var parameter = SceneParameter(name: name.text, kind: kind, at: line.position(of: name))
        if let range = line.next, !range.isKeyword("default") {
            line.consumeWord()
            parameter.range = try Self.range(range, kind, line)
        }
        if line.consume(keyword: "default") {
            let value = try line.need("a value", hint: hint)
            do throws(Fault) {
                parameter.standard = try parameter.read(value.text)
            } catch {
                throw Script.Mistake(line: line.number, column: value.column, fault: error)
            }
        }
        try line.end(hint: hint)
        guard !script.parameters.contains(where: { $0.name == parameter.name }) else {
            throw line.mistake(name, "\"takes \(parameter.name)\" is given twice", hint: "remove one of them")
        }
        guard script.parameters.count < Script.maxParameters else {
            throw line.mistake(verb, "the scene takes more than \(Script.maxParameters) values", hint: "remove some")
        }
        script.parameters.append(parameter)
    }

    private static func range(
        _ word: Words.Word,
        _ kind: SceneParameter.Kind,
        _ line: LineReader
    ) throws(Script.Mistake) -> ClosedRange<Double> {
        guard kind == .number || kind == .percent else {
            throw line.mistake(
                word,
                "unexpected argument \"\(word.text.prefix(80))\"",
                hint: "only a number or a percentage has a range"
            )
        }
        let ends = word.text.split(separator: ".", omittingEmptySubsequences: false)
        // `5..30` has an empty part between the points, `0.5..1.5` has points of its own.
        guard let gap = ends.firstIndex(where: \.isEmpty),
            let first = NumberText.read(ends[..<gap].joined(separator: ".")),
            let last = NumberText.read(ends[(gap + 1)...].joined(separator: ".")), first <= last,
            kind == .number || first >= 0 && last <= 100
        else {
            throw line.mistake(
                word,
                "\"\(word.text.prefix(80))\" is not a range",
                hint: kind == .percent ? "write: 0..50, within 0..100" : "write: 5..30"
            )
        }
        return first...last
    }
}
