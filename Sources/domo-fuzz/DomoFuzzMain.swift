import ArgumentParser
import DomoEngineTesting
import DomoFuzz

/// Gives each part that takes in what others wrote inputs by the million.
@main
struct DomoFuzzMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domo-fuzz",
        abstract: "Tries inputs that nobody would write on all that takes inputs from outside."
    )

    private static let names = allFuzzTargets.map { $0.name }
    private static let targetsHelp: ArgumentHelp = "What to try: \(names.joined(separator: ", ")); else all of it."

    @Argument(help: targetsHelp)
    var targets: [String] = []

    @Option(help: "How many inputs each gets.")
    var inputs = 1_000_000

    @Option(help: "The inputs follow from it.")
    var seed: UInt64 = 1

    @Option(help: "The number of the first input.")
    var first = 0

    @Option(help: "No more inputs after so many seconds.")
    var time: Double?

    @Option(help: "One input, given as a file, for the one target that is named.")
    var file: String?

    @Option(help: "Where the inputs are left that something fails on.")
    var folder = "."

    @Option(help: "Run so many seeds of the engine's simulation instead.")
    var simulate: UInt64?

    @Option(help: "The first seed of --simulate.")
    var from: UInt64 = 0

    @Option(
        help: """
            What --simulate runs: \(SimulationMode.words.joined(separator: ", ")). Without it, short, then links, shapes \
            and knx.
            """
    )
    var mode: SimulationMode?

    @Flag(help: "Print everything that happens in the run of the seed given with --from.")
    var transcript = false

    @Flag(help: .private)
    var worker = false

    func validate() throws {
        if let unknown = targets.first(where: { !Self.names.contains($0) }) {
            throw ValidationError("there is no \"\(unknown)\"; there are: \(Self.names.joined(separator: ", "))")
        }
        guard simulate ?? 1 > 0, !from.addingReportingOverflow(simulate ?? 1).overflow else {
            throw ValidationError("--simulate is at least 1")
        }
        guard inputs > 0, first >= 0, !first.addingReportingOverflow(inputs).overflow else {
            throw ValidationError("--inputs is at least 1, --first at least 0")
        }
        guard file == nil && !worker || targets.count == 1 else { throw ValidationError("name one target with --file") }
    }

    func run() async throws {
        if let simulate {
            guard try await self.simulate(from..<from + simulate) else { throw ExitCode.failure }
            return
        }
        // Each in a program of its own: a crash must not end the others.
        guard worker || file != nil else {
            let names = targets.isEmpty ? Self.names : targets
            let failed = try names.filter { try !Supervisor(target: $0, folder: folder).run(CommandLine.arguments) }
            guard failed.isEmpty else { throw ExitCode.failure }
            return
        }
        guard let target = allFuzzTargets.first(where: { $0.name == targets[0] }) else { return }
        try work(target)
    }

    private func simulate(_ seeds: Range<UInt64>) async throws -> Bool {
        if transcript {
            SimulationRunner(mode: mode ?? .engine(.short)).printTranscript(of: seeds.lowerBound)
            return true
        }
        if let mode { return await SimulationRunner(mode: mode).run(seeds) }
        let fewer = seeds.lowerBound..<seeds.lowerBound + UInt64(max(1, seeds.count / 5))
        var isFine = await SimulationRunner(mode: .engine(.short)).run(seeds)
        for mode in [SimulationMode.engine(.links), .engine(.shapes), .knx] {
            isFine = await SimulationRunner(mode: mode).run(fewer) && isFine
        }
        return isFine
    }

    private func work<Target: FuzzTarget>(_: Target.Type) throws {
        if let file {
            var run = try FuzzRun(Target.self, seed: seed)
            try run.run(try InputFile.read(file))
            return
        }
        var trial = try Trial(Target.self, seed: seed, recording: Supervisor.recording(of: Target.name, in: folder))
        try trial.run(first..<first + inputs, atMost: time)
    }
}
