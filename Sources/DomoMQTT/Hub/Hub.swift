import DomoLanguage
import DomoModel

/// Decides what is published, and what commands become. It does no I/O: messages, replies and moments go in; requests
/// and publications come out.
///
/// The house is published when the hub knows it, and what the broker has retained of it: either may come first.
struct Hub {
    /// How long the broker may take to send what it has retained.
    static let sweepPatience: Duration = .seconds(5)
    /// Each command changes the counts, and publishing them would take the broker from it.
    static let countsPause: Duration = .seconds(1)
    /// Changes of the house and its links come in groups.
    static let syncPause: Duration = .milliseconds(200)
    /// How often the readings are asked for although nothing is reported. domod reports nothing of links to a client that is
    /// limited to places.
    static let checks: (usual: Duration, limited: Duration) = (.seconds(600), .seconds(15))

    let configuration: MQTTConfiguration
    let topics: Topics

    private(set) var isConnected = false
    private(set) var isAttached = false
    /// Whether the houses that domod has may be others than those that the hub knows.
    private(set) var isReloading = false
    /// Nil until domod has described the house.
    private(set) var mirror: HouseMirror?
    /// Those that are announced.
    private(set) var scenes: [SceneList.Scene] = []
    private var candidates: [SceneList.Scene] = []
    private var scenesChanged = false
    var readings = MirrorReadings()
    var retained = RetainedTopics()
    var queue = PublicationQueue()
    var desk = CommandDesk()
    var announcer: Announcer
    private var leftovers = Leftovers()
    var effects: [HubEffect] = []

    private var checkPause = Hub.checks.usual
    /// When the readings are asked for again.
    private var nextCheck: Duration?
    /// When the house is asked for again.
    private var nextSync: Duration?
    /// While the broker sends what it has retained: until when that is awaited.
    private var sweepEnd: Duration?
    /// The retained messages are subscribed to until the marker comes.
    private var marker: [UInt8] = []
    private var markers: UInt64 = 0
    /// The devices that are to be published once nothing else waits: all at once would take twice the memory.
    private var unpublished = 0..<0
    /// Whether the readings are those of the mirror. Until then it is not known what the broker should have.
    private var knowsReadings = false
    private var publishedCounts: CommandCounts?
    /// When the counts may be published again.
    private var nextCounts: Duration = .zero

    init(_ configuration: MQTTConfiguration, version: String) {
        self.configuration = configuration
        topics = configuration.topics
        announcer = Announcer(configuration, version: version)
    }

    mutating func takeEffects() -> [HubEffect] {
        defer { effects = [] }
        return effects
    }

    // MARK: The broker

    mutating func brokerConnected(now: Moment) {
        isConnected = true
        retained.forgetBroker()
        announcer.forgetBroker()
        leftovers.removeAll()
        discardPublications()
        publishedCounts = nil
        nextCounts = .zero
        for filter in topics.commandFilters { effects.append(.subscribe(filter, wantsRetained: false)) }
        if let birth = topics.birth { effects.append(.subscribe(birth, wantsRetained: false)) }
        for filter in topics.retainedFilters { effects.append(.subscribe(filter, wantsRetained: true)) }
        markers += 1
        marker = Array("\(now.time.milliseconds).\(markers)".utf8)
        queue.add(Publication(topics.marker, marker))
        sweepEnd = now.sinceBoot + Self.sweepPatience
        set(topics.bridge, "online")
        set(topics.daemon, isAttached ? "online" : "offline")
        publishCounts(now: now)
        publishHouse()
    }

    mutating func brokerLost() {
        isConnected = false
        discardPublications()
        announcer.forgetBroker()
        sweepEnd = nil
    }

    /// The last message of the bridge, after which the connection ends.
    mutating func farewell() {
        discardPublications()
        announcer.forgetBroker()
        set(topics.bridge, "offline")
    }

    /// - Parameters:
    ///   - received: when it reached the bridge at the earliest.
    ///   - isStalled: whether it waited while the bridge did not run.
    mutating func handle(_ message: BrokerMessage, received: Moment, isStalled: Bool, now: Moment) {
        if message.topic == topics.marker {
            if message.payload == marker { endSweep(now: now) }
        } else if message.topic == topics.birth {
            if message.payload.elementsEqual("online".utf8) { announcer.announceAll(again: true) }
        } else if let command = CommandTopic(message.topic, topics: topics) {
            handle(command, message, received: received, isStalled: isStalled, now: now)
        } else if !message.payload.isEmpty {
            noteFound(message)
        }
    }

    private mutating func noteFound(_ message: BrokerMessage) {
        if announcer.noteFound(message) { return }
        guard CommandTopic.isOurs(message.topic, topics: topics) else { return }
        retained.noteFound(message.topic)
    }

    /// The broker has sent what it had retained.
    private mutating func endSweep(now: Moment) {
        guard sweepEnd != nil else { return }
        sweepEnd = nil
        marker = []
        for filter in topics.retainedFilters { effects.append(.unsubscribe(filter)) }
        sweep()
    }

