import DomoLanguage
import DomoModel

/// Announces the devices to Home Assistant: a few at a time, and what has vanished in two steps.
///
/// It starts when it is known what the broker has retained: a component that vanished must be announced as removed before it
/// may be missing, and an entity that was announced in the other mode keeps its settings only if it is told to.
struct Announcer {
    private enum Step {
        case publish(Publication)
        /// The device at an index. Its message is made when it is sent: 2,000 of them would take 10 MB.
        case announce(Int, again: Bool)
        /// Home Assistant unloads entities one after the other, and ignores the announcement of one that it still unloads.
        case pause(Duration)

        var retainedTopic: String? {
            if case .publish(let publication) = self, publication.isRetained { publication.topic } else { nil }
        }
    }

    /// What is left to do.
    private struct Steps {
        private var all: [Step] = []
        private var next = 0

        var isEmpty: Bool { next == all.count }
        var rest: ArraySlice<Step> { all[next...] }

        init(_ steps: [Step] = []) { all = steps }

        mutating func popFirst() -> Step? {
            guard next < all.count else { return nil }
            defer {
                next += 1
                if isEmpty { self = Steps() }
            }
            return all[next]
        }
    }

    /// So many are published at a time, with pauses.
    static let batch = 20
    static let pause: Duration = .milliseconds(20)
    static let migrationPause: Duration = .seconds(2)

    private let discovery: Discovery?
    private let mode: MQTTConfiguration.DiscoveryMode
    /// The IDs of elements that have reported an input, such as push buttons.
    private var inputs: Set<String> = []
    /// The announcements that the broker has, in either mode; with the components of those that have several.
    private var announced: [String: [String: String]] = [:]
    /// The hash values of what was published.
    private var published: [String: Int] = [:]
    private var steps = Steps()
    private var isStarted = false
    private var nextStep: Duration = .zero
    /// The time of the last `advance`.
    private var now: Duration = .zero
    /// How many may still be published at this time.
    private var budget = 0
    /// Those of the present step, the last one first.
    private var ready: [Publication] = []
    /// What was asked for during a change of the mode, whose pauses must be kept; nil for nothing.
    private var postponed: Postponed?

    private struct Postponed {
        /// Whether Home Assistant needs everything again.
        var again: Bool
    }
    private var mirror = HouseMirror()
    private var scenes: [DiscoveredScene] = []

    /// - Parameter version: of domo.
    init(_ configuration: MQTTConfiguration, version: String) {
        mode = configuration.discoveryMode
        let topics = configuration.topics
        discovery =
            topics.discovery == nil
            ? nil : Discovery(topics: topics, version: version, pageURL: configuration.page)
    }

    // MARK: What is known

    /// Nothing is known of the broker any more.
    mutating func forgetBroker() {
        isStarted = false
        announced = [:]
        published = [:]
        (steps, ready) = (Steps(), [])
        postponed = nil
    }

    /// - Returns: whether the message is one of our announcements.
    mutating func noteFound(_ message: BrokerMessage) -> Bool {
        guard let discovery, discovery.names.isOurs(message.topic) else { return false }
        // What is left of a change of the mode is no announcement.
        guard !isStarted, !Discovery.isMigration(message.payload) else { return true }
        let components = Discovery.components(announcedBy: message.payload) ?? [:]
        announced[message.topic] = components
        if let node = discovery.names.device(of: message.topic)?.node, components[ComponentMaker.inputKey] != nil {
            inputs.insert(String(node.suffix(16)))
        }
        return true
    }

    mutating func use(_ mirror: HouseMirror, scenes: [SceneList.Scene], language: String?) {
        self.mirror = mirror
        self.scenes = scenes.map { scene in
            DiscoveredScene(name: scene.name, label: HouseMirror.label(scene.labels, scene.name, language))
        }
        if isStarted { announceAll() }
    }

    /// The devices of the house, and domo itself with its scenes.
    private var indices: Range<Int> { 0..<(mirror.devices.count + 1) }

    private func device(_ index: Int, _ discovery: Discovery) -> DiscoveredDevice {
        guard index < mirror.devices.count else { return discovery.described(scenes) }
        let element = mirror.devices[index]
        return discovery.described(element, reportsInput: inputs.contains(element.id))
    }

    /// An element has reported an input: its device has an event from now on.
    mutating func noteInput(of element: MirrorElement) {
        guard discovery != nil, mirror.devices.contains(where: { $0.id == element.id }),
            inputs.insert(element.id).inserted
        else { return }
        if isStarted { announceAll() }
    }

    // MARK: Announcing

