import DomoEngine
import DomoLanguage
import DomoModel

/// The hooks, and what was delivered to them lately.
struct HookTable: Sendable {
    struct Hook: Sendable, Equatable {
        /// Greater than those of all hooks before it, and never given again.
        var id: UInt64
        var name: String
        var key: HookKey
        var rule: HookRule
        var created: Timestamp
        /// Who created it, for people.
        var by: String

        var principal: Principal.Hook { Principal.Hook(id: id, name: name) }
    }

    /// What a hook was used for, since the start of the daemon unless it is stored.
    private struct Use: Sendable {
        /// The digests of the identities of the last deliveries, the oldest first.
        var deliveries: [TokenDigest] = []
        /// When authentic deliveries came in the last minute, in milliseconds of the daemon's uptime.
        var recent: [Int64] = []
        var last: Timestamp?
        var from: String?
    }

    static let maxHooks = 100
    /// The maximum number of authentic deliveries to one hook in a minute.
    static let maxPerMinute = 60
    /// How many identities of deliveries are remembered for each hook. With the rate, the oldest is older than any time
    /// that a signature may have.
    static let maxDeliveries = 1000

    private var hooks: [UInt64: Hook]
    private var uses: [UInt64: Use] = [:]
    /// The identity of the next hook.
    private(set) var nextID: UInt64

    init(_ stored: [Hook] = [], nextID: UInt64 = 1, deliveries: [UInt64: [TokenDigest]] = [:]) {
        hooks = Dictionary(stored.map { ($0.id, $0) }) { _, last in last }
        self.nextID = max(nextID, (stored.map(\.id).max() ?? 0) + 1)
        for (id, known) in deliveries where hooks[id] != nil {
            uses[id] = Use(deliveries: known.suffix(Self.maxDeliveries))
        }
    }

