import DomoLanguage
import DomoModel

/// The findings that follow from the state of the daemon.
struct Diagnosis {
    private let health: HealthView
    private let machine: Machine
    private let tokens: [TokenView]
    private var status: StatusView { health.status }

    /// The maximum age of a backup in seconds: eight days.
    static let maxBackupAge = 8 * 86_400
    /// With more orders waiting for a server than this, it is too slow.
    static let maxWaiting = 100
    /// A server slower than this makes people press twice, in milliseconds.
    static let maxLatency = 2_000.0
    /// Above this part of a TP1 line telegrams of devices collide and are delayed.
    static let maxBusLoad = 0.7
    /// Less free space on the disk than this is an error.
    static let minFreeBytes = 50 << 20
    /// Less free space on the disk than this is a warning.
    static let lowFreeBytes = 500 << 20

    /// - Parameter tokens: empty if the user may not see them.
    init(_ health: HealthView, _ machine: Machine, tokens: [TokenView] = []) {
        (self.health, self.machine, self.tokens) = (health, machine, tokens)
    }

    var findings: [Finding] {
        [daemon, memory, Self.clock(machine, newest: health.newest)] + houses + links + orders
            + [oldTokens].compactMap(\.self) + history
            + [backup].compactMap(\.self)
            + [disk].compactMap(\.self) + warnings + comparisons
    }

    // MARK: The daemon and its machine

    private var daemon: Finding {
        let uptime = Rendering.length(seconds: Int(max(0, health.time.milliseconds - status.since.milliseconds) / 1000))
        let text = "version \(status.version), up \(uptime)"
        guard status.version != machine.version else { return .good("domod", text) }
        return .doubtful(
            "domod",
            "\(text); this command line is \(machine.version)",
            "restart the daemon after an upgrade: systemctl restart domod"
        )
    }

    private var memory: Finding {
        guard let resident = status.resident else { return .good("memory", "unknown") }
        let elements = status.houses.reduce(0) { $0 + $1.elements }
        let text = "\(Rendering.size(bytes: resident)) for \(elements) element\(elements == 1 ? "" : "s")"
        // A hundred thousand elements take 120 MB; a leak takes far more.
        guard resident > 200 << 20 + elements * 4096 else { return .good("memory", text) }
        return .doubtful(
            "memory",
            text + ", more than expected",
            "restart the daemon (systemctl restart domod), and report it with domo doctor --bundle FILE"
        )
    }

    // MARK: Houses and links

    private var houses: [Finding] {
        guard !status.houses.isEmpty else {
            let advice = "add a house file under homes in the configuration, then run domo reload"
            return [.bad("houses", "no house is loaded", advice)]
        }
        return status.houses.compactMap { house in
            guard house.server == nil, !(status.links ?? []).contains(where: \.isKNX) else { return nil }
            return .doubtful(
                "house \(house.name)",
                "it has no server: orders for it are refused",
                "set its server under houses or server in the configuration"
            )
        }
    }

    private var links: [Finding] {
        status.servers.map(finding)
            + (status.links ?? []).flatMap { link in
                [busLoad(link), anySender(link), dropped(link)].compactMap(\.self)
            }
    }

    /// A finding if the bus of a link is busy.
    private func busLoad(_ link: LinkView) -> Finding? {
        guard let traffic = link.traffic else { return nil }
        let load = traffic.perSecond / TrafficView.lineCapacity
        guard load > Self.maxBusLoad else { return nil }
        return .doubtful(
            "bus of \(link.key)",
            "\(Int(traffic.perSecond.rounded())) telegrams a second, \(Int((load * 100).rounded())) % of a TP1 line",
            "domo knx doctor shows the busiest senders: let them send less often, or only changes"
        )
    }

    private func finding(_ server: ServerView) -> Finding {
        let what = "link \(server.server)"
        var parts: [String] = []
        switch server.reachable {
        case true?: parts.append("reachable")
        case false?:
            let last = server.lastContact.map { ", last contact \(Rendering.age(of: $0, at: health.time))" } ?? ""
            return .bad(
                what,
                "unreachable: \(server.problem ?? "unknown reason")\(last)",
                "check that it is switched on and that its address is right; domo retries by itself"
            )
        case nil: parts.append("not tried yet")
        }
        if let latency = server.latency { parts.append("answers in \(Rendering.milliseconds(latency))") }
        if server.waiting > 0 { parts.append("\(server.waiting) waiting") }
        let text = parts.joined(separator: ", ")
        if let problem = server.problem {
            return .doubtful(what, "\(text); \(problem)", "send it fewer orders at once: set rate or max-in-flight")
        }
        if let problem = server.readingProblem {
            return .doubtful(
                what,
                "\(text); its state can't be read: \(problem)",
                "check its reply, and reading in its dialect"
            )
        }
        if server.waiting > Self.maxWaiting {
            return .doubtful(what, text, "orders arrive faster than it handles them: domo orders shows who gives them")
        }
        if let latency = server.latency, latency > Self.maxLatency {
            return .doubtful(what, text, "the server or its network is slow: ping it, and check its load")
        }
        return .good(what, text)
    }

