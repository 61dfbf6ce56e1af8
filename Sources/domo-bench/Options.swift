/// The command line.
struct Options {
    static let usage = """
        usage: domo-bench --programs FOLDER [--only 1,4] [--json FILE] [--page FILE] [--home FILE] [--python FILE]
                          [--web-python FILE] [--beside COMMAND]
               domo-bench --programs FOLDER --soak [--minutes N] [--seed N]
          --programs FOLDER  where domo, domod, domo-sim and domo-web are
          --only NUMBERS     run only these measurements
          --json FILE        write the figures of all runs
          --page FILE        write the page of the manual, if all measurements succeed
          --home FILE        the model house (default: homes/vivienda-eficiente.xml)
          --python FILE      a Python with xknx, as set up by Tests/Peers/environment.sh
          --web-python FILE  a Python with selenium
          --beside COMMAND   also run this beside each domod: a program and its options, with SOCKET for the control socket
                             and STATE for a new folder; it writes "NAME: connected" when the measurement may begin
          --soak             no measurements: run the daemon under varied load, and check that it stays stable
          --minutes N        the duration of the soak (default: 60); under 10, memory growth is only reported
          --seed N           the seed of the soak (default: 1)

        """

    var programs: String?
    var only: Set<Int> = []
    var json: String?
    var page: String?
    var home = "homes/vivienda-eficiente.xml"
    var pythons = Workbench.Pythons()
    var beside: [String] = []
    var isSoak = false
    var minutes = 60.0
    var seed: UInt64 = 1

    init(_ arguments: [String]) throws(BenchFault) {
        var rest = arguments[...]
        while let flag = rest.popFirst() {
            if flag == "--soak" {
                isSoak = true
                continue
            }
            guard let value = rest.popFirst() else { throw BenchFault("missing value for \(flag)") }
            switch flag {
            case "--programs": programs = value
            case "--json": json = value
            case "--page": page = value
            case "--home": home = value
            case "--python": pythons.xknx = value
            case "--beside": beside = value.split(separator: " ").map(String.init)
            case "--web-python": pythons.selenium = value
            case "--minutes":
                guard let number = Double(value), (0.5...100_000).contains(number) else {
                    throw BenchFault("invalid value \"\(value)\" for --minutes; use 0.5–100000")
                }
                minutes = number
            case "--seed":
                guard let number = UInt64(value) else {
                    throw BenchFault("invalid value \"\(value)\" for --seed; use a number")
                }
                seed = number
            case "--only":
                for word in value.split(separator: ",") {
                    guard let number = Int(word), DomoBench.measurements.contains(where: { $0.number == number }) else {
                        throw BenchFault("unknown measurement \"\(word)\" for --only")
                    }
                    only.insert(number)
                }
            default: throw BenchFault("unknown option \(flag)")
            }
        }
    }
}
