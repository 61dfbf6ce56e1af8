import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

/// What the link says of covers, and what telegrams tell of them. Where they are, the engine knows.
struct CoverTests {
    private static let path = "Casa/Persiana"

    private static func cover(
        _ path: String = path,
        command: String? = "2/0/2",
        stop: String? = nil,
        step: String? = "2/1/2",
        moving: String? = nil,
        locked: String? = nil
    ) -> KNXFacet {
        KNXFacet(
            FacetName(path: path, type: .bidirectional),
            command: command.map(groupAddress),
            listens: [
                KNXListen(group: groupAddress("0/1/1"), type: type(1, 8)),
                KNXListen(group: groupAddress("0/1/2"), type: type(1, 10)),
            ],
            type: type(1, 8),
            motion: KNXMotion(
                stop: stop.map(groupAddress),
                step: step.map(groupAddress),
                up: .seconds(20),
                down: .seconds(10),
                moving: moving.map(groupAddress),
                locked: locked.map(groupAddress)
            )
        )
    }

    /// Without an address for positions.
    private static func timed(stop: String? = nil, moving: String? = nil, locked: String? = nil) -> KNXBindings {
        KNXBindings(facets: [
            cover(stop: stop, moving: moving, locked: locked),
            KNXFacet(FacetName(path: path, type: .regulable), type: type(5, 1)),
        ])
    }

    /// In short: `Casa/Persiana up`.
    private func commands(_ bus: BusUnderTest) -> [String] {
        bus.observations.filter { $0.kind == .commandSeen }.map { "\($0.facet.path) \($0.value?.word ?? "?")" }
    }

    private static func cover(_ motion: KNXMotion) -> BusUnderTest {
        BusUnderTest(
            KNXBindings(facets: [
                KNXFacet(
                    FacetName(path: path, type: .bidirectional),
                    command: groupAddress("2/0/2"),
                    type: type(1, 8),
                    motion: motion
                )
            ])
        )
    }

    // MARK: - Actuators with other habits

    @Test(
        arguments: [(false, 1, [true, false]), (true, 0, [true, false]), (true, 1, [false, true])]
            as [(Bool, UInt8, [Bool])]
    )
    func movementMayBeInverted(isInverted: Bool, bit: UInt8, movements: [Bool]) {
        let bus = Self.cover(KNXMotion(moving: groupAddress("2/4/1"), isMovingInverted: isInverted))
        bus.receive("2/4/1", .bits(bit))
        bus.receive("2/4/1", .bits(1 - bit))
        #expect(bus.movements == movements)
        #expect(bus.observations.isEmpty)
    }

    /// Telegrams on the two addresses, and what is known after each.
    @Test(
        arguments: [
            // Up, stop, down, stop.
            ("u1 u0 d1 d0", [true, false, true, false], ["up", "down"]),
            // It turns back: the report that the first movement is over comes late.
            ("u1 d1 u0 d0", [true, true, true, false], ["up", "down"]),
            // At rest when both are read.
            ("u0 d0", [false, false], []),
        ] as [(String, [Bool], [String])]
    )
    func movementMayHaveAnAddressForEachDirection(telegrams: String, movements: [Bool], directions: [String]) {
        for isInverted in [false, true] {
            let bus = Self.cover(
                KNXMotion(
                    moving: groupAddress("2/4/1"),
                    movingDown: groupAddress("2/4/2"),
                    isMovingInverted: isInverted
                )
            )
            #expect(bus.telegrams == ["2/4/1?", "2/4/2?"])
            for telegram in telegrams.split(separator: " ") {
                let bit: UInt8 = telegram.hasSuffix("1") != isInverted ? 1 : 0
                bus.receive(telegram.hasPrefix("u") ? "2/4/1" : "2/4/2", .bits(bit))
            }
            #expect(bus.movements == movements)
            #expect(bus.observations.compactMap { $0.value?.word } == directions)
            #expect(bus.observations.allSatisfy { $0.kind == .state })
        }
    }

    /// The first movement was over while the connection was lost.
    @Test func movementsAreForgottenWithTheConnection() {
        let bus = Self.cover(KNXMotion(moving: groupAddress("2/4/1"), movingDown: groupAddress("2/4/2")))
        bus.receive("2/4/1", .bits(1))
        bus.handle(.down(reason: "test"))
        bus.handle(.up(own: nil, maxAPDU: nil))
        bus.receive("2/4/2", .bits(0))
        #expect(bus.movements == [true, false])
    }

