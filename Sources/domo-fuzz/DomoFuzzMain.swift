import ArgumentParser
import DomoEngineTesting
import DomoFuzz

/// Feeds millions of inputs to each part that reads external input.
@main
struct DomoFuzzMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domo-fuzz",
        abstract: "Fuzz the parts of domo that read external input."
    )

    private static let names = allFuzzTargets.map { $0.name }
    private static let targetsHelp: ArgumentHelp =
        "The targets: \(names.joined(separator: ", ")). Without this argument, all of them."

    @Argument(help: targetsHelp)
    var targets: [String] = []

    @Option(help: "The number of inputs per target.")
    var inputs = 1_000_000

    @Option(help: "The seed that determines the inputs.")
    var seed: UInt64 = 1

    @Option(help: "The number of the first input.")
    var first = 0

    @Option(help: "Stop after this many seconds.")
    var time: Double?

    @Option(help: "Try only the input in this file, on a single target.")
    var file: String?

    @Option(help: "The folder for inputs that fail.")
    var folder = "."

    @Option(help: "Run this many seeds of the engine's simulation instead.")
    var simulate: UInt64?

    @Option(help: "The first seed of --simulate.")
    var from: UInt64 = 0

    @Option(
        help: """
            What --simulate runs: \(SimulationMode.words.joined(separator: ", ")). Without this option: short, then \
            links, shapes and knx.
            """
    )
    var mode: SimulationMode?

    @Option(
        help: "Compare covers with their model: all sequences of three steps, and this many random ones of each kind."
    )
    var covers: UInt64?

    @Flag(help: "Print everything that happens in the run of the seed --from.")
    var transcript = false

    @Flag(help: "Print a digest of the effects of each seed, to compare with those of another version.")
    var digests = false

    @Flag(help: "Print the effects behind the digest of the seed --from.")
    var effects = false

    @Flag(help: .private)
    var worker = false

    func validate() throws {
        if let unknown = targets.first(where: { !Self.names.contains($0) }) {
            throw ValidationError("unknown target \"\(unknown)\"; use one of: \(Self.names.joined(separator: ", "))")
        }
        guard simulate ?? 1 > 0, !from.addingReportingOverflow(simulate ?? 1).overflow else {
            throw ValidationError("--simulate must be at least 1")
        }
        guard inputs > 0, first >= 0, !first.addingReportingOverflow(inputs).overflow else {
            throw ValidationError("--inputs must be at least 1, --first at least 0")
        }
        guard file == nil && !worker || targets.count == 1 else {
            throw ValidationError("--file needs exactly one target")
        }
    }

    func run() async throws {
        if let covers {
            guard await CoverRunner().run(0..<covers) else { throw ExitCode.failure }
            return
        }
        if let simulate {
            guard try await self.simulate(from..<from + simulate) else { throw ExitCode.failure }
            return
        }
        // Each target runs in a process of its own: a crash must not end the others.
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
        if effects {
            SimulationRunner(mode: mode ?? .engine(.short)).printEffects(of: seeds.lowerBound)
            return true
        }
        if digests {
            SimulationRunner(mode: mode ?? .engine(.short)).printDigests(of: seeds)
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
