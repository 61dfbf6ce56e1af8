import DomoDaemon

@main struct Domod {
    static func main() { DomodCommand.main() }
}
