/// The length of a run, how busy it is, and how much fails. Probabilities are per mille.
struct Scenario {
    /// The time in which people act and faults happen, in nanoseconds.
    var activeTime: Int64
    /// The time for the last orders to end, in nanoseconds; then every reading must converge.
    var settleTime: Int64
    var elementsPerHouse: Int
    /// The pause between two actions of people, in milliseconds.
    var userPause: ClosedRange<Int>
    var wallSwitchPause: ClosedRange<Int>
    /// In milliseconds.
    var deadlines: ClosedRange<Int>
    var serverDeadline: Int
    /// In milliseconds.
    var interval: ClosedRange<Int>
    var confirmWithin: ClosedRange<Int>
    /// The factor of the interval if elements are read one by one.
    var oneByOneFactor: Int
    var retryAfter: ClosedRange<Int>
    var perSecond: ClosedRange<Int>

    var lost: Int
    var late: Int
    var refused: Int
    var refusedForGood: Int
    var wrongReports: Int
    var duplicates: Int
    var malformed: Int
    var unknownWords: Int
    var isSlow: Int

    /// How often each happens in the active time.
    var outages: ClosedRange<Int>
    var outageLength: ClosedRange<Int>
    var kills: ClosedRange<Int>
    var stops: ClosedRange<Int>
    var reloads: ClosedRange<Int>
    var diskFailures: ClosedRange<Int>
    var wallClockSteps: ClosedRange<Int>
    var earlyWakes: ClosedRange<Int>

    /// The first house, and some elements of the others, are on a link without polling.
    var hasPushingLink = false
    /// The houses are random and change with each load.
    var hasRandomShapes = false
    /// The maximum number of sequential steps of a scene, which limits its duration.
    var maxSceneSteps = 3
    /// The delay between a stop and the exit of the daemon, in milliseconds.
    var stopDelay = 0...2500

    static let second: Int64 = 1_000_000_000

    /// A short time with many faults.
    static let short = Scenario(
        activeTime: 9 * second,
        settleTime: 9 * second,
        elementsPerHouse: 1,
        userPause: 0...1700,
        wallSwitchPause: 1000...5000,
        deadlines: 100...3000,
        serverDeadline: 2500,
        interval: 4000...6000,
        confirmWithin: 1000...3000,
        oneByOneFactor: 1,
        retryAfter: 300...2500,
        perSecond: 1...4,
        lost: 70,
        late: 60,
        refused: 70,
        refusedForGood: 25,
        wrongReports: 60,
        duplicates: 60,
        malformed: 50,
        unknownWords: 40,
        isSlow: 80,
        outages: 0...2,
        outageLength: 300...14_000,
        kills: 0...1,
        stops: 0...1,
        reloads: 0...2,
        diskFailures: 0...1,
        wallClockSteps: 0...2,
        earlyWakes: 0...3
    )

    /// The same with a link without polling.
    static let links: Scenario = {
        var scenario = short
        scenario.hasPushingLink = true
        return scenario
    }()

    /// A week of a busy house with realistic faults.
    static let week = Scenario(
        activeTime: 7 * 86_400 * second,
        settleTime: 120 * second,
        elementsPerHouse: 20,
        userPause: 0...50_000,
        wallSwitchPause: 60_000...1_200_000,
        deadlines: 1000...20_000,
        serverDeadline: 10_000,
        interval: 60_000...60_000,
        confirmWithin: 5000...10_000,
        oneByOneFactor: 3,
        retryAfter: 1000...60_000,
        perSecond: 10...10,
        lost: 4,
        late: 3,
        refused: 6,
        refusedForGood: 2,
        wrongReports: 5,
        duplicates: 5,
        malformed: 2,
        unknownWords: 2,
        isSlow: 20,
        outages: 10...20,
        outageLength: 2000...3_600_000,
        kills: 3...6,
        stops: 2...4,
        reloads: 5...15,
        diskFailures: 1...3,
        wallClockSteps: 2...4,
        earlyWakes: 10...20
    )

    /// Houses of any shape on servers that mostly report nothing, with long outages and many loads.
    static let shapes = Scenario(
        activeTime: 20 * second,
        settleTime: 16 * second,
        elementsPerHouse: 0,
        userPause: 0...1200,
        wallSwitchPause: 1000...8000,
        deadlines: 100...5000,
        serverDeadline: 12_000,
        interval: 4000...6000,
        confirmWithin: 1000...3000,
        oneByOneFactor: 1,
        retryAfter: 300...2500,
        perSecond: 4...10,
        lost: 60,
        late: 40,
        refused: 60,
        refusedForGood: 40,
        wrongReports: 30,
        duplicates: 40,
        malformed: 30,
        unknownWords: 30,
        isSlow: 80,
        outages: 0...3,
        outageLength: 300...20_000,
        kills: 0...1,
        stops: 0...1,
        reloads: 1...5,
        diskFailures: 0...1,
        wallClockSteps: 0...1,
        earlyWakes: 0...3,
        hasRandomShapes: true,
        maxSceneSteps: 5,
        stopDelay: 0...16_000
    )
}
