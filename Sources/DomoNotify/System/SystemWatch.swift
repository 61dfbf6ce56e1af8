import DomoBridge
import DomoLanguage
import DomoModel

/// Decides which notices about the system are raised and resolved: a pure struct. Each cause is raised once, and
/// resolved when it is over.
struct SystemWatch: Sendable {
    /// At most this many stale elements have a notice of their own; the others share one.
    static let maxStale = 5

    /// The causes whose notices are open.
    private(set) var open: Set<String> = []
    /// Since when something has been so, as observed here without a gap; by the monotonic clock.
    private var since: [String: Duration] = [:]
    private var notices: [SystemNotice] = []

    /// - Parameter open: the causes of notices that the daemon has from earlier.
    init(open: Set<String> = []) { self.open = open }

    /// Takes an observation.
    ///
    /// - Parameter now: by a clock that is never set.
    /// - Returns: the notices to raise and to resolve now.
    mutating func check(_ observation: SystemObservation, _ rules: SystemRules, at now: Duration) -> [SystemNotice] {
        notices = []
        if let health = observation.health {
            checkLinks(health.status, rules, now)
            checkDisk(health, rules)
            checkBackup(health, rules)
            checkCrash(health.status, rules)
        } else {
            // Time without observation does not count.
            since = since.filter { !$0.key.hasPrefix("system link ") }
        }
        if let elements = observation.elements {
            checkStale(elements, rules, now)
            checkBatteries(elements, rules)
        } else if observation.health == nil {
            since = since.filter { !$0.key.hasPrefix("system stale ") }
        }
        checkCertificates(observation, rules)
        return notices
    }

    /// A notice that `check` returned was not accepted: it is due again.
    mutating func noteFailure(_ notice: SystemNotice) {
        switch notice.kind {
        case .raise: open.remove(notice.cause)
        case .resolve: open.insert(notice.cause)
        }
    }

    private mutating func raise(_ cause: String, _ text: String, to: [String], isUrgent: Bool = false) {
        guard open.insert(cause).inserted else { return }
        notices.append(SystemNotice(kind: .raise(to: to, isUrgent: isUrgent), cause: cause, text: text.cut(to: 1500)))
    }

    private mutating func resolve(_ cause: String, _ text: String) {
        guard open.remove(cause) != nil else { return }
        notices.append(SystemNotice(kind: .resolve, cause: cause, text: text.cut(to: 1500)))
    }

    /// How long something has been so.
    private mutating func age(_ cause: String, _ now: Duration) -> Duration {
        let start = since[cause] ?? now
        since[cause] = start
        return now - start
    }

    // MARK: Links, disk, backup, crash

    private mutating func checkLinks(_ status: StatusView, _ rules: SystemRules, _ now: Duration) {
        guard let rule = rules.linkDown else { return }
        var states: [(name: String, isDown: Bool, problem: String?)] = []
        for link in status.links ?? [] {
            let isDown = link.endpoints.contains { $0.reachable == false }
            states.append((link.key, isDown, link.problem))
        }
        if status.links == nil {
            states = status.servers.map { ($0.server, $0.reachable == false, $0.problem) }
        }
        for (name, isDown, problem) in states {
            let cause = "system link \(name)"
            guard isDown else {
                since[cause] = nil
                resolve(cause, "\(name) is reachable again")
                continue
            }
            guard age(cause, now) >= rule.after else { continue }
            let reason = problem.map { ": \($0)" } ?? ""
            raise(cause, "\(name) has been unreachable for \(DurationText.write(rule.after))\(reason)", to: rule.to)
        }
        forget("system link ", except: states.map(\.name)) { "\($0) is no longer in the configuration" }
    }

    private mutating func checkDisk(_ health: HealthView, _ rules: SystemRules) {
        guard let rule = rules.disk, let disk = health.disk, disk.total > 0 else { return }
        let free = Double(disk.free) * 100 / Double(disk.total)
        let cause = "system disk"
        let megabytes = disk.free / 1_000_000
        if free < Double(rule.below) {
            raise(
                cause,
                "the disk of \(disk.folder) is almost full: \(megabytes) MB free, \(Int(free)) %",
                to: rule.to,
                isUrgent: true
            )
        } else if free >= Double(rule.below) + 2 {
            // Not at the same value, so that it does not come and go.
            resolve(cause, "the disk of \(disk.folder) has space again: \(megabytes) MB free")
        }
    }