    /// Sorted by name.
    var all: [Hook] { hooks.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) } }

    var rules: [UInt64: HookRule] { hooks.mapValues(\.rule) }

    /// The identities of deliveries to signed hooks, which a restart must not forget.
    var storedDeliveries: [UInt64: [TokenDigest]] {
        uses.filter { hooks[$0.key]?.key.proof == .signature && !$0.value.deliveries.isEmpty }.mapValues(\.deliveries)
    }

    /// The users that have made hooks.
    var creators: Set<UInt32> {
        Set(hooks.values.compactMap { if case .user(let user) = $0.rule.rule.creator { user.id } else { nil } })
    }

    mutating func note(_ users: [UInt32: Principal.User]) {
        for (id, hook) in hooks {
            guard case .user(let user) = hook.rule.rule.creator, let found = users[user.id] else { continue }
            hooks[id]?.rule.rule.creator = .user(found)
        }
    }

    // MARK: - Changes

    mutating func add(_ name: String, _ key: HookKey, _ rule: HookRule, by: String, at now: Timestamp) throws(Fault) {
        if let other = hooks.values.first(where: { TokenName.same($0.name, name) }) {
            throw Fault(
                .exists,
                "a hook \"\(other.name)\" already exists",
                hint: "use another name, or revoke it first"
            )
        }
        guard hooks.count < Self.maxHooks else {
            throw Fault(.busy, "there are \(hooks.count) hooks, the maximum", hint: "revoke some")
        }
        let placeBytes = rule.rule.grant.places?.reduce(0) { $0 + $1.utf8.count } ?? 0
        guard placeBytes <= 2 * StoredText.maxPlaces else {
            throw Fault(
                .badRequest,
                "the paths of its places have \(placeBytes) bytes; at most \(2 * StoredText.maxPlaces) are kept",
                hint: "name a house or a sector instead of each of its elements"
            )
        }
        hooks[nextID] = Hook(id: nextID, name: name, key: key, rule: rule, created: now, by: by)
        nextID += 1
    }

    mutating func revoke(_ name: String) throws(Fault) {
        guard let hook = hooks.values.first(where: { $0.name == name }) else {
            throw Fault(.unknownHook, "there is no hook \"\(name)\"", hint: "\"domo hook list\" shows them")
        }
        hooks[hook.id] = nil
        uses[hook.id] = nil
    }

    // MARK: - Deliveries

    /// The fault of a delivery that is not authentic: the same for an unknown name, so that names can't be found out.
    static let denied = Fault(
        .unknownHook,
        "there is no such hook, or its secret or signature is wrong",
        hint: "\"domo hook list\" shows the hooks; a secret is shown once, by \"domo hook new\""
    )

    /// Decides whether a delivery is authentic, in time, new and within the rate.
    ///
    /// - Parameter uptime: of the daemon, in milliseconds.
    mutating func admit(
        _ knock: Knock,
        body: [UInt8],
        at now: Timestamp,
        uptime: Int64
    ) throws(Fault) -> Hook {
        guard let hook = try authentic(knock, body: body) else { throw Self.denied }
        if case .signature(_, let time) = knock.proof {
            guard let seconds = Int64(time), (0..<1 << 40).contains(seconds),
                abs(seconds * 1000 - now.milliseconds) <= HookKey.tolerance
            else {
                throw Fault(
                    .notAllowed,
                    "the delivery is from another time: its clock and that of domod differ by more than 5 minutes",
                    hint: "set both clocks; a delivery that is sent again needs a new time and signature"
                )
            }
        }
        if let delivery = try knock.delivery.map({ text throws(Fault) in try TokenDigest(of: text) }),
            uses[hook.id]?.deliveries.contains(delivery) == true
        {
            throw Fault(.exists, "this delivery was carried out before", hint: "send each with an identity of its own")
        }
        var use = uses[hook.id] ?? Use()
        use.recent.removeAll { $0 <= uptime - 60_000 }
        guard use.recent.count < Self.maxPerMinute else {
            throw Fault(.busy, "more than \(Self.maxPerMinute) deliveries in a minute", hint: "wait a minute")
        }
        use.recent.append(uptime)
        uses[hook.id] = use
        return hook
    }

    /// Compares with every name: how many there are does not say which is known.
    func hook(named name: String) -> Hook? { hooks.values.reduce(nil) { $1.name == name ? $1 : $0 } }

    private func authentic(_ knock: Knock, body: [UInt8]) throws(Fault) -> Hook? {
        let hook = hook(named: knock.hook)
        return try HookKey.accepts(knock, body: body, key: hook?.key) ? hook : nil
    }

    /// A delivery was carried out: it is not carried out again.
    mutating func noteDone(_ knock: Knock, of id: UInt64, at now: Timestamp) throws(Fault) {
        var use = uses[id] ?? Use()
        (use.last, use.from) = (now, knock.from)
        if let delivery = knock.delivery {
            use.deliveries.append(try TokenDigest(of: delivery))
            if use.deliveries.count > Self.maxDeliveries { use.deliveries.removeFirst() }
        }
        uses[id] = use
    }

    // MARK: - Views

    /// - Parameter name: the only hook to list; nil for all.
    func list(only name: String? = nil) -> [HookView] {
        all.filter { name == nil || $0.name == name }.map { hook in
            var view = HookView(
                name: hook.name,
                proof: hook.key.proof.rawValue,
                role: hook.rule.rule.grant.role,
                places: hook.rule.rule.grant.places,
                created: hook.created,
                by: hook.rule.rule.creator.cause(named: hook.by),
                lastUsed: uses[hook.id]?.last,
                from: uses[hook.id]?.from
            )
            switch hook.rule.action {
            case .scene(let scene): (view.scene, view.doors) = (scene, hook.rule.rule.grant.doors)
            case .report(let report):
                (view.element, view.type, view.field) = (report.path, report.type, report.field)
                let values = report.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                view.values = values.isEmpty ? nil : values
            }
            return view
        }
    }
}
