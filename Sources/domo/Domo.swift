import DomoCLI

@main struct Domo {
    static func main() { DomoCommand.main() }
}
