import DomoLanguage
import DomoModel

// What is said of a name that means nothing, or several things.

extension HouseIndex {
    /// The element that a name means.
    func meaning(of name: String) throws(Fault) -> ElementID {
        do {
            return try element(named: name)
        } catch {
            if case .unknown = error, let place = try? place(named: name) {
                throw Fault(
                    .unknownElement,
                    "\(self[place].path) is a \(self[place].isHouse ? "house" : "sector"), not an element",
                    hint: "name something in it; domo ls \(Words.quoted(name)) tells what there is"
                )
            }
            throw Fault(error, unknown: .unknownElement, what: "element")
        }
    }
}

extension Fault {
    static func unknownScene(_ name: String, among scenes: [String]) -> Fault {
        let closest = closestWord(to: name, among: scenes)
        return Fault(
            .unknownScene,
            "there is no scene \"\(name.prefix(80))\"",
            hint: closest.map { "did you mean \(Words.quoted($0))?" } ?? "\"domo scenes\" lists what there is"
        )
    }

    init(_ fault: NameFault, unknown code: Code, what: String) {
        switch fault {
        case .unknown(let name, let suggestions):
            let quoted = suggestions.map(Words.quoted)
            self.init(
                code,
                "there is no \(what) \"\(name.prefix(200))\"",
                hint: quoted.isEmpty
                    ? "\"domo ls -r\" lists what there is" : "did you mean \(quoted.joined(separator: " or "))?"
            )
        case .ambiguous(let name, let candidates):
            self.init(
                .ambiguousName,
                "\"\(name.prefix(200))\" fits several",
                hint: "say which: " + candidates.map(Words.quoted).joined(separator: ", ")
            )
        }
    }
}