    @Test(arguments: [(false, 1), (true, 0)] as [(Bool, UInt8)])
    func lockMayBeInverted(isInverted: Bool, bit: UInt8) {
        let bus = Self.cover(KNXMotion(locked: groupAddress("2/6/1"), isLockedInverted: isInverted))
        let early = bus.order(Self.path, .up)
        #expect(bus.outcomes[early] == nil)
        bus.receive("2/6/1", .bits(bit))
        let refused = bus.order(Self.path, .up)
        let outcome = bus.outcomes[refused].map { "\($0)" } ?? "none"
        #expect(outcome.contains("impossible") && outcome.contains("it is locked: 2/6/1 is \(bit)"), "\(outcome)")
        bus.receive("2/6/1", .bits(1 - bit))
        let later = bus.order(Self.path, .up)
        #expect(bus.outcomes[later] == nil)
    }

    @Test(arguments: [UInt8(0), 1])
    func stopSendsTheGivenBit(bit: UInt8) {
        let bus = Self.cover(KNXMotion(stop: groupAddress("2/1/1"), stopBit: bit))
        bus.order(Self.path, .stop)
        #expect(bus.telegrams == ["2/1/1=0\(bit)"])
    }

    // MARK: - Commands

    @Test func commandsOfOthersAreReported() {
        let bus = BusUnderTest(Self.timed(stop: "2/1/3"))
        for (address, bit) in [("2/0/2", 1), ("0/1/1", 0), ("2/1/2", 1), ("2/1/3", 1), ("0/1/2", 1)]
            as [(String, UInt8)]
        {
            bus.receive(address, .bits(bit))
        }
        #expect(commands(bus) == ["down", "up", "stop", "stop", "stop"].map { "Casa/Persiana \($0)" })
        #expect(bus.movements.isEmpty)
        #expect(bus.sent.isEmpty)
    }

    @Test func answerOnAStopAddressIsNoCommand() {
        let bus = BusUnderTest(Self.timed())
        bus.receive("2/1/2", .bits(1), isResponse: true)
        #expect(commands(bus).isEmpty)
    }

    /// Its own outcome tells the engine of it.
    @Test(arguments: [Value.up, .stop]) func ownOrderIsNoCommandOfOthers(value: Value) {
        let bus = BusUnderTest(Self.timed())
        bus.obey(Self.path, value)
        #expect(commands(bus).isEmpty)
    }

    @Test func orderToACentralAddressIsReportedForAllCoversThatItStops() {
        let central = Self.cover("Casa/Todas", command: "0/1/1", stop: "0/1/2", step: nil)
        // An element with the same addresses is the central one under another name.
        let twin = Self.cover("Casa/Otra", command: "0/1/1", stop: "0/1/2", step: nil)
        let bus = BusUnderTest(KNXBindings(facets: Self.timed().facets + [central, twin]))
        let id = bus.order("Casa/Todas", .stop)
        #expect(commands(bus).isEmpty)
        bus.confirm()
        #expect(bus.outcomes[id] == .accepted)
        #expect(commands(bus) == ["Casa/Persiana stop"])
        bus.order("Casa/Todas", .stop)
        bus.end(.refused(reason: "no acknowledgement"))
        #expect(commands(bus).count == 1)
    }

    /// The planned end of a movement by time.
    @Test func onlyUrgentOrdersGoFirst() {
        let bus = BusUnderTest(Self.timed())
        bus.order(Self.path, .down)
        bus.order(Self.path, .stop, isUrgent: true)
        #expect(bus.telegrams == ["2/0/2=01", "2/1/2=00"])
        #expect(bus.sent.map(\.isUrgent) == [false, true])
    }

    // MARK: - Movement

    @Test func onlyItsAddressReportsMovement() {
        var bindings = Self.timed(moving: "2/4/2")
        bindings.facets[1].states = [groupAddress("2/3/2")]
        let bus = BusUnderTest(bindings)
        bus.obey(Self.path, .down)
        bus.receive("2/3/2", .octets([128]))
        bus.receive("2/3/2", .octets([255]))
        #expect(bus.movements.isEmpty)
        bus.receive("2/4/2", .bits(1))
        bus.receive("2/4/2", .bits(0))
        #expect(bus.movements == [true, false])
        let levels = bus.observations.filter { $0.facet.type == .regulable }
        #expect(levels.map(\.value) == [level(50), level(100)] && levels.allSatisfy { $0.kind == .state })
    }

    // MARK: - Locks

