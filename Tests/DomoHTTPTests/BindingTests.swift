import DomoEngine
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

/// Which elements are the same device for a server.
struct BindingTests {
    private func profile(_ dialect: String, _ elements: String, url: String = "http://h") throws -> HTTPLinkProfile {
        let dialect = try #require(Dialect.shipped(dialect))
        let node = try #require(try YAMLNode.read(elements))
        let settings = try ServerSettings(
            url: url,
            dialect: dialect,
            elements: try ElementRules.read(node, dialect: dialect)
        )
        return HTTPLinkProfile(settings: settings, label: url)
    }

    private func binding(_ profile: HTTPLinkProfile, _ path: String, _ types: FacetType...) -> Binding? {
        let name = String(path.split(separator: "/").last ?? "")
        return profile.binding(of: Target(name: name, path: path, types: FacetTypes(types) ?? FacetTypes()))
    }

    @Test(arguments: [
        ("shelly-gen2", "{Lamp: {id: 0}, Light: {id: 0}}", true),
        ("shelly-gen2", "{Lamp: {id: 0}, Light: {id: 1}}", false),
        ("shelly-gen2", "{Lamp: {id: 0}, Light: {id: 0, kind: light}}", false),
        ("shelly-gen2", "{Lamp: {id: 0}, Light: {id: 0, url: \"http://k\"}}", false),
        ("shelly-gen2", "{Lamp: {id: 0}, Light: {id: 0, url: \"http://h\"}}", true),
        ("homeassistant", "{Lamp: {entity: switch.a}, Light: {entity: switch.a}}", true),
        ("homeassistant", "{Lamp: {entity: switch.a}}", false), ("pervml", "{}", false),
        ("openhab", "{Light: {item: Lamp}}", true),
    ])
    func elementsWithTheSameRequestsHaveOneBinding(dialect: String, elements: String, isSame: Bool) throws {
        let profile = try profile(dialect, elements)
        let (one, other) = (binding(profile, "Casa/Lamp", .binary), binding(profile, "Casa/Light", .binary))
        #expect((one == other) == isSame, "\(String(describing: one)) \(String(describing: other))")
        #expect(profile.bindsByName == (elements == "{}"))
    }

    @Test func elementsWithTheSameNameAreTheSameIfThePathIsNotSent() throws {
        let profile = try profile("pervml", "{}")
        let paths = ["Casa/Salon/Luz", "Casa/Cocina/Luz", "Torre/Luz"]
        #expect(Set(paths.map { binding(profile, $0, .binary) }).count == 1)
        let other = try self.profile("pervml", "{}", url: "http://k")
        #expect(binding(other, paths[0], .binary) != binding(profile, paths[0], .binary))
    }

    /// Names of elements are case-sensitive in house files, and for servers.
    @Test func namesThatDifferByCaseAreDifferentForTheServer() throws {
        let profile = try profile("pervml", "{}")
        #expect(binding(profile, "Casa/Luz", .binary) != binding(profile, "Casa/luz", .binary))
    }

    @Test func secretsDistinguishBindings() throws {
        let text = """
            variables: {key: ""}
            order: {url: "{url}/{key}/{name}/{operation}"}
            actions: {on: {operation: "1"}, off: {operation: "0"}}
            """
        let dialect = try Dialect.read(text, name: "own")
        let node = try #require(try YAMLNode.read("{Casa/A/Lamp: {key: first-key}, Casa/B/Lamp: {key: other-key}}"))
        let settings = try ServerSettings(
            url: "http://h",
            dialect: dialect,
            elements: try ElementRules.read(node, dialect: dialect)
        )
        let profile = HTTPLinkProfile(settings: settings, label: "h")
        #expect(binding(profile, "Casa/A/Lamp", .binary) != binding(profile, "Casa/B/Lamp", .binary))
    }

    @Test func elementWithoutRequestsHasNoBinding() throws {
        let dialect = try Dialect.read("actions: {on: {url: \"{url}/{name}\"}}", name: "own")
        let profile = HTTPLinkProfile(settings: try ServerSettings(url: "http://h", dialect: dialect), label: "h")
        #expect(binding(profile, "Casa/Level", .regulable) == nil)
        #expect(binding(profile, "Casa/Lamp", .binary)?.signals.count == 1)
    }
}
