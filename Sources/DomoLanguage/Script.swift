/// A scene file: orders in the command language, one a line, carried out one after the other.
public struct Script: Equatable, Sendable {
    public struct Step: Equatable, Sendable {
        /// Counted from 1.
        public var line: Int
        public var order: Order
    }

    /// What is wrong in a script, and where. Lines and columns are counted from 1.
    public struct Mistake: Error, Equatable, Sendable {
        public var line: Int
        public var column: Int
        public var fault: Fault
    }

    /// From the line `name "…"`; nil where there is none.
    public var name: String?
    public var steps: [Step]

    /// - Returns: the script, and every mistake that is in it. A script with mistakes must not be run.
    public static func parse(_ text: String) -> (script: Script, mistakes: [Mistake]) {
        var script = Script(name: nil, steps: [])
        var mistakes: [Mistake] = []
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
                    script.steps.append(Step(line: number, order: order))
                }
            } catch {
                mistakes.append(Mistake(line: number, column: column, fault: error))
            }
        }
        return (script, mistakes)
    }
}
