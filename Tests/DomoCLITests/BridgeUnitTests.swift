import Testing

@testable import DomoCLI

@Suite("The bridge in domo doctor")
struct BridgeUnitTests {
    private static func unit(
        _ load: String,
        _ file: String,
        _ active: String,
        _ status: String,
        name: String = "domo-mqtt"
    ) -> BridgeUnit? {
        let lines = ["LoadState=\(load)", "UnitFileState=\(file)", "ActiveState=\(active)", "StatusText=\(status)"]
        return BridgeUnit(name, properties: lines.joined(separator: "\n") + "\n")
    }

    @Test func nothingIsSaidOfABridgeThatNobodyUses() {
        #expect(Self.unit("not-found", "", "inactive", "") == nil)
        #expect(Self.unit("loaded", "disabled", "inactive", "")?.finding == nil)
    }

    @Test func connectedBridgeIsGood() {
        let status = "connected to mqtt://broker:1883; connected to domod"
        #expect(Self.unit("loaded", "enabled", "active", status)?.finding == .good("domo-mqtt", status))
        #expect(Self.unit("loaded", "disabled", "active", status)?.finding == .good("domo-mqtt", status))
    }

    @Test func connectionToAFleetHasOnePart() {
        let status = "connected to the fleet"
        let unit = Self.unit("loaded", "enabled", "active", status, name: "domo-fleet")
        #expect(unit?.finding == .good("domo-fleet", status))
    }

    @Test(arguments: [
        ("active", "Connection refused; connected to domod"),
        ("active", "connected to mqtt://b:1; can't connect to domod"),
        ("active", ""), ("failed", ""), ("activating", "x"),
    ])
    func otherStatesAreProblems(active: String, status: String) {
        #expect(Self.unit("loaded", "enabled", active, status)?.finding?.level == .bad)
    }
}