    private mutating func checkBackup(_ health: HealthView, _ rules: SystemRules) {
        guard let rule = rules.backup, let memory = health.status.memory else { return }
        if let failed = memory.failedBackup, memory.lastBackup.map({ $0 < failed }) ?? true {
            let last = memory.lastBackup.map { "the last complete one is of \($0.rfc3339.prefix(16))Z" }
            raise("system backup", "a backup failed; \(last ?? "there is no complete one")", to: rule.to)
        } else if memory.lastBackup != nil {
            resolve("system backup", "a backup is complete again")
        }
    }

    private mutating func checkCrash(_ status: StatusView, _ rules: SystemRules) {
        guard let rule = rules.crash, status.hasCrashed == true else { return }
        // Each run is a cause of its own, which is never over.
        raise(
            "system crash \(status.since.rfc3339)",
            "domod was started again after its previous run ended without notice, such as by a crash or a power cut",
            to: rule.to
        )
    }

    // MARK: Elements

    private mutating func checkStale(_ elements: [ElementView], _ rules: SystemRules, _ now: Duration) {
        guard let rule = rules.stale else { return }
        let prefix = "system stale "
        var due: [String] = []
        var known: [String] = []
        for element in elements {
            let cause = prefix + element.path
            known.append(element.path)
            // A link that is down has its own notice.
            let isStale = element.readings.contains {
                $0.reading.isStale && $0.isReachable != false && $0.isConnected != false
            }
            guard isStale else {
                since[cause] = nil
                resolve(cause, "\(element.path) reports again")
                continue
            }
            if age(cause, now) >= rule.after { due.append(element.path) }
        }
        let shared = "system stale elements"
        let open = open
        let single = open.count { $0.hasPrefix(prefix) && $0 != shared }
        let new = due.filter { !open.contains(prefix + $0) }
        let time = DurationText.write(rule.after)
        if new.count <= max(0, Self.maxStale - single) {
            for path in new { raise(prefix + path, "\(path) has not reported for \(time)", to: rule.to) }
        } else {
            let shown = new.prefix(Self.maxStale).joined(separator: ", ")
            let more = new.count > Self.maxStale ? " and \(new.count - Self.maxStale) more" : ""
            raise(shared, "\(new.count) elements have not reported for \(time): \(shown)\(more)", to: rule.to)
        }
        if new.isEmpty { resolve(shared, "all elements report again") }
        forget(prefix, except: known + ["elements"]) { "\($0) is no longer in the house" }
    }

    private mutating func checkBatteries(_ elements: [ElementView], _ rules: SystemRules) {
        guard let rule = rules.battery else { return }
        let prefix = "system battery "
        for element in elements where BatteryLevel.isBattery(element) {
            let cause = prefix + element.path
            switch BatteryLevel(element) {
            case .percent(let level) where level < Double(rule.below):
                raise(cause, "the battery \(element.path) is low: \(Int(level)) %", to: rule.to)
            // Not at the same value, so that it does not come and go.
            case .percent(let level) where level >= Double(min(rule.below + 5, 100)):
                resolve(cause, "the battery \(element.path) is charged: \(Int(level)) %")
            case .low: raise(cause, "the battery \(element.path) is low", to: rule.to)
            case .charged: resolve(cause, "the battery \(element.path) is charged")
            case .percent, nil: break
            }
        }
        forget(prefix, except: elements.map(\.path)) { "\($0) is no longer in the house" }
    }

    /// Resolves the causes with a prefix whose names are gone.
    private mutating func forget(_ prefix: String, except names: [String], _ text: (String) -> String) {
        let known = Set(names)
        for cause in open.sorted() where cause.hasPrefix(prefix) {
            let name = String(cause.dropFirst(prefix.count))
            if !known.contains(name) { resolve(cause, text(name)) }
        }
        since = since.filter { !$0.key.hasPrefix(prefix) || known.contains(String($0.key.dropFirst(prefix.count))) }
    }

    // MARK: Certificates

    private mutating func checkCertificates(_ observation: SystemObservation, _ rules: SystemRules) {
        for rule in rules.certificates {
            let name = rule.of.origin
            guard let end = observation.certificates[name] else { continue }
            let left = end - observation.time.milliseconds / 1000
            let cause = "system certificate \(name)"
            guard left < Int64(rule.days) * 86_400 else {
                resolve(cause, "the certificate of \(name) was renewed")
                continue
            }
            let date = Timestamp(milliseconds: end * 1000).rfc3339.prefix(10)
            let text =
                left < 0
                ? "the certificate of \(name) ended on \(date)"
                : "the certificate of \(name) ends in \(left / 86_400) days, on \(date)"
            raise(cause, text, to: rule.to)
        }
    }
}
