import Glibc

/// The resources that the measurements share: the programs, a temporary folder, and running servers.
final class Workbench {
    /// The folder with `domo` and `domod`.
    let programs: String
    /// The file of the model house.
    let modelHouse: String
    let pythons: Pythons
    /// A program that runs beside each daemon, with its options.
    let beside: [String]
    /// The temporary folder of the run.
    let folder: String
    private var running: [ChildProcess] = []
    private var lastNumber = 0

    /// Python environments for the peers; nil if not given.
    struct Pythons {
        var xknx: String?
        var selenium: String?
    }

    init(
        programs: String,
        modelHouse: String,
        _ pythons: Pythons = Pythons(),
        beside: [String] = []
    ) throws(BenchFault) {
        self.programs = programs
        self.beside = beside
        self.pythons = pythons
        self.modelHouse = modelHouse
        for program in ["domo", "domod", "domo-mqtt", "domo-sim", "domo-web"]
        where access("\(programs)/\(program)", X_OK) != 0 {
            throw BenchFault("missing program \(programs)/\(program); run \"make release\" first")
        }
        guard access(modelHouse, R_OK) == 0 else {
            throw BenchFault("missing house file \(modelHouse); run the bench in the top folder, or use --home")
        }
        var template = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/domo-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchFault(call: "mkdtemp") }
        folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        Interruption.shared.uses(folder: folder)
    }

    /// Stops all programs, and removes the folder.
    func close() throws(BenchFault) {
        stopAll()
        Interruption.shared.uses(folder: nil)
        try TextFile.remove(folder)
    }

    /// Stops all programs, and keeps the folder for inspection.
    func closeKeepingFolder() {
        stopAll()
        Interruption.shared.uses(folder: nil)
    }

    /// A new path in the folder.
    func path(_ name: String) -> String {
        lastNumber += 1
        return "\(folder)/\(lastNumber)-\(name)"
    }

    /// Starts a program that runs until `stop`.
    func start(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        on place: Processor.Place
    ) throws(BenchFault) -> ChildProcess {
        let command = Command(program, arguments, environment: environment, log: path("log"))
        let process = try Processor.on(place) { () throws(BenchFault) in try command.start() }
        running.append(process)
        return process
    }

    /// Starts a program whose output is read.
    func startPiped(
        _ program: String,
        _ arguments: [String],
        on place: Processor.Place
    ) throws(BenchFault) -> (process: ChildProcess, output: Pipe) {
        let pipe = try Pipe()
        let command = Command(program, arguments, log: path("log"))
        let process = try Processor.on(place) { () throws(BenchFault) in try command.start(output: pipe.writeEnd) }
        running.append(process)
        pipe.closeWriteEnd()
        return (process, pipe)
    }

    func stopAll() {
        // Newest first: clients before servers.
        for process in running.reversed() { process.stop() }
        running.removeAll()
    }

    func stop(_ process: ChildProcess) {
        process.stop()
        running.removeAll { $0 === process }
    }

    /// Finds an installed program.
    static func find(_ program: String, package: String) throws(BenchFault) -> String {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        // Daemons may be outside of a user's PATH.
        for folder in path.split(separator: ":") + ["/usr/sbin", "/usr/bin"] {
            let candidate = "\(folder)/\(program)"
            if access(candidate, X_OK) == 0 { return candidate }
        }
        throw BenchFault("\(program) is not installed: apt-get install \(package)")
    }
}
