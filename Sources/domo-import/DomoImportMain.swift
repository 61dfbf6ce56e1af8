import DomoImport

@main
struct DomoImportMain {
    static func main() async { await DomoImportCommand.start() }
}
