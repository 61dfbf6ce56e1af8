import DomoDaemon

@main struct Domod {
    static func main() async { await DomodCommand.main() }
}
