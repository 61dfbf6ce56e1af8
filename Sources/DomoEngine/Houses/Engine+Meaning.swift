import DomoLanguage
import DomoModel

// What names and wishes mean.

extension Engine {
    func element(named name: String, seenIn scope: Scope = .everything) throws(Fault) -> ElementID {
        try catalog.index.meaning(of: name, seenIn: scope)
    }

    func target(_ id: ElementID) -> Target { Target(id, in: catalog.index) }

    /// The whole path of the place, or else of the element, that a name means.
    func wholePath(_ name: String, seenIn scope: Scope) throws(Fault) -> String {
        try catalog.index.path(named: name, seenIn: scope)
    }

    /// Finds a place, or an element where no place bears the name.
    func find(_ name: String, seenIn scope: Scope) throws(Fault) -> HouseIndex.Found {
        try catalog.index.find(name, seenIn: scope)
    }

    func server(of element: ElementID) throws(Fault) -> Int { try catalog.server(of: element) }
}

extension Catalog {
    func server(of element: ElementID) throws(Fault) -> Int {
        let house = index.house(of: element)
        guard let server = serverOfHouse[house] else {
            throw Fault(
                .badConfiguration,
                "the house \(index.houses[house].name) has no server",
                hint: "start domod with --server URL, or name the house's server in the configuration"
            )
        }
        return server
    }

    /// What would be sent to bring an element to a value.
    func signal(for value: Value, of element: ElementID) throws(Fault) -> Explanation.Signal {
        let server = servers[try server(of: element)]
        let path = index.path(of: element)
        do {
            let signal = try server.driver.signal(for: value, of: Target(element, in: index))
            return Explanation.Signal(element: path, action: value.word, signal: signal)
        } catch {
            throw Fault(.refusedValue, "\(path): \(error.message)", hint: error.hint)
        }
    }

    /// True while the server of an element does not answer.
    func isUnreachable(_ element: ElementID, _ delivery: Delivery) -> Bool {
        guard let server = serverOfHouse[index.house(of: element)] else { return false }
        return delivery.servers[server].isReachable == false
    }
}

extension HouseIndex {
    enum Found {
        case place(PlaceID)
        case element(ElementID)
    }

    /// Finds a place, or an element where no place bears the name.
    func find(_ name: String, seenIn scope: Scope) throws(Fault) -> Found {
        do {
            return .place(try place(named: name, where: scope.placeFilter(for: self)))
        } catch {
            let fault = Fault(error, unknown: .unknownPlace, what: "house or sector")
            guard fault.code == .unknownPlace else { throw fault }
            do throws(Fault) {
                return .element(try meaning(of: name, seenIn: scope))
            } catch let elementFault {
                throw elementFault.code == .unknownElement ? fault : elementFault
            }
        }
    }

    /// The whole path of the place, or else of the element, that a name means.
    func path(named name: String, seenIn scope: Scope) throws(Fault) -> String {
        switch try find(name, seenIn: scope) {
        case .place(let place): self[place].path
        case .element(let element): path(of: element)
        }
    }

    /// The element that a name means.
    func meaning(of name: String, seenIn scope: Scope = .everything) throws(Fault) -> ElementID {
        do {
            return try element(named: name, where: scope.elementFilter(for: self))
        } catch {
            if case .unknown = error, let place = try? place(named: name, where: scope.placeFilter(for: self)) {
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

extension Order.Wish {
    /// What it means, where that doesn't depend on the state; nil where it does.
    func absoluteValue(for element: Element) throws(Fault) -> Value? {
        do throws(ValueRefusal) {
            switch self {
            case .value(let value, as: let type):
                return try element.order(value, as: type)
            case .level(.to(let percent)):
                try element.require(.regulable, for: "dim")
                return .level(percent)
            case .level(.by):
                try element.require(.regulable, for: "dim")
                return nil
            case .toggle:
                try element.require(.binary, for: "toggle")
                return nil
            }
        } catch {
            throw Fault(.refusedValue, error.message, hint: error.hint)
        }
    }
}

/// What a wish that depends on the state means in that state.
func resolve(
    _ wish: Order.Wish,
    for id: ElementID,
    in index: HouseIndex,
    state: StateTable.State
) throws(Fault) -> Value {
    func known(_ type: FacetType, _ instead: String) throws(Fault) -> Value {
        let reading = state[type]
        guard let reading, let value = reading.value, !reading.isStale else {
            let why = reading == nil ? "is not known" : "is in doubt"
            throw Fault(.unknownState, "the state of \(index[id].name) \(why)", hint: "say \(instead)")
        }
        return value
    }
    switch wish {
    case .toggle: return try known(.binary, "on or off") == .on ? .off : .on
    case .level(.by(let points)):
        guard case .level(let level) = try known(.regulable, "a level, 0–100") else { return .level(.zero) }
        return .level(Percent(clamping: level.value + points))
    case .level(.to(let percent)): return .level(percent)
    case .value(let value, as: let type):
        do {
            return try index[id].order(value, as: type)
        } catch {
            throw Fault(.refusedValue, error.message, hint: error.hint)
        }
    }
}

extension Fault {
    /// - Parameter closest: the scene that may have been meant.
    static func unknownScene(_ name: String, closest: String?) -> Fault {
        Fault(
            .unknownScene,
            "there is no scene \"\(name.prefix(80))\"",
            hint: closest.map { "did you mean \(Words.quoted($0))?" } ?? "\"domo scenes\" lists what there is"
        )
    }

    fileprivate init(_ fault: NameFault, unknown code: Code, what: String) {
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
