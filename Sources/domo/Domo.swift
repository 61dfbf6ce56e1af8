import DomoCLI

@main struct Domo {
    static func main() async { await DomoCommand.main() }
}