    /// Removes what nobody has any more, once the house is known too.
    private mutating func sweep() {
        guard sweepEnd == nil, knowsReadings, unpublished.isEmpty, mirror != nil, isConnected else { return }
        for topic in retained.sweep() { clear(topic) }
        announcer.start()
    }

    // MARK: domod

    mutating func daemonConnected(now: Moment) {
        isAttached = true
        effects.append(.ask(.watch(Watched(orders: true)), .watch))
        sync(now: now)
        set(topics.daemon, "online")
    }

    mutating func daemonLost() {
        guard isAttached else { return }
        isAttached = false
        (nextSync, nextCheck) = (nil, nil)
        isReloading = false
        forgetReadings()
        readings.removeAll()
        apply(desk.noteLoss())
        set(topics.daemon, "offline")
    }

    mutating func use(_ session: SessionView, now: Moment) {
        checkPause = session.places == nil ? Self.checks.usual : Self.checks.limited
        nextCheck = now.sinceBoot + checkPause
    }

    private mutating func askForReadings(now: Moment) {
        effects.append(.ask(.list(path: nil, recursive: true, language: configuration.language), .listing))
        readings.awaitListing()
        nextCheck = now.sinceBoot + checkPause
    }

    private mutating func sync(now: Moment) {
        nextSync = nil
        effects.append(.ask(.model(path: nil, ids: true), .model))
        askForReadings(now: now)
        effects.append(.ask(.scenes, .scenes))
    }

    mutating func use(_ model: ModelView) {
        let new = HouseMirror(model, rules: configuration.rules, language: configuration.language)
        if let old = mirror { removeTopics(of: old, not: new) }
        mirror = new
        announcer.use(new, scenes: scenes, language: configuration.language)
    }

    mutating func use(_ listing: Listing) {
        readings.use(listing)
        isReloading = false
        knowsReadings = true
        publishHouse()
        sweep()
    }

    mutating func use(_ list: SceneList) {
        scenes = []
        candidates = list.scenes.filter { $0.file != nil }
        guard configuration.rules.takesCommands, configuration.rules.startsScenes else { return announceScenes() }
        for scene in candidates where !configuration.rules.scenes.contains(scene.name) {
            effects.append(
                .ask(.scene(name: scene.name, explain: true), .announced(scene: scene.name))
            )
        }
        scenes = candidates.filter { configuration.rules.scenes.contains($0.name) }
        announceScenes()
    }

    /// A scene that can't be started is not announced.
    mutating func use(_ reply: Result<Explanation, Fault>, forScene name: String) {
        guard case .success(let explanation) = reply, firstUnlisted(in: explanation) == nil,
            let scene = candidates.first(where: { $0.name == name })
        else { return }
        scenes.append(scene)
        scenesChanged = true
    }

    private mutating func announceScenes() {
        scenesChanged = false
        guard let mirror else { return }
        announcer.use(mirror, scenes: scenes, language: configuration.language)
    }

    mutating func handle(_ event: Event, now: Moment) {
        switch event.kind {
        case .reading:
            guard let path = readings.use(event), !isReloading, let element = mirror?.element(at: path) else { return }
            publish(element)
        case .order:
            apply(desk.note(event, now: now))
            if event.stage?.isFailure == true { publishEvent("order", event) }
        case .scene:
            publishEvent("scene", event)
            noteScene(event)
        case .server:
            publishEvent("link", event)
            nextSync = nextSync ?? now.sinceBoot + Self.syncPause
        case .input:
            publishEvent("input", event)
            guard let element = event.path.flatMap({ mirror?.element(at: $0) }) else { return }
            announcer.noteInput(of: element)
        case .reload:
            // A path may be that of another element now: until the houses are known again, nothing is published of them, and
            // no order is given.
            isReloading = true
            forgetReadings()
            sync(now: now)
        case .memory, .difference, .telegram, .notice, .delivery, .withdrawal: break
        }
    }

    /// Whether nothing waits to be published or announced.
    var isSettled: Bool { !hasPublications && announcer.nextMoment == nil && sweepEnd == nil }

    // MARK: Time

    /// The moment of the next `advance`.
    var nextMoment: Duration? {
        let ofCounts = publishedCounts == desk.counts ? nil : nextCounts
        let ofLeftovers = leftovers.nextMoment(isAnnouncing: announcer.isAnnouncing || !unpublished.isEmpty)
        let ofBroker = [announcer.nextMoment, ofLeftovers, ofCounts]
        let all = [nextSync, nextCheck, sweepEnd, desk.nextMoment] + (isConnected ? ofBroker : [])
        return all.compactMap(\.self).min()
    }

