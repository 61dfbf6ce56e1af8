import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

@Suite struct DiagnosisTests {
    private static let now = Timestamp(milliseconds: 1_800_000_000_000)
    private static func ago(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: now.milliseconds - seconds * 1000)
    }

    /// A daemon without problems.
    private static let healthy = HealthView(
        time: now,
        status: StatusView(
            version: "1.2.3",
            since: ago(90_000),
            loaded: ago(90_000),
            houses: [.init(name: "Casa", elements: 15, server: "http://h")],
            servers: [server()],
            links: [LinkView(key: "http://h", kind: "http", endpoints: [])],
            accepted: 100,
            failed: 1,
            warnings: [],
            memory: MemoryView(state: .working, file: "/var/lib/domo/history.sqlite", bytes: 4096)
        ),
        disk: .init(folder: "/var/lib/domo", free: 10 << 30, total: 20 << 30),
        oldest: ago(900_000),
        backup: ago(3600)
    )

    private static func server(
        reachable: Bool? = true,
        latency: Double? = 12,
        problem: String? = nil,
        readingProblem: String? = nil,
        waiting: Int = 0
    ) -> ServerView {
        ServerView(
            server: "http://h",
            reachable: reachable,
            lastContact: ago(7200),
            latency: latency,
            readingProblem: readingProblem,
            problem: problem,
            waiting: waiting,
            inFlight: 0,
            houses: ["Casa"]
        )
    }

    private static let machine = Machine(isClockSynchronized: true, time: now, version: "1.2.3")

    @Test func healthyDaemonHasNoAdvice() {
        let findings = Diagnosis(Self.healthy, Self.machine).findings
        #expect(findings.allSatisfy { $0.level == .good && $0.advice == nil })
        #expect(
            findings.map(\.what)
                == [
                    "domod", "memory", "clock", "link http://h", "orders", "history", "backup", "disk", "configuration",
                ]
        )
        #expect(findings[0].text == "version 1.2.3, up 1 d 1 h")
        #expect(findings[3].text == "reachable, answers in 12 ms")
        let text = Rendering(style: .plain, width: nil).findings(findings)
        #expect(text.hasSuffix("no problems found\n"))
    }

    @Test(
        arguments: [
            (
                server(reachable: false, problem: "connection refused"), .bad,
                "unreachable: connection refused, last contact 2 h ago"
            ),
            (server(problem: "rate limited until 22:00"), .doubtful, "rate limited"),
            (server(readingProblem: "no JSON"), .doubtful, "its state can't be read: no JSON"),
            (server(waiting: 500), .doubtful, "500 waiting"),
            (server(latency: 5000), .doubtful, "answers in 5000 ms"),
        ] as [(ServerView, Finding.Level, String)]
    )
    func linkProblemIsFound(server: ServerView, level: Finding.Level, text: String) throws {
        var health = Self.healthy
        health.status.servers = [server]
        try expect(health, Self.machine, "link http://h", level, text)
    }

    @Test func failingOrLossyHistoryIsFound() throws {
        var health = Self.healthy
        health.status.memory?.dropped = 1
        try expect(health, Self.machine, "history", .doubtful, "1 record was lost since the start")
        health.status.memory?.state = .failing
        health.status.memory?.problem = "the disk is full"
        try expect(health, Self.machine, "history", .bad, "nothing is stored: the disk is full")
    }

    @Test func missingAndOldBackupsAreFound() throws {
        var health = Self.healthy
        health.backup = Self.ago(9 * 86_400)
        try expect(health, Self.machine, "backup", .doubtful, "last made 9 d ago")
        health.status.memory?.failedBackup = Self.ago(60)
        try expect(health, Self.machine, "backup", .doubtful, "failed 1 min ago")
        health.status.memory?.failedBackup = nil
        health.backup = nil
        try expect(health, Self.machine, "backup", .doubtful, "no backup was made yet")
        // Without a history there is no backup.
        health.status.memory = nil
        #expect(!Diagnosis(health, Self.machine).findings.contains { $0.what == "backup" })
    }

    @Test func fullDiskIsFound() throws {
        var health = Self.healthy
        health.disk?.free = 400 << 20
        try expect(health, Self.machine, "disk", .doubtful, "400 MiB of 20 GiB free")
        health.disk?.free = 1 << 20
        try expect(health, Self.machine, "disk", .bad, "1 MiB of 20 GiB free")
        // A small disk that is nearly empty is no problem.
        health.disk = .init(folder: "/x", free: 400 << 20, total: 450 << 20)
        #expect(Diagnosis(health, Self.machine).findings.allSatisfy { $0.level == .good })
    }

    @Test func unsynchronizedClockIsFound() throws {
        var machine = Self.machine
        machine.isClockSynchronized = false
        try expect(Self.healthy, machine, "clock", .doubtful, "is not synchronized")
        machine = Machine(isClockSynchronized: nil, time: Self.now, version: "1.2.3")
        #expect(Diagnosis(Self.healthy, machine).findings.allSatisfy { $0.level == .good })
    }

    @Test func clockThatIsBehindIsComparedWithWhatIsOfLaterTimes() throws {
        var machine = Machine(isClockSynchronized: false, time: Timestamp(milliseconds: 600_000), version: "1.2.3")
        try expect(Self.healthy, machine, "clock", .bad, "shows 1970-01-01, which is too early")
        machine.witnesses = [.init(what: "the program", time: Self.ago(9_000_000))]
        try expect(
            Self.healthy,
            machine,
            "clock",
            .bad,
            "the machine's clock shows 1970-01-01, but the program is of 2026-10-03: it is probably behind by years"
        )
        var health = Self.healthy
        health.newest = Self.ago(100)
        try expect(health, machine, "clock", .bad, "but the newest record in the history is of 2027-01-15")
        // An hour ahead is no such difference.
        machine.time = Self.ago(3600)
        try expect(health, machine, "clock", .doubtful, "is not synchronized")
        machine.time = Self.ago(5 * 86_400)
        try expect(health, machine, "clock", .bad, "it is probably behind by 4 days")
    }

    /// The program and the files of the daemon are older than that only if the clock is ahead.
    @Test func clockThatIsYearsAheadIsFound() throws {
        let time = Self.ago(-20 * 365 * 86_400)
        var machine = Machine(isClockSynchronized: false, time: time, version: "1.2.3")
        machine.witnesses = [.init(what: "the program", time: Self.ago(86_400))]
        let text = "shows 2047-01-10, but the program is of 2027-01-14: it is probably ahead by years"
        try expect(Self.healthy, machine, "clock", .bad, text)
        machine.isClockSynchronized = true
        #expect(Diagnosis(Self.healthy, machine).findings.first { $0.what == "clock" }?.level == .good)
    }

    /// Somebody set it right since.
    @Test func synchronizedClockIsBelieved() throws {
        var health = Self.healthy
        health.newest = Self.ago(-400 * 86_400)
        let text = "synchronized; the history has records of 2028-02-19: the clock was ahead then"
        try expect(health, Self.machine, "clock", .doubtful, text)
    }

    @Test(arguments: [
        (Machine.TimeService.available, "timedatectl set-ntp true"),
        (.none, "apt install systemd-timesyncd"), (.ofHost, "the host"),
    ])
    func adviceForTheClockIsPossibleOnTheMachine(service: Machine.TimeService, advice: String) {
        let machine = Machine(isClockSynchronized: false, time: Self.now, timeService: service)
        let finding = Diagnosis(Self.healthy, machine).findings.first { $0.what == "clock" }
        #expect(finding?.advice?.contains(advice) == true, "\(finding?.advice ?? "none")")
        #expect(finding?.advice?.contains("set-ntp") == (service == .available))
    }

    @Test func daemonOfAnotherVersionMemoryOrdersHousesAndWarningsAreFound() throws {
        var machine = Self.machine
        machine.version = "1.3.0"
        try expect(Self.healthy, machine, "domod", .doubtful, "this command line is 1.3.0")
        var health = Self.healthy
        health.status.resident = 900 << 20
        try expect(health, Self.machine, "memory", .doubtful, "900 MiB for 15 elements, more")
        health = Self.healthy
        health.status.failed = 50
        try expect(health, Self.machine, "orders", .doubtful, "50 failed")
        health.status.houses = []
        try expect(health, Self.machine, "houses", .bad, "no house is loaded")
        health.status.houses = [.init(name: "Casa", elements: 15, server: nil)]
        try expect(health, Self.machine, "house Casa", .doubtful, "no server")
        health.status.warnings = ["/etc/domo/domod.yaml holds secrets"]
        try expect(health, Self.machine, "configuration", .doubtful, "holds secrets")
    }

    private func expect(
        _ health: HealthView,
        _ machine: Machine,
        _ what: String,
        _ level: Finding.Level,
        _ text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let findings = Diagnosis(health, machine).findings
        let finding = try #require(findings.first { $0.what == what }, sourceLocation: sourceLocation)
        #expect(finding.level == level, sourceLocation: sourceLocation)
        #expect(finding.text.contains(text), "\(finding)", sourceLocation: sourceLocation)
        // Every problem has advice.
        #expect(finding.advice?.isEmpty == false, sourceLocation: sourceLocation)
    }

    @Test func sendersOfABusAreFound() throws {
        var health = Self.healthy
        func set(_ connection: LinkConnection) {
            health.status.links = [LinkView(key: "bus", kind: "knx", endpoints: [], connection: connection)]
        }
        set(LinkConnection(address: "1.1.250"))
        #expect(!Diagnosis(health, Self.machine).findings.contains { $0.what == "senders of bus" })
        set(LinkConnection(acceptsAnySender: true))
        try expect(health, Self.machine, "senders of bus", .doubtful, "routing believes every sender")
        var dropped = DroppedDatagrams(count: 28_000, sender: "10.0.0.9:4000", service: "DISCONNECT_REQUEST")
        set(LinkConnection(dropped: dropped))
        let text = "28000 datagrams of others dropped, the last from 10.0.0.9:4000: DISCONNECT_REQUEST"
        try expect(health, Self.machine, "senders of bus", .doubtful, text)
        dropped.answer = "10.0.0.9:3671"
        set(LinkConnection(dropped: dropped))
        try expect(
            health,
            Self.machine,
            "senders of bus",
            .doubtful,
            "10.0.0.9:3671 answered in place of the interface"
        )
    }

    /// Tokens of an earlier version have no creator whose rights would limit them.
    @Test func tokensOfUnknownCreatorsAreListed() {
        func token(_ name: String, isUnknown: Bool) -> TokenView {
            TokenView(
                name: name,
                role: .act,
                created: Self.now,
                by: .user("ana"),
                isCreatorUnknown: isUnknown ? true : nil
            )
        }
        let known = Diagnosis(Self.healthy, Self.machine, tokens: [token("new", isUnknown: false)])
        #expect(!known.findings.contains { $0.what == "tokens" })
        let tokens = [token("old", isUnknown: true), token("new", isUnknown: false), token("older", isUnknown: true)]
        let finding = Diagnosis(Self.healthy, Self.machine, tokens: tokens).findings.first { $0.what == "tokens" }
        #expect(finding?.level == .doubtful)
        #expect(finding?.text.hasPrefix("not known who made old, older:") == true, "\(finding?.text ?? "")")
    }

    @Test func ordersAboveTheRateAreReported() {
        var health = Self.healthy
        health.status.limited = 7
        let finding = Diagnosis(health, Self.machine).findings.first { $0.what == "orders" }
        #expect(finding?.level == .doubtful)
        #expect(finding?.text.contains("7 above the rate") == true)
    }
}
