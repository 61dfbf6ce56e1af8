import Glibc

/// What the measurements share: where the programs are, a folder of their own, and the servers that were started.
final class Workbench {
    /// Where `domo` and `domod` are.
    let programs: String
    /// The model house's file.
    let modelHouse: String
    let pythons: Pythons
    /// Files of one run; gone with it.
    let folder: String
    private var running: [ChildProcess] = []
    private var lastNumber = 0

    /// Each with what one peer needs; nil where none was named.
    struct Pythons {
        var xknx: String?
        var selenium: String?
    }

    init(programs: String, modelHouse: String, _ pythons: Pythons = Pythons()) throws(BenchFault) {
        self.programs = programs
        self.pythons = pythons
        self.modelHouse = modelHouse
        for program in ["domo", "domod", "domo-sim", "domo-web"] where access("\(programs)/\(program)", X_OK) != 0 {
            throw BenchFault("there is no \(program) in \(programs): run \"make release\" first")
        }
        guard access(modelHouse, R_OK) == 0 else {
            throw BenchFault("there is no \(modelHouse): run the bench in the top folder, or name it with --home")
        }
        var template = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/domo-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchFault(call: "mkdtemp") }
        folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        Interruption.shared.uses(folder: folder)
    }

    /// Stops what still runs, and removes the folder.
    func close() throws(BenchFault) {
        stopAll()
        Interruption.shared.uses(folder: nil)
        try TextFile.remove(folder)
    }

    /// Stops what still runs; the folder stays, for somebody to look into.
    func leave() {
        stopAll()
        Interruption.shared.uses(folder: nil)
    }

    /// A path in the folder that was not used before.
    func path(_ name: String) -> String {
        lastNumber += 1
        return "\(folder)/\(lastNumber)-\(name)"
    }

    /// Starts a program that runs until it is stopped.
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

    /// The same for a program whose output is read.
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
        // The newest first: what asks before what answers.
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
        // Daemons stand where the path of a user doesn't lead.
        for folder in path.split(separator: ":") + ["/usr/sbin", "/usr/bin"] {
            let candidate = "\(folder)/\(program)"
            if access(candidate, X_OK) == 0 { return candidate }
        }
        throw BenchFault("\(program) is not installed: apt-get install \(package)")
    }
}