    mutating func advance(to now: Moment) {
        if let nextSync, nextSync <= now.sinceBoot, isAttached { sync(now: now) }
        if let nextCheck, nextCheck <= now.sinceBoot, isAttached { askForReadings(now: now) }
        if scenesChanged { announceScenes() }
        // A broker may forbid the marker.
        if let sweepEnd, sweepEnd <= now.sinceBoot {
            let what = "the broker does not pass on what is published on \(topics.marker)"
            let prefixes = ["\(topics.prefix)/#"] + (topics.discovery.map { ["\($0)/#"] } ?? [])
            let access = "give its user access to \(prefixes.joined(separator: " and ")), for reading and writing"
            effects.append(.warn("\(what); \(access)"))
            endSweep(now: now)
        }
        apply(desk.advance(to: now))
        if isConnected {
            announcer.advance(to: now.sinceBoot)
            let isAnnouncing = announcer.isAnnouncing || !unpublished.isEmpty
            let left = leftovers.advance(to: now.sinceBoot, isAnnouncing: isAnnouncing)
            for topic in left where !retained.isWanted(topic) { queue.add(Publication(topic, [], isRetained: true)) }
        }
        publishCounts(now: now)
    }

    // MARK: Publishing

    mutating func set(_ topic: String, _ text: String) { set(topic, Array(text.utf8)) }

    mutating func set(_ topic: String, _ payload: [UInt8]) {
        guard isConnected, let publication = retained.set(topic, payload) else { return }
        queue.add(publication)
    }

    private mutating func publishCounts(now: Moment) {
        guard isConnected, publishedCounts != desk.counts, nextCounts <= now.sinceBoot else { return }
        publishedCounts = desk.counts
        nextCounts = now.sinceBoot + Self.countsPause
        set(topics.counts, desk.counts.json)
    }

    private mutating func publishHouse() {
        guard isConnected, let mirror else { return }
        unpublished = mirror.devices.indices
    }

    var hasPublications: Bool { !queue.isEmpty || !unpublished.isEmpty || announcer.isDue }

    /// The next message for the broker.
    mutating func takePublication() -> Publication? {
        while true {
            if let publication = queue.take() { return publication }
            guard let index = unpublished.popFirst() else { return isConnected ? announcer.take() : nil }
            if let mirror, mirror.devices.indices.contains(index) {
                for element in mirror.devices[index].all { publish(element) }
            }
            // Now it is known what the broker should have.
            if unpublished.isEmpty { sweep() }
        }
    }

    private mutating func forgetReadings() {
        knowsReadings = false
        unpublished = 0..<0
    }

    private mutating func discardPublications() {
        queue.removeAll()
        unpublished = 0..<0
    }

    private mutating func publish(_ element: MirrorElement) {
        guard isConnected, let known = readings.known[element.path] else { return }
        set(topics.availability(element), StateText.isAvailable(known.readings) ? "online" : "offline")
        let state = StateText(readings: known.readings, cover: known.cover, showsCause: configuration.showsCause)
        set(topics.state(element), state.json)
        // Others have the state.
        if topics.discovery != nil, let lamp = Lamp(element), lamp.hasTopics {
            set(topics.lamp(element), LampText(lamp: lamp, readings: known.readings).json)
        }
        for view in known.readings { set(topics.value(element, view.type), StateText.plain(view)) }
    }

    private mutating func removeTopics(of old: HouseMirror, not new: HouseMirror) {
        let kept = new.devices.flatMap(\.all).reduce(into: Set<String>()) { $0.formUnion(retainedTopics(of: $1)) }
        for element in old.devices.flatMap(\.all) {
            for topic in retainedTopics(of: element) where !kept.contains(topic) && retained.isWanted(topic) {
                retained.remove(topic)
                if isConnected { clear(topic) }
            }
        }
    }

    private mutating func clear(_ topic: String) {
        if topics.discovery == nil {
            queue.add(Publication(topic, [], isRetained: true))
        } else {
            leftovers.add(topic)
        }
    }

    private func retainedTopics(of element: MirrorElement) -> [String] {
        let isLamp = Lamp(element)?.hasTopics == true
        return [topics.state(element), topics.availability(element)] + (isLamp ? [topics.lamp(element)] : [])
            + element.types.map { topics.value(element, $0) }
    }

    private mutating func publishEvent(_ kind: String, _ event: Event) {
        guard isConnected, let mirror else { return }
        let element = event.path.flatMap { mirror.element(at: $0) }
        // What concerns an element that is not published is not published either.
        guard event.path == nil || element != nil else { return }
        let text = EventText(event: event, element: element, showsCause: configuration.showsCause).json
        for house in element.map({ [$0.house] }) ?? mirror.houses.map(\.id) {
            queue.add(Publication(topics.event(kind, house: house), text))
        }
    }

    // MARK: Results of commands

    mutating func apply(_ result: CommandDesk.Result) {
        if isConnected { for answer in result.answers { queue.add(answer) } }
        if let warning = result.warning { effects.append(.warn(warning)) }
    }

    private mutating func noteScene(_ event: Event) {
        guard event.progress == .begins, let tag = event.tag, tag.hasPrefix(Self.tagPrefix),
            let number = UInt64(tag.dropFirst(Self.tagPrefix.count))
        else { return }
        apply(desk.noteScene(for: CommandID(number: number)))
    }

    static let tagPrefix = "mqtt-"
}
