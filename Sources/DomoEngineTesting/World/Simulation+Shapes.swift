import DomoEngine
import DomoLanguage
import DomoModel

// Houses of any shape, houses without a server, and ambiguous names.

extension Simulation {
    /// Servers of any kind, most of which report nothing. The houses come with the first load.
    func buildShapes() {
        let confirmWithin = Duration.milliseconds(dice.number(scenario.confirmWithin))
        for number in 0..<3 {
            let kinds: [SimulatedServer.Kind] = dice.chance(600) ? [.none] : [.all, .one, .both]
            let deadline = dice.number(500...scenario.serverDeadline)
            addServer(number, kinds[dice.below(kinds.count)], confirmWithin, deadline: deadline)
        }
        serverOfHouse = HouseShapes.houseNames.map { _ in nil }
    }

    /// A load with other houses, other servers for the houses, and other scenes; or mostly the same as before.
    func shapedCatalog(isVaried: Bool) -> Catalog {
        let isFirst = shape.isEmpty
        if isFirst || isVaried && dice.chance(600) { shape = HouseShapes.houses(&dice) }
        var assigned = serverOfHouse
        if isFirst || isVaried && dice.chance(400) {
            assigned = assigned.map { _ in dice.chance(120) ? nil : dice.below(servers.count) }
        }
        let numbers = shape.map { HouseShapes.houseNames.firstIndex(of: $0.name) ?? 0 }
        let used = Set(numbers.compactMap { assigned[$0] })
        let order = HouseShapes.shuffled(servers.indices.filter { used.contains($0) || dice.chance(300) }, &dice)
        update(Set(order), isVaried: isVaried)
        place(HouseIndex(shape), assigned)
        if isFirst || isVaried && dice.chance(500) { shapedScenes = randomScenes() }
        return Catalog(
            houses: shape,
            links: order.map { link($0) },
            linkOfHouse: numbers.map { house in assigned[house].flatMap { order.firstIndex(of: $0) } },
            scenes: shapedScenes
        )
    }

    private func update(_ present: Set<Int>, isVaried: Bool) {
        for number in servers.indices {
            if !present.contains(number) || !servers[number].isPresent { removeServer(number) }
            servers[number].isPresent = present.contains(number)
            servers[number].isRead = servers[number].plan != nil && present.contains(number)
            if isVaried, dice.chance(300) { servers[number].maxInFlight = dice.number(1...4) }
            servers[number].connections = min(servers[number].connections, servers[number].maxInFlight)
        }
    }

    /// Updates the elements, their types and their servers.
    private func place(_ index: HouseIndex, _ assigned: [Int?]) {
        var present: [String: Element] = [:]
        for (number, element) in index.elements.enumerated() {
            let path = index.path(of: ElementID(number))
            present[path] = element
            guard elementNumbers[path] == nil else { continue }
            let house = HouseShapes.houseNames.firstIndex { path.hasPrefix($0 + "/") } ?? 0
            addElement(element, path, house)
        }
        for number in elements.indices {
            let element = present[elements[number].path]
            if element == nil { remove(number) }
            if let element { changeTypes(of: number, to: element) }
            let house = elements[number].house
            if serverOfHouse[house] != assigned[house] { changeServer(of: number) }
            elements[number].isPresent = element != nil
        }
        serverOfHouse = assigned
        for number in elements.indices { elements[number].awaiting.removeAll { !staysConfirmable($0) } }
        for house in assigned.indices where assigned[house] == nil { coverage.note("houses without a server") }
    }

    private func changeTypes(of number: Int, to element: Element) {
        let types = element.types
        guard elements[number].types != types else { return }
        let gone = elements[number].types.filter { !types.contains($0) }
        let new = types.filter { !elements[number].types.contains($0) }
        if elements[number].isPresent, !gone.isEmpty { coverage.note("types removed") }
        elements[number].element = element
        elements[number].actuator.isDimmer = types.contains(.regulable)
        for type in gone { elements[number].expected[Int(type.rawValue)] = ExpectedReading() }
        noteMoreTypes(new, number)
        elements[number].accepted?.keep(types)
        for (id, entry) in transmissions where entry.elements == [number] {
            if let action = entry.action, !types.contains(action.type) { transmissions[id]?.gone.insert(number) }
        }
    }

