/// The command line.
struct Options {
    static let usage = """
        usage: domo-bench --programs FOLDER [--only 1,4] [--json FILE] [--page FILE] [--home FILE] [--python FILE]
                          [--web-python FILE]
               domo-bench --programs FOLDER --soak [--minutes N] [--seed N]
          --programs FOLDER  where domo, domod, domo-sim and domo-web are
          --only NUMBERS     these measurements alone
          --json FILE        writes the figures of all runs
          --page FILE        writes a page of the manual, where all was measured
          --home FILE        the model house (homes/vivienda-eficiente.xml)
          --python FILE      a Python with xknx: what Tests/Peers/environment.sh makes
          --web-python FILE  the same with selenium
          --soak             no measurements: the daemon under a load of everything, and whether it stays as it is
          --minutes N        how long the load of the soak lasts (60); under 10, growth of memory is reported alone
          --seed N           of what the soak does (1)

        """

    var programs: String?
    var only: Set<Int> = []
    var json: String?
    var page: String?
    var home = "homes/vivienda-eficiente.xml"
    var pythons = Workbench.Pythons()
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
            guard let value = rest.popFirst() else { throw BenchFault("\(flag) needs a value") }
            switch flag {
            case "--programs": programs = value
            case "--json": json = value
            case "--page": page = value
            case "--home": home = value
            case "--python": pythons.xknx = value
            case "--web-python": pythons.selenium = value
            case "--minutes":
                guard let number = Double(value), (0.5...100_000).contains(number) else {
                    throw BenchFault("--minutes: \(value) is no number of minutes")
                }
                minutes = number
            case "--seed":
                guard let number = UInt64(value) else { throw BenchFault("--seed: \(value) is no seed") }
                seed = number
            case "--only":
                for word in value.split(separator: ",") {
                    guard let number = Int(word), DomoBench.measurements.contains(where: { $0.number == number }) else {
                        throw BenchFault("--only: there is no measurement \(word)")
                    }
                    only.insert(number)
                }
            default: throw BenchFault("unknown option \(flag)")
            }
        }
    }
}
