import DomoLanguage
import DomoModel

// What messages on command topics become.

extension Hub {
    /// - Parameters:
    ///   - received: when it reached the bridge at the earliest.
    ///   - isStalled: whether it waited while the bridge did not run.
    mutating func handle(
        _ command: CommandTopic,
        _ message: BrokerMessage,
        received: Moment,
        isStalled: Bool,
        now: Moment
    ) {
        desk.noteReceived()
        let address = returnAddress(of: message)
        do throws(CommandFault) {
            try check(message, received: received, isStalled: isStalled, now: now)
            let until = received + deadline(of: message)
            switch command {
            case .order(let house, let element, let type):
                let order = try order(house, element, type, message, until: until)
                let id = begin(order.element, address, until: until, now: now)
                effects.append(.ask(.order(order), .order(id)))
            case .lamp(let house, let element):
                let orders = try orders(forLamp: element, house, message, until: until)
                // Each has an outcome of its own.
                for _ in orders.dropFirst() { desk.noteReceived() }
                for order in orders {
                    let id = begin(order.element, address, until: until, now: now)
                    effects.append(.ask(.order(order), .order(id)))
                }
            case .scene(let name):
                try checkScenes()
                guard CommandPayload.isOneLine(name) else {
                    throw CommandFault(Fault(.badRequest, "the name of the scene is not one line"))
                }
                let values = try SceneValues.read(message.payload)
                let id = begin("scene \(name)", address, until: until, now: now)
                let start = SceneStart(name: name, values: values, until: until.time)
                if configuration.rules.scenes.contains(name) {
                    run(start, id)
                } else {
                    effects.append(.ask(start.request(tag: nil), .explained(id, start)))
                }
            case .stopScenes:
                try checkScenes()
                let name = try CommandPayload.text(message.payload)
                let id = begin("stop scenes", address, until: until, now: now)
                let isForAll = ["", "ON", "PRESS"].contains(name)
                effects.append(
                    isForAll
                        ? .ask(.sceneStop(name: nil), .stopScenes(id)) : .ask(.sceneStop(name: name), .stopScene(id))
                )
            }
        } catch {
            let isOld = [.retained, .stalled, .expired].map(\CommandFault.Code.rawValue).contains(error.code)
            apply(desk.refuse(error, isOld ? .dropped : .refused, target: command.text(in: mirror), address))
        }
    }

    private mutating func begin(
        _ target: String,
        _ address: Command.ReturnAddress?,
        until: Moment,
        now: Moment
    ) -> CommandID {
        desk.begin(target: target, address, deadline: until.sinceBoot - now.sinceBoot, now: now)
    }

    /// Refuses what may be old.
    private func check(
        _ message: BrokerMessage,
        received: Moment,
        isStalled: Bool,
        now: Moment
    ) throws(CommandFault) {
        guard !message.isRetained else {
            throw CommandFault(.retained, "the message is retained; publish commands without the retain flag")
        }
        guard !isStalled else { throw CommandFault(.stalled, "it waited while domo-mqtt did not run") }
        guard (received + deadline(of: message)).sinceBoot > now.sinceBoot else {
            throw CommandFault(.expired, "the message was no longer good when it arrived")
        }
        guard isAttached, mirror != nil else { throw CommandFault(.offline, "domo-mqtt is not connected to domod") }
        guard !isReloading else { throw CommandFault(.offline, "the houses are being reloaded; repeat the command") }
        guard !desk.isFull else {
            throw CommandFault(
                Fault(.busy, "\(CommandDesk.maxPending) commands have no outcome yet", hint: "send fewer")
            )
        }
    }

    private func checkScenes() throws(CommandFault) {
        guard configuration.rules.takesCommands, configuration.rules.startsScenes else {
            throw CommandFault(.notListed, "no scenes can be started over MQTT")
        }
    }

    private func deadline(of message: BrokerMessage) -> Duration {
        min(configuration.deadline, message.expiry.map { .seconds(Int64($0)) } ?? configuration.deadline)
    }

    private func order(
        _ house: String,
        _ id: String,
        _ type: FacetType,
        _ message: BrokerMessage,
        until: Moment
    ) throws(CommandFault) -> Order {
        let element = try element(id, house)
        try check(element, type)
        let wish = try CommandPayload.wish(message.payload, for: type)
        if message.isDuplicate, wish.dependsOnState {
            throw CommandFault(.duplicate, "the message may be a duplicate; send \(wish.value) at QoS 0, or a value")
        }
        return Order(element: element.path, wish: wish, until: until.time, wait: .none)
    }