    static let randomSceneNames = ["Night", "Day"]

    private func randomScenes() -> [Catalog.Scene] {
        Self.randomSceneNames.filter { _ in dice.chance(700) }.map { name in
            let lines = (0..<dice.below(scenario.maxSceneSteps + 1)).map { _ in
                let (name, meaning) = randomName()
                return Order(element: name, wish: randomWish(meaning.element)).line
            }
            return Catalog.Scene(
                name: name,
                file: name + ".domo",
                script: ScriptParser.parse(lines.joined(separator: "\n")).script
            )
        }
    }

    // MARK: - People

    func actInShapes() {
        switch dice.below(100) {
        case 0..<4: ask(.status, .other)
        case 4..<10:
            let (name, meaning) = randomName()
            ask(.show(element: name), .other, PendingRequest(kind: .other, due: time, meaning: meaning))
        case 10..<12: ask(.list(path: nil, recursive: true), .other)
        case 12..<18: ask(.scene(name: ["Night", "Day", "Nowhere"][dice.below(3)], explain: false), .scene)
        default: placeShapedOrder()
        }
    }

    private func placeShapedOrder() {
        let (name, meaning) = randomName()
        let wish = randomWish(meaning.element)
        let wait: Awaited = dice.chance(150) ? .confirmed : dice.chance(200) ? .none : .accepted
        let deadline: Duration? = dice.chance(400) ? .milliseconds(dice.number(scenario.deadlines)) : nil
        var request = PendingRequest(kind: .order, wait: wait, due: time, meaning: meaning, wish: wish)
        if case .one(let number) = meaning, let server = server(of: number) {
            request.deadline = time + (deadline?.nanoseconds ?? servers[server].deadline)
        }
        request.due = dueReply(to: request)
        ask(.order(Order(element: name, wish: wish, deadline: deadline, wait: wait)), .order, request)
    }

    /// Mostly a full path; otherwise its end, which may be ambiguous, or an unknown name.
    private func randomName() -> (String, NameMeaning) {
        let path = elements[dice.below(elements.count)].path
        let names = path.split(separator: "/")
        let name =
            switch dice.below(12) {
            case 0: String(names.last ?? "")
            case 1: names.suffix(2).joined(separator: "/")
            case 2: "Nada"
            default: path
            }
        return (name, meaning(of: name))
    }

    private func meaning(of name: String) -> NameMeaning {
        let fitting = elements.indices.filter { number in
            let path = elements[number].path
            return elements[number].isPresent && (path == name || path.hasSuffix("/" + name))
        }
        let exact = fitting.first { elements[$0].path == name }
        guard let number = exact ?? fitting.first else { return .nothing }
        guard exact != nil || fitting.count == 1 else { return .several }
        return server(of: number) == nil ? .notConnected(number) : .one(number)
    }

    /// Often for a type that the element has, otherwise for any.
    private func randomWish(_ element: Int?) -> Order.Wish {
        let level = Percent(clamping: dice.number(-20...110))
        if let element, dice.chance(600) {
            switch elements[element].types[dice.below(elements[element].types.count)] {
            case .binary: return dice.chance(300) ? .toggle : .value(dice.chance(500) ? "on" : "off", as: nil)
            case .regulable: return dice.chance(400) ? .level(.by(dice.number(-60...60))) : .level(.to(level))
            case .bidirectional: return .value(["up", "down", "stop"][dice.below(3)], as: nil)
            case .colour:
                return .value(["#ff0000", "#00ff80", "1K"][dice.below(3)], as: nil)
            case .value:
                return .value(dice.chance(100) ? SimulatedLink.impossibleText : "texto \(level.value)", as: nil)
            }
        }
        switch dice.below(6) {
        case 0: return .toggle
        case 1: return .level(.to(level))
        case 2: return .level(.by(dice.number(-60...60)))
        case 3: return .value(["on", "off", "up", "down", "stop"][dice.below(5)], as: nil)
        default: return .value(String(level.value), as: nil)
        }
    }
}
