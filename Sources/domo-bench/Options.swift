/// The command line.
struct Options {
    static let usage = """
        usage: domo-bench --programs FOLDER [--only 1,4] [--json FILE] [--home FILE]
          --programs FOLDER  where domo and domod are
          --only NUMBERS     these measurements alone
          --json FILE        writes the figures of all runs
          --home FILE        the model house (homes/vivienda-eficiente.xml)

        """

    var programs: String?
    var only: Set<Int> = []
    var json: String?
    var home = "homes/vivienda-eficiente.xml"

    init(_ arguments: [String]) throws(BenchFault) {
        var rest = arguments[...]
        while let flag = rest.popFirst() {
            guard let value = rest.popFirst() else { throw BenchFault("\(flag) needs a value") }
            switch flag {
            case "--programs": programs = value
            case "--json": json = value
            case "--home": home = value
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
