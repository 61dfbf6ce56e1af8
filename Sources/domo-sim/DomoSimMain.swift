import DomoSim

@main struct DomoSimMain {
    static func main() async { await DomoSimCommand.start() }
}
