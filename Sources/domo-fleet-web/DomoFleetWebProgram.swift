import DomoFleetWeb

@main
struct DomoFleetWebProgram {
    static func main() async { await FleetWebCommand.start() }
}