    /// It is known what the broker has.
    mutating func start() {
        guard !isStarted else { return }
        isStarted = true
        announceAll()
    }

    /// Announces what has changed, and removes what is gone.
    ///
    /// - Parameter again: whether Home Assistant needs everything again.
    mutating func announceAll(again: Bool = false) {
        guard isStarted, let discovery else { return }
        guard !isMigrating else {
            postponed = Postponed(again: again || postponed?.again == true)
            return
        }
        let again = again || postponed?.again == true
        postponed = nil
        var topics: Set<String> = []
        var nodes: Set<String> = []
        var announcements: [Step] = []
        for index in indices {
            let device = device(index, discovery)
            let publications = publications(of: device, discovery)
            guard !publications.isEmpty else { continue }
            nodes.insert(device.node)
            topics.formUnion(publications.map(\.topic))
            if let topic = publications.first?.topic, let old = announced[topic],
                let reduced = discovery.reduced(device, from: old)
            {
                announcements.append(.publish(reduced))
            }
            if again || publications.contains(where: isNew) { announcements.append(.announce(index, again: again)) }
        }
        var all = migration(to: nodes, except: topics, discovery)
        let migrated = Set(all.compactMap(\.retainedTopic))
        for topic in announced.keys.sorted() where !topics.contains(topic) && !migrated.contains(topic) {
            all.append(.publish(Publication(topic, [], isRetained: true)))
        }
        (steps, ready) = (Steps(all + announcements), [])
    }

    /// Whether a pause is still to come.
    private var isMigrating: Bool {
        steps.rest.contains { step in
            if case .pause = step { true } else { false }
        }
    }

    private func isNew(_ publication: Publication) -> Bool {
        published[publication.topic] != publication.payload.hashValue
    }

    private func publications(of device: DiscoveredDevice, _ discovery: Discovery) -> [Publication] {
        switch mode {
        case .device: discovery.publication(of: device).map { [$0] } ?? []
        case .component: discovery.publications(of: device)
        }
    }

    /// Announcements of the other mode give way first.
    private func migration(to nodes: Set<String>, except topics: Set<String>, _ discovery: Discovery) -> [Step] {
        let old = announced.keys.filter { topic in
            !topics.contains(topic) && isOfOtherMode(topic, discovery)
                && discovery.names.device(of: topic).map { nodes.contains($0.node) } == true
        }.sorted()
        guard !old.isEmpty else { return [] }
        let steps = old.map { Step.publish(discovery.migration(from: $0)) } + [.pause(Self.migrationPause)]
        let left = old.filter { !discovery.migration(from: $0).isRetained }
        guard !left.isEmpty else { return steps }
        return steps + left.map { .publish(Publication($0, [], isRetained: true)) } + [.pause(Self.migrationPause)]
    }

    private func isOfOtherMode(_ topic: String, _ discovery: Discovery) -> Bool {
        guard let found = discovery.names.device(of: topic) else { return false }
        return (found.platform == nil) != (mode == .device)
    }

    /// Whether Home Assistant has not been told everything yet.
    var isAnnouncing: Bool { !isStarted || hasSteps }

    private var hasSteps: Bool { !steps.isEmpty || !ready.isEmpty }

    /// Whether `take` may return something.
    var isDue: Bool { budget > 0 && hasSteps }

    var nextMoment: Duration? { hasSteps ? nextStep : nil }

    mutating func advance(to now: Duration) {
        guard hasSteps, nextStep <= now else { return }
        self.now = now
        budget = Self.batch
        nextStep = now + Self.pause
    }

    /// What is published now. It is made one at a time: what stays of each would else lie between many long messages, whose
    /// memory could not be returned.
    mutating func take() -> Publication? {
        while budget > 0 {
            if let publication = ready.popLast() {
                budget -= 1
                note(publication)
                return publication
            }
            switch steps.popFirst() {
            case nil: return nil
            case .publish(let publication): ready = [publication]
            case .announce(let index, let again):
                guard let discovery, indices.contains(index) else { continue }
                ready = publications(of: device(index, discovery), discovery).filter { again || isNew($0) }.reversed()
            case .pause(let pause):
                nextStep = now + pause
                budget = 0
                if let postponed, !isMigrating { announceAll(again: postponed.again) }
            }
        }
        return nil
    }

    /// The broker has it from now on.
    private mutating func note(_ publication: Publication) {
        guard publication.isRetained else { return }
        let isGone = publication.payload.isEmpty || Discovery.isMigration(publication.payload)
        announced[publication.topic] = isGone ? nil : Discovery.components(announcedBy: publication.payload) ?? [:]
        published[publication.topic] = isGone ? nil : publication.payload.hashValue
    }
}
