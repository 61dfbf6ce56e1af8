/// Reads scene files.
public enum ScriptParser {
    /// - Returns: the script, and every mistake that is in it. A script with mistakes must not be run.
    public static func parse(_ text: String) -> (script: Script, mistakes: [Script.Mistake]) {
        var script = Script()
        var mistakes: [Script.Mistake] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let number = index + 1
            var column = 1
            do throws(Fault) {
                let words: [Words.Word]
                do throws(Words.Unclosed) {
                    words = try Words.split(line)
                } catch {
                    column = error.column
                    throw error.fault
                }
                column = words.first?.column ?? 1
                if words.first?.text == "name" {
                    guard words.count == 2, script.name == nil, script.steps.isEmpty else {
                        throw Fault(
                            .badRequest,
                            "misplaced name",
                            hint: "name \"…\" stands once, before the first step"
                        )
                    }
                    script.name = words[1].text
                } else if let request = try RequestParser.parse(words) {
                    guard case .order(let order) = request, !order.explain else {
                        throw Fault(
                            .badRequest,
                            "\(words[0].text) is no step of a scene",
                            hint: "the steps are: set, dim, toggle"
                        )
                    }
                    let position = Script.Position(line: number, column: column)
                    let at = Script.At(element: Script.Position(line: number, column: words[1].column))
                    script.steps.append(Script.Step(.order(order, at), at: position))
                }
            } catch {
                mistakes.append(Script.Mistake(line: number, column: column, fault: error))
            }
        }
        return (script, mistakes)
    }
}