    /// A message to a lamp may order a colour and a level.
    private func orders(
        forLamp id: String,
        _ house: String,
        _ message: BrokerMessage,
        until: Moment
    ) throws(CommandFault) -> [Order] {
        let element = try element(id, house)
        guard let lamp = Lamp(element), lamp.hasTopics else {
            throw CommandFault(
                Fault(.refusedValue, "\(element.path) is no lamp with a level or a colour that takes commands")
            )
        }
        var colour: Colour?
        if case .colour(let shown)? = readings.known[element.path]?.readings.first(where: { $0.type == .colour })?
            .reading.value
        {
            colour = shown
        }
        let wishes = try LampPayload.wishes(message.payload, for: lamp, colour: colour)
        return wishes.map { Order(element: element.path, wish: $0, until: until.time, wait: .none) }
    }

    private func element(_ id: String, _ house: String) throws(CommandFault) -> MirrorElement {
        guard let element = mirror?.element(withID: id), element.house == house else {
            throw CommandFault(Fault(.unknownElement, "there is no element \(id) in the house \(house)"))
        }
        return element
    }

    private func check(_ element: MirrorElement, _ type: FacetType) throws(CommandFault) {
        guard element.types.contains(type) else {
            throw CommandFault(Fault(.refusedValue, "\(element.path) is not \(type.word)"))
        }
        guard element.takes(type) else {
            throw CommandFault(
                .notListed,
                "\(element.path) takes no commands over MQTT; add its path to commands in the configuration of domo-mqtt"
            )
        }
    }

    /// Answers go to no topic of the bridge itself or of its announcements: a sender could otherwise make the bridge
    /// write what it may not write.
    private func returnAddress(of message: BrokerMessage) -> Command.ReturnAddress? {
        guard let topic = message.responseTopic, !topic.isEmpty, !topic.hasPrefix("$"),
            !topic.contains(where: { $0 == "+" || $0 == "#" }), topic != topics.prefix,
            !topic.hasPrefix("\(topics.prefix)/"), topics.discovery.map({ !topic.hasPrefix("\($0)/") }) ?? true
        else { return nil }
        return Command.ReturnAddress(topic: topic, correlation: message.correlation)
    }

    // MARK: Scenes

    private mutating func run(_ start: SceneStart, _ id: CommandID) {
        effects.append(.askAlone(start.request(tag: "\(Self.tagPrefix)\(id.number)"), .scene(id)))
    }

    /// Whoever may not open the gate may not open it with a scene either.
    mutating func use(_ reply: Result<Explanation, Fault>, for id: CommandID, _ start: SceneStart) {
        switch reply {
        case .success(let explanation):
            guard let path = firstUnlisted(in: explanation) else { return run(start, id) }
            let what = "the scene orders \(path), which takes no commands over MQTT"
            let instead = "add \"\(start.name)\" to scenes in the configuration of domo-mqtt"
            apply(desk.note(CommandFault(.notListed, "\(what); \(instead)"), for: id))
        case .failure(let fault): apply(desk.note(CommandFault(fault), for: id))
        }
    }

    /// The path of an element that the scene orders, and that takes no commands.
    func firstUnlisted(in explanation: Explanation) -> String? {
        guard let mirror else { return nil }
        return explanation.signals.map(\.element).first { path in
            // Elements that are not published are judged by their names.
            guard let element = mirror.element(at: path) else {
                return !configuration.rules.takesCommands(path: path, elementClass: nil, isCover: false)
            }
            return element.isGuarded
        }
    }

    // MARK: Replies

    mutating func use(_ reply: Result<OrderReceipt, Fault>, for id: CommandID, now: Moment) {
        switch reply {
        case .success(let receipt): apply(desk.note(receipt, for: id, now: now))
        case .failure(let fault): apply(desk.note(CommandFault(fault), for: id))
        }
    }

    mutating func use(_ reply: Result<SceneReport, Fault>, for id: CommandID) {
        switch reply {
        case .success(let report): apply(desk.note(report, for: id))
        case .failure(let fault): apply(desk.note(CommandFault(fault), for: id))
        }
    }

    /// - Parameter reply: how the run ended that was stopped.
    mutating func use(_ reply: Result<SceneReport, Fault>, stoppedFor id: CommandID?) {
        guard let id else { return }
        switch reply {
        case .success: apply(desk.noteScene(for: id))
        case .failure(let fault): apply(desk.note(CommandFault(fault), for: id))
        }
    }

    /// Stops the scenes that are running.
    mutating func use(_ reply: Result<SceneList, Fault>, stoppedFor id: CommandID) {
        switch reply {
        case .success(let list):
            for scene in list.scenes { effects.append(.ask(.sceneStop(name: scene.name), .stopScene(nil))) }
            apply(desk.noteScene(for: id))
        case .failure(let fault): apply(desk.note(CommandFault(fault), for: id))
        }
    }
}
