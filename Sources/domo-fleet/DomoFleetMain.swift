import DomoFleet

@main
struct DomoFleetProgram {
    static func main() async { await FleetCommand.start() }
}