    private var orders: [Finding] {
        var done = "\(status.accepted) accepted, \(status.failed) failed, \(status.unconfirmed) not confirmed"
        if let limited = status.limited {
            done += ", \(limited) above the rate of their token"
            return [
                .doubtful(
                    "orders",
                    done,
                    "domo orders shows who gives them; access: tokens: in the configuration sets the rate"
                )
            ]
        }
        let all = status.accepted + status.failed
        guard all >= 20, (status.failed + status.unconfirmed) * 5 > all else { return [.good("orders", done)] }
        return [.doubtful("orders", "\(done) since the start", "domo orders shows which; domo why ELEMENT shows why")]
    }

    /// Tokens that end with nobody: they are older than the record of who made them.
    private var oldTokens: Finding? {
        let names = tokens.filter { $0.isCreatorUnknown == true }.map(\.name)
        guard !names.isEmpty else { return nil }
        return .doubtful(
            "tokens",
            "not known who made \(names.joined(separator: ", ")): they keep their role whatever becomes of that user",
            "make new ones for their devices, then end these: domo token revoke NAME"
        )
    }

    // MARK: Stored data

    private var history: [Finding] {
        guard let memory = status.memory else {
            return [.good("history", "off: history: {off: yes} in the configuration")]
        }
        var text = Rendering.size(bytes: memory.bytes)
        if let oldest = health.oldest {
            text += ", back to \(LocalTime.minute(oldest))"
        }
        if memory.state == .failing {
            return [
                .bad(
                    "history",
                    "nothing is stored: \(memory.problem ?? "unknown reason")",
                    "if the disk of \(memory.file) is full or faulty, fix it: storing resumes by itself; "
                        + "a database of a newer domo needs that version"
                )
            ]
        }
        guard memory.dropped == 0 else {
            return [
                .doubtful(
                    "history",
                    "\(text); \(memory.dropped) record\(memory.dropped == 1 ? " was" : "s were") lost since the start",
                    "the disk is too slow or was full: see domo log --journal"
                )
            ]
        }
        return [.good("history", text + (memory.waiting > 0 ? ", \(memory.waiting) waiting" : ""))]
    }

    /// Nil if there is no database to copy.
    private var backup: Finding? {
        guard status.memory != nil else { return nil }
        let advice = "run systemctl start domo-backup, or domo backup FILE"
        if let failed = status.memory?.failedBackup {
            return .doubtful("backup", "failed \(Rendering.age(of: failed, at: health.time))", advice)
        }
        guard let last = health.backup else { return .doubtful("backup", "no backup was made yet", advice) }
        let age = Int((health.time.milliseconds - last.milliseconds) / 1000)
        let text = "last made \(Rendering.age(of: last, at: health.time))"
        return age > Self.maxBackupAge ? .doubtful("backup", text, advice) : .good("backup", text)
    }

    private var disk: Finding? {
        guard let disk = health.disk else { return nil }
        let text = "\(Rendering.size(bytes: disk.free)) of \(Rendering.size(bytes: disk.total)) free for \(disk.folder)"
        let advice = "free some space, or keep less: history: {size: …, keep: …}"
        if disk.free < Self.minFreeBytes { return .bad("disk", text, advice) }
        return disk.free < Self.lowFreeBytes && disk.free < disk.total / 10
            ? .doubtful("disk", text, advice) : .good("disk", text)
    }

    private var comparisons: [Finding] {
        (status.comparisons ?? []).map {
            .doubtful("scene \($0.scene)", $0.message, StatusView.TextComparison.hint)
        }
    }

    private var warnings: [Finding] {
        let all = status.warnings + (status.memory?.warnings ?? [])
        guard !all.isEmpty else { return [.good("configuration", "no warnings")] }
        let advice = "fix what the warning names, then run domo reload"
        guard let standIn = status.standIn else { return all.map { .doubtful("configuration", $0, advice) } }
        // The first of them say so too.
        let rest = all.drop { warning in
            ["rights are those of ", "the version of ", "there is no house: "].contains { warning.hasPrefix($0) }
        }
        let active = standIn.since.map { "the version of \($0.rfc3339) is active" } ?? "there is no house"
        let text = "\(active); loading failed at the last attempt: \(standIn.problem ?? "the log of domod says why")"
        return [.bad("files", text, advice)] + rest.map { .doubtful("configuration", $0, advice) }
    }
}
