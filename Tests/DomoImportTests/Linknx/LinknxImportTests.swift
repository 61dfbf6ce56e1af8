import DomoLanguage
import Testing

@testable import DomoImport

struct LinknxImportTests {
    private func read(_ text: String) throws -> (house: HouseDraft, scenes: [LinknxScenes.Scene]) {
        try LinknxImport.read(Array(text.utf8), file: "linknx.xml", name: nil, fallback: "Casa", isEnglish: false)
    }

    private func house(_ objects: String) throws -> HouseDraft {
        let house = try read("<config><objects>\(objects)</objects></config>").house
        _ = house.file()
        return house
    }

    @Test(arguments: [
        // Text, type and status by a listener that is read.
        (
            #"<object id="a" gad="0/1/0" type="1.001"><listener gad="4/1/0" read="true"/><listener gad="4/1/99"/>Lámpara</object>"#,
            [#"Lámpara: <Binario orden="0/1/0" estado="4/1/0" dpt="1.001"><Escucha grupo="4/1/99"/></k:Binario>"#]
        ),
        // The object of the status is not a separate element.
        (
            #"<object id="a" gad="0/1/0">L<listener gad="4/1/0" read="true"/></object><object id="b" gad="4/1/0">L dos</object>"#,
            [#"L: <Binario orden="0/1/0" estado="4/1/0" dpt="1.001"/>"#]
        ),
        // Hexadecimal without slashes: 0A01 is 1/2/1.
        (#"<object id="a" gad="0A01" type="EIS1">L</object>"#, [#"L: <Binario orden="1/2/1" dpt="1.001"/>"#]),
        (#"<object id="a" gad="1/515">L</object>"#, [#"L: <Binario orden="1/2/3" dpt="1.001"/>"#]),
        // An object that linknx does not send to is a state.
        (#"<object id="a" gad="1/0/1" flags="cwu">L</object>"#, [#"L: <Binario estado="1/0/1" dpt="1.001"/>"#]),
        (#"<object id="a_status" gad="1/0/1" init="request"/>"#, [#"a: <Binario estado="1/0/1" dpt="1.001"/>"#]),
        // A dimmer by names; 5.xxx is a level with a switch, and a number from 0 to 255 without one.
        (
            #"<object id="a" gad="1/0/1" type="1.001">Salón on/off</object><object id="b" gad="1/1/1" type="3.007">Salón dim</object><object id="c" gad="1/2/1" type="5.xxx">Salón valor</object>"#,
            [
                #"Salón: <Nivel orden="1/2/1" relativa="1/1/1" dpt="5.001"/>"#,
                #"Salón: <Binario orden="1/0/1" dpt="1.001"/>"#,
            ]
        ),
        (
            #"<object id="a" gad="1/2/1" type="5.xxx">Contador</object>"#,
            [#"Contador: <Valor estado="1/2/1" dpt="5.010"/>"#]
        ),
        // Colours stay values: rules set them so.
        (
            #"<object id="a" gad="1/0/1" type="1.001">Tira</object><object id="b" gad="1/0/2" type="5.003">Tira tono</object><object id="c" gad="1/0/3" type="5.001">Tira saturación</object>"#,
            [
                #"Tira: <Binario orden="1/0/1" dpt="1.001"/>"#, #"Tira tono: <Valor orden="1/0/2" dpt="5.003"/>"#,
                #"Tira saturación: <Nivel orden="1/0/3" dpt="5.001"/>"#,
            ]
        ),
        (#"<object id="a" gad="1/2/1" type="1.008">Toldo</object>"#, [#"Toldo: <Movimiento orden="1/2/1"/>"#]),
        (
            #"<object id="a" gad="1/2/1" type="heat-mode">Modo</object>"#,
            [
                #"Modo: <Valor orden="1/2/1" dpt="20.102"><k:Palabra valor="auto" bruto="0"/><k:Palabra valor="comfort" bruto="1"/><k:Palabra valor="standby" bruto="2"/><k:Palabra valor="night" bruto="3"/><k:Palabra valor="frost" bruto="4"/></k:Valor>"#
                    .replacing("<k:Palabra", with: "<Palabra")
            ]
        ),
        (#"<object id="a" gad="1/2/1" type="9.xxx">Temp</object>"#, [#"Temp: <Valor estado="1/2/1" dpt="9.001"/>"#]),
    ])
    func objectsBecomeElements(objects: String, expected: [String]) throws {
        #expect(try house(objects).summary == expected)
    }

    @Test(arguments: [
        (#"<object id="away"/>"#, ["away: virtual binary "]),
        (#"<object id="v" init="on">Vacaciones</object>"#, ["Vacaciones: virtual binary on"]),
        // domo keeps the last value of every virtual element.
        (#"<object id="v" init="persist"/>"#, ["v: virtual binary "]),
        (#"<object id="v" init="request"/>"#, ["v: virtual binary "]),
        (#"<object id="v" type="9.xxx" init="21.5"/>"#, ["v: virtual value 21.5"]),
        (#"<object id="v" type="16.001" init="hola"/>"#, ["v: virtual value hola"]),
        (#"<object id="v" type="5.001" init="40"/>"#, ["v: virtual level 40"]),
        (#"<object id="v" type="5.xxx" init="255"/>"#, ["v: virtual value 255"]),
        // Names are unique among all elements.
        (
            #"<object id="v">Luz</object><object id="a" gad="1/0/1">Luz</object>"#,
            [#"Luz: <Binario orden="1/0/1" dpt="1.001"/>"#, "Luz 2: virtual binary "]
        ),
        (
            #"<object id="v"><listener gad="1/0/1"/></object>"#,
            [#"v: <Binario dpt="1.001"><Escucha grupo="1/0/1"/></k:Binario>"#]
        ),
    ])
    func variablesBecomeVirtualElements(objects: String, expected: [String]) throws {
        let house = try house(objects)
        #expect(house.summary == expected)
        #expect(house.unplaced == [])
    }

    @Test func invalidInitialValueIsListed() throws {
        let house = try house(#"<object id="v" init="maybe"/>"#)
        #expect(house.summary == ["v: virtual binary "])
        #expect(house.unplaced.map(\.reason) == ["init=\"maybe\" is not a value of the element"])
    }

    @Test func rulesUseVariables() throws {
        let (house, scenes) = try read(
            """
            <config><objects><object id="away">Fuera</object><object id="a" gad="1/0/1">Luz</object></objects>
            <rules><rule id="r"><condition type="object" id="away" value="on" trigger="true"/>
            <actionlist><action type="set-value" id="a" value="off"/></actionlist></rule>
            <rule id="s"><condition type="object" id="a" value="on" trigger="true"/>
            <actionlist><action type="set-value" id="away" value="off"/></actionlist></rule></rules></config>
            """
        )
        #expect(house.unplaced == [])
        #expect(house.file().contains("<d:Virtual/>"))
        let texts = scenes.map { $0.text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") } }
        #expect(texts == [["name r", "when Fuera on", "set Luz off"], ["name s", "when Luz on", "set Fuera off"]])
    }

    @Test(arguments: [
        (#"<object id="a" type="3.007"/>"#, "a variable of type 3.007"),
        (#"<object id="a" gad="1/2/256"/>"#, "invalid group address"),
        (#"<object id="a" gad="xyz"/>"#, "invalid group address"),
        (#"<object id="a" gad="12345"/>"#, "invalid group address"),
        (#"<object id="a" gad="0"/>"#, "invalid group address"),
        (#"<object id="a" gad="1/0/1" type="EIS99"/>"#, "unknown type"),
        (#"<object id="a" gad="1/0/1" type="3.007"/>"#, "relative dimming"),
        (#"<object id="a" gad="1/0/1" type="99.001"/>"#, "domo does not support datapoint type"),
    ])
    func unplacedObjectsAreListed(objects: String, reason: String) throws {
        let house = try house(objects)
        #expect(house.summary == [])
        #expect(house.unplaced.contains { $0.reason.contains(reason) }, "\(house.unplaced)")
    }

    @Test func servicesAreConvertedOrListed() throws {
        let house = try read(
            """
            <config><services><location lon="-0.37" lat="39.46"/><knxconnection url="ip:192.168.1.5"/>
            <emailserver type="smtp"/><exceptiondays><date day="25" month="12"/><date day="9" month="4" year="2026"/>
            </exceptiondays></services></config>
            """
        ).house
        #expect(house.file().contains(#"<d:Lugar latitud="39.46" longitud="-0.37"/>"#))
        #expect(house.notes.contains { $0.contains("knx://192.168.1.5") })
        #expect(house.notes.contains { $0.contains("\"12-25\"") })
        #expect(house.notes.contains { $0.contains("\"2026-04-09\"") })
        #expect(house.unplaced.map(\.name) == ["<emailserver> (line 2)"])
    }

    // MARK: Rules

    private static let objects = """
        <objects>
        <object id="lamp" gad="1/0/1">Lámpara</object><object id="level" gad="1/2/1" type="5.xxx">Lámpara valor</object>
        <object id="percent" gad="1/2/2" type="5.001">Aplique nivel</object>
        <object id="blind" gad="2/0/1" type="1.008">Persiana</object>
        <object id="heat" gad="3/0/1" type="20.102">Calefacción</object>
        <object id="temp" gad="3/0/2" type="9.001">Temperatura</object>
        <object id="text" gad="3/0/3" type="16.001">Mensaje</object>
        <object id="away" gad="3/0/4">Ausente</object><object id="internal">Nada</object>
        </objects>
        """

    private func scenes(_ rules: String) throws -> (scenes: [String], listed: [String]) {
        let result = try read("<config>\(Self.objects)<rules>\(rules)</rules></config>")
        for scene in result.scenes { #expect(ScriptParser.parse(scene.text).mistakes == []) }
        return (
            // Without the comment and the name.
            result.scenes.map { $0.text.split(separator: "\n").dropFirst(2).joined(separator: "|") },
            result.house.unplaced.filter { $0.name.hasPrefix("rule") }.map(\.reason)
        )
    }

    private static func rule(
        _ condition: String,
        _ actions: String = #"<action type="set-value" id="lamp" value="on"/>"#
    ) -> String {
        "<rule id=\"r\">\(condition)<actionlist>\(actions)</actionlist></rule>"
    }

    private static func timer(_ content: String) -> String {
        "<condition type=\"timer\" trigger=\"true\">\(content)</condition>"
    }

    @Test(arguments: [
        (#"<at hour="7" min="30"/>"#, "at 07:30"), (#"<at hour="7" min="30" wdays="12345"/>"#, "at 07:30 mon-fri"),
        (#"<at hour="8" min="0" wdays="67" exception="no"/>"#, "at 08:00 sat sun except holidays"),
        (#"<at hour="8" min="0" exception="yes"/>"#, "at 08:00 holidays"),
        (#"<at hour="8" min="0" exception="no"/>"#, "at 08:00 mon-sun except holidays"),
        (#"<at hour="8" min="0" day="24" month="12"/>"#, "at 08:00 12-24"),
        (#"<at hour="8" min="0" day="24" month="12" year="2026"/>"#, "at 08:00 2026-12-24"),
        (#"<at type="sunset"/>"#, "at sunset"),
        (#"<at type="sunrise" offset="-2h" wdays="12"/>"#, "at sunrise-2h mon tue"),
        (#"<at type="sunset" offset="900"/>"#, "at sunset+15m"), ("<every>3600</every>", "every 1h"),
        ("<every>90s</every>", "every 90s"),
    ])
    func timersBecomeTimes(timer: String, line: String) throws {
        let (scenes, listed) = try scenes(Self.rule(Self.timer(timer)))
        #expect(scenes == ["\(line)|set Lámpara on"])
        #expect(listed == [])
    }

    @Test(arguments: [
        (#"<condition type="object" id="lamp" value="on" trigger="true"/>"#, "when Lámpara on"),
        (#"<condition type="object" id="temp" value="25" op="gt" trigger="true"/>"#, "when Temperatura above 25"),
        (#"<condition type="object" id="level" value="128" op="lt" trigger="true"/>"#, "when Lámpara below 50"),
        (#"<condition type="object" id="lamp" value="off" op="ne" trigger="true"/>"#, "when Lámpara on"),
        (#"<condition type="object" id="blind" value="down" trigger="true"/>"#, "when Persiana down"),
        (
            #"<condition type="and"><condition type="object" id="lamp" value="1" trigger="true"/><condition type="object" id="away" value="off"/></condition>"#,
            "when Lámpara on|only if Ausente off"
        ),
        (
            #"<condition type="and"><condition type="object" id="lamp" value="on" trigger="true"/><condition type="object" id="away" value="on" trigger="true"/></condition>"#,
            "when Lámpara on|when Ausente on|only if Lámpara on|only if Ausente on"
        ),
        (
            #"<condition type="or"><condition type="object" id="lamp" value="on" trigger="true"/><condition type="timer" trigger="true"><at hour="1" min="2"/></condition></condition>"#,
            "when Lámpara on|at 01:02"
        ),
        (
            #"<condition type="time-counter" threshold="10m"><condition type="object" id="lamp" value="on" trigger="true"/></condition>"#,
            "when Lámpara on for 10m"
        ),
        (
            #"<condition type="and"><condition type="object" id="lamp" value="on" trigger="true"/><condition type="timer"><at hour="22" min="0" wdays="67"/><until hour="7" min="0"/></condition></condition>"#,
            "when Lámpara on|only if between 22:00 and 07:00|only if between 22:00 and 00:00 or mon sun|only if between 00:00 and 07:00 or sat sun"
        ),
    ])
    func readingsBecomeTriggersAndConditions(condition: String, lines: String) throws {
        let (scenes, listed) = try scenes(Self.rule(condition))
        #expect(scenes.map { $0.split(separator: "|").dropLast().joined(separator: "|") } == [lines])
        #expect(listed == [])
    }

    @Test(arguments: [
        (#"<action type="set-value" id="lamp" value="off"/>"#, "set Lámpara off"),
        (#"<action type="set-value" id="level" value="240"/>"#, "dim Lámpara 94"),
        (#"<action type="set-value" id="percent" value="40"/>"#, "dim Aplique 40"),
        (#"<action type="set-value" id="blind" value="up"/>"#, "set Persiana up"),
        (#"<action type="set-value" id="heat" value="comfort"/>"#, "set Calefacción comfort"),
        (#"<action type="set-string" id="text" value="hola casa"/>"#, "set Mensaje 'hola casa'"),
        (#"<action type="toggle-value" id="lamp"/>"#, "toggle Lámpara"),
        (
            #"<action type="dim-up" id="level" start="0" stop="255" duration="30m"/>"#,
            "dim Lámpara 0|dim Lámpara 100 over 30m"
        ),
        (
            #"<action type="set-value" id="lamp" value="off" delay="90"/><action type="set-value" id="lamp" value="on"/>"#,
            "set Lámpara on|wait 90s|set Lámpara off"
        ),
        (#"<action type="start-actionlist" rule-id="r2"/>"#, "scene r2"),
        (#"<action type="cancel" rule-id="r2"/>"#, "stop scene r2"),
    ])
    func actionsBecomeSteps(actions: String, lines: String) throws {
        let other =
            "<rule id=\"r2\">\(Self.timer(#"<at hour="1" min="2"/>"#))<actionlist><action type=\"toggle-value\" id=\"lamp\"/></actionlist></rule>"
        let (scenes, listed) = try scenes(Self.rule(Self.timer(#"<at hour="1" min="2"/>"#), actions) + other)
        #expect(scenes.first == "at 01:02|\(lines)")
        #expect(listed == [])
    }

    @Test func actionsAtTheEndBecomeASeparateScene() throws {
        let off = #"<actionlist type="on-false"><action type="set-value" id="lamp" value="off"/></actionlist>"#
        let on = #"<actionlist><action type="set-value" id="lamp" value="on"/></actionlist>"#
        let until = Self.timer(#"<at hour="7" min="0"/><until hour="8" min="0"/>"#)
        #expect(
            try scenes("<rule id=\"r\">\(until)\(on)\(off)</rule>").scenes == [
                "at 07:00|set Lámpara on", "at 08:00|set Lámpara off",
            ]
        )
        let during = Self.timer(#"<at hour="7" min="0"/><during>600</during>"#)
        #expect(
            try scenes("<rule id=\"r\">\(during)\(on)\(off)</rule>").scenes == [
                "at 07:00|set Lámpara on|wait 10m|set Lámpara off"
            ]
        )
        let object = #"<condition type="object" id="away" value="on" trigger="true"/>"#
        #expect(
            try scenes("<rule id=\"r\">\(object)\(on)\(off)</rule>").scenes
                == ["when Ausente on|set Lámpara on", "when Ausente off|set Lámpara off"]
        )
    }

    @Test(arguments: [
        rule(#"<condition type="script">return true</condition>"#),
        rule(#"<condition type="timer"><at hour="1" min="1"/></condition>"#),
        rule(timer(#"<at hour="1"/>"#)), rule(timer(#"<at type="variable" time="x"/>"#)),
        rule(timer("<every>0</every>")),
        rule(#"<condition type="object" id="nowhere" value="on" trigger="true"/>"#),
        rule(#"<condition type="object" id="lamp" value="perhaps" trigger="true"/>"#),
        rule(timer(#"<at hour="1" min="1"/>"#), #"<action type="send-email" to="x"/>"#),
        rule(timer(#"<at hour="1" min="1"/>"#), #"<action type="set-value" id="nobody" value="on"/>"#),
        rule(timer(#"<at hour="1" min="1"/>"#), #"<action type="set-value" id="level" value="256"/>"#),
        #"<rule id="r"/>"#, #"<rule id="r" active="no"><condition type="timer"/></rule>"#,
    ])
    func unsupportedRulesAreListed(rule: String) throws {
        let (scenes, listed) = try scenes(rule)
        #expect(scenes == [])
        #expect(!listed.isEmpty)
    }

    @Test func sceneKeepsSupportedActions() throws {
        let (scenes, listed) = try scenes(
            Self.rule(
                Self.timer(#"<at hour="1" min="2"/>"#),
                #"<action type="send-sms" id="1" value="x"/><action type="toggle-value" id="lamp"/>"#
            )
        )
        #expect(scenes == ["at 01:02|# not converted (line 9): unsupported action send-sms|toggle Lámpara"])
        #expect(listed == ["unsupported action send-sms"])
    }

    @Test func invalidFileNamesAreReplaced() throws {
        let timer = Self.timer(#"<at hour="1" min="2"/>"#)
        let rules = ["../x", "a b", "a-b", "ñ"].map {
            "<rule id=\"\($0)\">\(timer)<actionlist><action type=\"toggle-value\" id=\"lamp\"/></actionlist></rule>"
        }
        let result = try read("<config>\(Self.objects)<rules>\(rules.joined())</rules></config>")
        #expect(result.scenes.map(\.file) == ["---x", "a-b", "a-b 2", "-"])
    }

    @Test(arguments: ["", "<", "<Viviendas/>", "<!DOCTYPE config [<!ENTITY a \"b\">]><config>&a;</config>"])
    func otherFilesAreRefused(text: String) {
        let fault = #expect(throws: Fault.self) { try read(text) }
        #expect(fault?.code == .badModel)
    }
}
