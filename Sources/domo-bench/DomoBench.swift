import DomoLanguage
import DomoSystem
import Glibc

/// Compares domo with its peers in one run. A missed target is not a failure; a failed measurement is.
@main
enum DomoBench {
    static var measurements: [any Measurement.Type] {
        [
            CommandLineMeasurement.self,  // 1
            OrdersMeasurement.self,  // 2
            ShowMeasurement.self,  // 3
            CheckMeasurement.self,  // 4
            HouseSizeMeasurement.self,  // 5
            MemoryMeasurement.self,  // 6
            StartMeasurement.self,  // 7
            LatencyMeasurement.self,  // 8
            StoringMeasurement.self,  // 9
            RecallMeasurement.self,  // 10
            EngineMeasurement.self,  // 11
            PollingMeasurement.self,  // 12
            SceneMeasurement.self,  // 13
            BusyLoopMeasurement.self,  // 14
            KNXWritesMeasurement.self,  // 15
            KNXLatencyMeasurement.self,  // 16
            KNXDecodeMeasurement.self,  // 17
            KNXMemoryMeasurement.self,  // 18
            KNXStartMeasurement.self,  // 19
            WebReadMeasurement.self,  // 20
            WebEventsMeasurement.self,  // 21
            WebPageMeasurement.self,  // 22
            WebMemoryMeasurement.self,  // 23
            KNXReactionMeasurement.self,  // 24
            MQTTLatencyMeasurement.self,  // 25
            MQTTHouseMeasurement.self,  // 26
        ]
    }

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "echo-server", arguments.count == 2 { play { try EchoServer.run(path: arguments[1]) } }
        if arguments.first == "epoll-echo-server", arguments.count == 3, let length = Int(arguments[2]), length > 0 {
            play { try EpollEchoServer.run(path: arguments[1], length: length) }
        }
        if arguments.first == "long-work", arguments.count == 2 { play { try LongWork.run(path: arguments[1]) } }
        let options: Options
        do {
            options = try Options(arguments)
        } catch {
            StandardStream.error.writeLine("domo-bench: \(error)\n\(Options.usage)")
            exit(ExitStatus.usage.rawValue)
        }
        guard let programs = options.programs else {
            StandardStream.error.writeLine(Options.usage)
            exit(ExitStatus.usage.rawValue)
        }
        do {
            let isGood = try options.isSoak ? soak(options, programs) : measure(options, programs: programs)
            exit(isGood ? 0 : 1)
        } catch {
            StandardStream.error.writeLine("domo-bench: \(error)")
            exit(1)
        }
    }

    /// - Returns: true if it passed. Otherwise the folder with the log is kept.
    private static func soak(_ options: Options, _ programs: String) throws(BenchFault) -> Bool {
        ChildProcess.prepareWaiting()
        try Interruption.shared.watch()
        let bench = try Workbench(programs: programs, modelHouse: options.home)
        var isPassed = false
        do {
            isPassed = try Soak(minutes: options.minutes, seed: options.seed).run(bench)
        } catch {
            StandardStream.error.writeLine("\(error)")
        }
        if isPassed {
            try bench.close()
        } else {
            bench.closeKeepingFolder()
            StandardStream.error.writeLine("the soak failed; the daemon's files and its log are in \(bench.folder)")
        }
        return isPassed
    }

    /// - Returns: true if all measurements succeeded.
    private static func measure(_ options: Options, programs: String) throws(BenchFault) -> Bool {
        ChildProcess.prepareWaiting()
        try Interruption.shared.watch()
        let machine = try Machine()
        let bench = try Workbench(programs: programs, modelHouse: options.home, options.pythons, beside: options.beside)
        var rows: [Row] = []
        var faults: [String] = []
        for measurement in measurements where options.only.isEmpty || options.only.contains(measurement.number) {
            StandardStream.error.writeLine("measuring \(measurement.number): \(measurement.title)")
            do {
                rows += try measurement.run(bench)
            } catch {
                faults.append("not measured: \(measurement.number), \(measurement.title): \(error)")
            }
            bench.stopAll()
        }
        try bench.close()
        print(Table.text(rows), terminator: "")
        print(machine)
        if let file = options.json { try TextFile.write(Table.json(rows, machine: machine), to: file) }
        // Don't replace a complete page by an incomplete one.
        if let file = options.page, options.only.isEmpty, faults.isEmpty {
            try TextFile.write(BenchPage.text(rows, machine: machine, versions: Versions.all(bench)).utf8, to: file)
        }
        for fault in faults { StandardStream.error.writeLine(fault) }
        return faults.isEmpty
    }

    /// Runs as one of the helper programs.
    private static func play(_ part: () throws -> Void) -> Never {
        do {
            try part()
            exit(0)
        } catch {
            StandardStream.error.writeLine("domo-bench: \(error)")
            exit(1)
        }
    }
}