    @Test func lockedCoverRefusesWithTheReason() {
        let bus = BusUnderTest(Self.timed(locked: "2/5/1"))
        #expect(bus.telegrams == ["2/5/1?"])
        bus.receive("2/5/1", .bits(1), isResponse: true)
        let id = bus.order(Self.path, .up)
        guard case .impossible(let fault)? = bus.outcomes[id] else { return #expect(Bool(false)) }
        #expect(fault.message == "it is locked: 2/5/1 is 1" && fault.hint?.contains("wind") == true)
        bus.order(Self.path, .stop, isUrgent: true)
        #expect(bus.telegrams.last == "2/1/2=00")
        bus.receive("2/5/1", .bits(0))
        bus.order(Self.path, .up)
        #expect(bus.telegrams.last == "2/0/2=00")
    }

    /// The wind has locked it: somebody's command at the wall moves nothing.
    @Test func commandToALockedCoverShowsNothing() {
        let bus = BusUnderTest(Self.timed(locked: "2/5/1"))
        bus.receive("2/5/1", .bits(1))
        bus.receive("2/0/2", .bits(0))
        #expect(commands(bus) == ["\(Self.path) ?"])
        bus.receive("2/5/1", .bits(0))
        bus.receive("2/0/2", .bits(0))
        #expect(commands(bus) == ["\(Self.path) ?", "\(Self.path) up"])
    }

    @Test func lockIsUnknownAfterTheConnectionWasLost() {
        let bus = BusUnderTest(Self.timed(locked: "2/5/1"))
        bus.receive("2/5/1", .bits(1))
        bus.handle(.down(reason: "lost"))
        bus.handle(.up(own: nil, maxAPDU: nil))
        bus.order(Self.path, .up)
        #expect(bus.telegrams.last == "2/0/2=00")
    }

    @Test func loadKeepsLocksUnlessItDropsTheirAddress() {
        let bus = BusUnderTest(Self.timed(locked: "2/5/1"))
        bus.receive("2/5/1", .bits(1))
        bus.use(Self.timed(moving: "2/4/2", locked: "2/5/1"))
        let refused = bus.order(Self.path, .up)
        #expect(bus.outcomes[refused] != nil)
        bus.use(Self.timed())
        bus.use(Self.timed(locked: "2/5/1"))
        bus.order(Self.path, .up)
        #expect(bus.telegrams.last == "2/0/2=00")
    }

    // MARK: - The profile

    private func profile(_ bindings: KNXBindings) -> KNXLinkProfile {
        KNXLinkProfile(label: "knx://test", bindings: bindings)
    }

    private static let target = Target(
        name: "Persiana",
        path: path,
        types: FacetTypes([.bidirectional, .regulable]) ?? FacetTypes()
    )

    @Test func onlyAStopByStepMustNotBeRepeated() {
        let stepped = profile(Self.timed())
        #expect(!stepped.mayRepeat(.stop, of: Self.target))
        #expect(stepped.mayRepeat(.up, of: Self.target))
        #expect(profile(Self.timed(stop: "2/1/3")).mayRepeat(.stop, of: Self.target))
    }

    @Test func profileOfACoverFollowsFromItsBindings() {
        let stepped = CoverProfile(
            directionAtZero: .up,
            up: .seconds(20),
            down: .seconds(10),
            isPositionedByTime: true,
            stopTurnsSlats: true
        )
        #expect(profile(Self.timed()).cover(Self.target) == stepped)
        #expect(!profile(Self.timed(stop: "2/1/3")).cover(Self.target).stopTurnsSlats)
    }

    /// An actuator that reports closed as 0 %: the binding inverts it, and in domo 0 % is open.
    @Test func invertedLevelIsOpenAtZeroToo() throws {
        var bindings = Self.timed()
        bindings.facets[1].isInverted = true
        #expect(profile(bindings).cover(Self.target).directionAtZero == .up)
        #expect(try bindings.facets[1].value(of: .octets([0])) == .level(Percent(clamping: 100)))
        bindings.facets[0].isInverted = true
        #expect(profile(bindings).cover(Self.target).directionAtZero == .up)
    }

    @Test func coverThatTakesPositionsIsNotPositionedByTime() {
        var bindings = Self.timed()
        bindings.facets[1].command = groupAddress("2/2/2")
        #expect(!profile(bindings).cover(Self.target).isPositionedByTime)
        // Without any way to stop it.
        bindings = KNXBindings(facets: [Self.cover(step: nil)])
        #expect(!profile(bindings).cover(Self.target).isPositionedByTime)
        #expect(!profile(bindings).cover(Self.target).stopTurnsSlats)
    }
}
