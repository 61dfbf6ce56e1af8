import DomoKNX
import DomoModel
import Testing

@testable import DomoKNXHouse

/// `Color` and its objects.
struct KNXColourReadingTests {
    private func read(_ node: String, light: String = "") -> (facet: KNXFacet?, faults: [String]) {
        let (bindings, faults) = BindingFile.read(["Strip": node], extra: ["Strip": light])
        return (bindings.facets.first, faults.map { "\($0.message); \($0.hint ?? "")" })
    }

    private static let white = "<d:Color minimo='2700' maximo='6500'/>"

    @Test(arguments: [
        ("", KNXColour.Content.rgb, "232.600"), ("dpt='251.600'", .rgbw, "251.600"), ("dpt='242.600'", .xyY, "242.600"),
    ])
    func oneObject(attributes: String, content: KNXColour.Content, dpt: String) throws {
        let (facet, faults) = read("<k:Color orden='1/0/1' estado='1/4/1' \(attributes)/>")
        #expect(faults == [])
        let object = KNXColour.Object(
            content,
            command: groupAddress("1/0/1"),
            state: groupAddress("1/4/1"),
            type: try type(dpt)
        )
        #expect(facet?.colour == KNXColour([object], hasBrightness: false))
        #expect(facet?.type == object.type && facet?.command == object.command)
    }

    @Test func hueHasASaturation() throws {
        let (facet, faults) = read(
            "<k:Color dpt='5.003' orden='1/0/1' estado='1/4/1'><k:Saturacion orden='1/0/2' estado='1/4/2'/></k:Color>"
        )
        #expect(faults == [])
        #expect(facet?.colour?.objects.map(\.content) == [.hue, .saturation])
        #expect(facet?.commandGroups == [groupAddress("1/0/1"), groupAddress("1/0/2")])
        #expect(facet?.stateGroups == [groupAddress("1/4/1"), groupAddress("1/4/2")])
    }

    @Test func whiteBesideAColour() throws {
        let (facet, faults) = read(
            "<k:Color orden='1/0/1' estado='1/4/1'><k:Blanco orden='1/0/2' estado='1/4/2'/></k:Color>",
            light: Self.white
        )
        #expect(faults == [])
        #expect(facet?.colour?.objects.map(\.content) == [.rgb, .white])
        #expect(facet?.colour?.objects.map(\.type.description) == ["232.600", "7.600"])
    }

    @Test func englishWords() {
        let node =
            "<k:Colour dpt='5.003' command='1/0/1' state='1/4/1'><k:Saturation command='1/0/2'/>"
            + "<k:White command='1/0/3'/></k:Colour>"
        let (facet, faults) = read(node, light: Self.white)
        #expect(faults == [])
        #expect(facet?.colour?.objects.map(\.content) == [.hue, .saturation, .white])
    }

    @Test(arguments: [
        (
            "<k:Color orden='1/0/1' dpt='5.001'/>", "",
            "dpt of <Color> is 5.001 (percentage), which does not fit; a colour has 232.600, 251.600, 242.600 or 5.003 (a hue); white alone has 7.600"
        ),
        (
            "<k:Color orden='1/0/1' dpt='5.003'/>", "",
            "<Color> is a hue (5.003) without <Saturacion>; add <Saturacion orden=\"1/0/2\" estado=\"1/4/2\"/>"
        ),
        (
            "<k:Color orden='1/0/1'><k:Saturacion orden='1/0/2'/></k:Color>", "",
            "<Saturacion> in <Color>, which is no hue; remove it, or write dpt=\"5.003\" if the address of <Color> is that of the hue"
        ),
        (
            "<k:Color orden='1/0/1'><k:Blanco orden='1/0/2'/></k:Color>", "",
            "<Color> of Strip has white, but the house file does not give its range; "
                + "write <Color minimo=\"2700\" maximo=\"6500\"/> (<Colour minimum=… maximum=…/>), in K, in the element"
        ),
        (
            "<k:Color orden='1/0/1'/>", white,
            "<Color> of Strip has no white, but the house file gives it white; "
                + "add <Blanco orden=\"1/0/2\"/>, or remove the range of white from the element"
        ),
        (
            "<k:Color dpt='7.600' orden='1/0/1'/>", white,
            "<Color> of Strip has only white, but the house file gives it colours; "
                + "write <Color modos=\"blanco\" minimo=\"2700\" maximo=\"6500\"/> (<Colour modes=\"white\" …/>) in the element"
        ),
        (
            "<k:Color orden='1/0/1'><k:Blanco/></k:Color>", "",
            "<Blanco> has no group address; add orden=\"1/0/2\", the address for orders, and estado=\"1/4/2\""
        ),
        (
            "<k:Color orden='1/0/1'><k:Blanco orden='1/0/2' dpt='9.001'/></k:Color>", white,
            "dpt of <Blanco> is 9.001 (temperature), which does not fit; expected 7.600, or nothing"
        ),
        (
            "<k:Color orden='1/0/1' estado='1/4/1 1/4/2'/>", "",
            "estado of <Color> is \"1/4/1 1/4/2\"; write the one address on which the device reports it"
        ),
    ]) func wrongBindingIsRefused(node: String, light: String, message: String) {
        #expect(read(node, light: light).faults == [message])
    }
}
