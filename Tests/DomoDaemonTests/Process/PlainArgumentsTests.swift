import ArgumentParser
import Testing

@testable import DomoDaemon

/// What is read here means the same to ArgumentParser, which reads all the rest.
struct PlainArgumentsTests {
    @Test(arguments: [
        [], ["--demo"], ["--home", "a.xml", "--home", "b", "--server", "http://h/"],
        ["--config", "c", "--socket", "s", "--state", "/x y", "--log-level", "error"],
    ])
    func flagsWithValuesAreRead(arguments: [String]) throws {
        let source = try #require(PlainArguments.source(arguments))
        let command = try #require(try DomodCommand.parseAsRoot(arguments) as? DomodCommand)
        #expect(String(describing: source) == String(describing: command.source))
    }

    @Test(arguments: [
        ["--help"], ["--version"], ["--home"], ["--home", "--demo"], ["--home=a.xml"], ["-v"], ["a.xml"],
        ["--check", "a.xml"], ["--print-dialect", "pervml"], ["--hom", "a.xml"], ["--server", "-x"],
    ])
    func theRestIsLeftToArgumentParser(arguments: [String]) {
        #expect(PlainArguments.source(arguments) == nil)
    }
}
