import DomoLanguage
import DomoModel

// Faults for names that are unknown or ambiguous.

extension HouseIndex {
    enum Found {
        case place(PlaceID)
        case element(ElementID)
    }

    /// Finds a place, or an element if no place has the name.
    func find(_ name: String, seenIn scope: Scope) throws(Fault) -> Found {
        let similarPlaces: [String]
        do {
            return .place(try place(named: name, where: scope.placeFilter(for: self)))
        } catch {
            guard case .unknown(_, let suggestions) = error else { throw Fault(error, unknown: .unknownPlace) }
            similarPlaces = suggestions
        }
        do {
            return .element(try element(named: name, where: scope.elementFilter(for: self)))
        } catch {
            guard case .unknown(_, let suggestions) = error else { throw Fault(error, unknown: .unknownElement) }
            let similar = (similarPlaces + suggestions.filter { !similarPlaces.contains($0) }).prefix(3)
            throw Fault(.unknown(name: name, suggestions: Array(similar)), unknown: .unknownPlace)
        }
    }

    /// The full path of the place, or else the element, with a name.
    func path(named name: String, seenIn scope: Scope) throws(Fault) -> String {
        switch try find(name, seenIn: scope) {
        case .place(let place): self[place].path
        case .element(let element): path(of: element)
        }
    }

    /// The element with a name.
    func meaning(of name: String, seenIn scope: Scope = .everything) throws(Fault) -> ElementID {
        do {
            return try element(named: name, where: scope.elementFilter(for: self))
        } catch {
            // If it names no place either, the error about elements stands.
            if case .unknown = error, let place = try? place(named: name, where: scope.placeFilter(for: self)) {
                throw Fault(
                    .unknownElement,
                    "\(self[place].path) is a \(self[place].isHouse ? "house" : "sector"), not an element",
                    hint:
                        "\"domo ls \(Words.quoted(name))\" lists its elements; \"set PLACE VALUE --all\" and \"off PLACE\" order all of them"
                )
            }
            throw Fault(error, unknown: .unknownElement)
        }
    }
}

extension Fault {
    /// - Parameter closest: the scene that may have been meant.
    static func unknownScene(_ name: String, closest: String?) -> Fault {
        Fault(
            .unknownScene,
            "there is no scene \"\(name.prefix(80))\"",
            hint: closest.map { "did you mean \(Words.quoted($0))?" } ?? "\"domo scenes\" lists the scenes"
        )
    }

    init(_ fault: NameFault, unknown code: Code) {
        let what = code == .unknownPlace ? "house, sector or element" : "element"
        switch fault {
        case .unknown(let name, let suggestions):
            let quoted = suggestions.map(Words.quoted)
            self.init(
                code,
                "there is no \(what) \"\(name.prefix(200))\"",
                hint: quoted.isEmpty
                    ? "\"domo ls -r\" lists all names" : "did you mean \(quoted.joined(separator: " or "))?"
            )
        case .ambiguous(let name, let candidates):
            self.init(
                .ambiguousName,
                "\"\(name.prefix(200))\" is ambiguous",
                hint: "use one of: " + candidates.map(Words.quoted).joined(separator: ", ")
            )
        }
    }
}
