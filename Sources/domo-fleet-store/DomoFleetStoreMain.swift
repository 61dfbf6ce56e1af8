import DomoFleetStore

@main
struct DomoFleetStoreProgram {
    static func main() async { await StoreCommand.start() }
}
