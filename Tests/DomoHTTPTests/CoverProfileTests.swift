import DomoEngine
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

/// What a server's dialect says of covers.
struct CoverProfileTests {
    @Test(arguments: [
        ("openhab", "{Louver: {item: A}}", Value.up), ("shelly-gen2", "{Louver: {id: 0, kind: cover}}", .down),
        ("tasmota", "{Louver: {kind: shutter}}", .down), ("homeassistant", "{Louver: {entity: cover.a}}", .down),
        ("simulator", "{}", .down), ("homeassistant", "{Louver: {entity: cover.a, open-at: 0}}", .up),
        // Which end is 0 % is not known.
        ("pervml", "{}", nil), ("shelly-gen2", "{Louver: {id: 0}}", nil), ("domoticz", "{Louver: {idx: 1}}", nil),
    ])
    func openEndIsThatOfTheDialect(name: String, elements: String, directionAtZero: Value?) throws {
        let dialect = try #require(Dialect.shipped(name))
        let rules = try ElementRules.read(try #require(try YAMLNode.read(elements)), dialect: dialect)
        let profile = HTTPLinkProfile(
            settings: try ServerSettings(url: "http://h", dialect: dialect, elements: rules),
            label: "http://h"
        )
        let types = FacetTypes([.bidirectional, .regulable]) ?? FacetTypes()
        let cover = profile.cover(Target(name: "Louver", path: "Casa/Louver", types: types))
        #expect(cover.directionAtZero == directionAtZero)
        #expect(cover.reportsEnds && !cover.isPositionedByTime)
    }

    @Test(arguments: ["open-at: 50", "open-at: up", "open-at: {a: b}"])
    func otherLevelIsRefused(text: String) throws {
        let node = try #require(try YAMLNode.read("{\(text), actions: {up: {url: \"{url}/up\"}}}"))
        var reader = DialectReader(name: "d")
        #expect(reader.dialect(node) == nil)
        #expect(reader.yaml.faults.contains { $0.message.contains("open-at is neither 0 nor 100") })
    }

    /// A contact, a button.
    @Test func elementWithoutOrdersIsOnlyRead() throws {
        let profile = HTTPLinkProfile(settings: try ShippedDialectTests.settings("shelly-gen2"), label: "h")
        let types = FacetTypes([.binary])!
        func target(_ name: String) -> Target { Target(name: name, path: "Casa/\(name)", types: types) }
        #expect(profile.writable(target("Door")).isEmpty && profile.readable(target("Door")) == types)
        #expect(profile.writable(target("Plug")) == types)
    }
}
