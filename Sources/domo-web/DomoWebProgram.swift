import DomoWeb

@main
struct DomoWebProgram {
    static func main() async { await WebCommand.start() }
}
