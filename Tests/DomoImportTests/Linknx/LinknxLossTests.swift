import DomoLanguage
import Testing

@testable import DomoImport

/// Nothing of a linknx configuration is lost in silence: it is converted, or it is listed with its line.
struct LinknxLossTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// More objects than `objects`.
        var objects = ""
        var rules = ""
        var services = ""
        /// The scenes without their first two lines, joined by `|`.
        var scenes: [String] = []
        /// Lines of the summary of the house.
        var house: [String] = []
        /// Text that each must be in one line of the report.
        var report: [String] = []
        /// Text that no line of the report has.
        var noReport = "nothing has this"
        /// Whether the report has no line about rules.
        var isComplete = false

        /// Rules begin on line 3 if there are more objects, else on line 2.
        var xml: String {
            """
            <config><objects>\(LinknxLossTests.objects)
            \(objects)</objects><services>\(services)</services><rules>\(objects.isEmpty ? "" : "\n")\(rules)</rules></config>
            """
        }
    }

    static let all = lists + times + values + references + house

    /// On line 1, so that line 2 has the first rule, service or further object.
    fileprivate static let objects = """
        <object id="lamp" gad="1/0/1">Lámpara</object><object id="level" gad="1/2/1" type="5.xxx">Lámpara valor</object>\
        <object id="percent" gad="1/2/2" type="5.001">Aplique nivel</object>\
        <object id="temp" gad="3/0/2" type="9.001">Temperatura</object>\
        <object id="float" gad="3/0/5" type="14.056">Potencia</object>\
        <object id="count" gad="3/0/6" type="5.010">Contador</object><object id="away" gad="3/0/4">Ausente</object>
        """

    static func rule(
        _ condition: String,
        _ lists: String = on,
        id: String = "r",
        _ attributes: String = ""
    ) -> String {
        "<rule id=\"\(id)\" \(attributes)>\(condition)\n\(lists)</rule>\n"
    }

    static let on = list(#"<action type="set-value" id="lamp" value="on"/>"#)
    static let off = list(#"<action type="set-value" id="lamp" value="off"/>"#, type: "on-false")

    static func list(_ actions: String, type: String = "on-true") -> String {
        "<actionlist type=\"\(type)\">\(actions)</actionlist>"
    }

    static func timer(_ content: String) -> String {
        "<condition type=\"timer\" trigger=\"true\">\(content)</condition>"
    }

    static let seven = timer(#"<at hour="7" min="0"/>"#)

    private static func reading(_ op: String, _ value: String, of id: String = "temp") -> String {
        rule("<condition type=\"object\" id=\"\(id)\" op=\"\(op)\" value=\"\(value)\" trigger=\"true\"/>")
    }

    private static func window(_ at: String, _ until: String) -> String {
        rule(
            "<condition type=\"and\"><condition type=\"object\" id=\"away\" value=\"on\" trigger=\"true\"/>"
                + "<condition type=\"timer\"><at \(at)/><until \(until)/></condition></condition>"
        )
    }

    static func set(_ value: String, of id: String) -> String {
        rule(seven, list("<action type=\"set-value\" id=\"\(id)\" value=\"\(value)\"/>"))
    }

    private static let lists: [Row] = [
        Row(
            testDescription: "two lists of one type; delays count from the start",
            rules: rule(seven, on + list(#"<action type="set-value" id="lamp" value="off" delay="5"/>"#)),
            scenes: ["at 07:00|set Lámpara on|wait 5s|set Lámpara off"],
            isComplete: true
        ),
        Row(
            testDescription: "a list of another type",
            rules: rule(seven, on + list(#"<action type="toggle-value" id="lamp"/>"#, type: "if-true")),
            scenes: ["# not converted (line 3): the actions of type if-true|at 07:00|set Lámpara on"],
            report: ["rule r (line 3): the actions of type if-true"]
        ),
        Row(
            testDescription: "an action without equivalent is a comment at its place",
            rules: rule(seven, list(#"<action type="toggle-value" id="lamp"/><action type="send-sms" id="1"/>"#)),
            scenes: ["at 07:00|toggle Lámpara|# not converted (line 3): unsupported action send-sms"],
            report: ["rule r (line 3): unsupported action send-sms"]
        ),
        Row(
            testDescription: "an invalid delay",
            rules: rule(seven, on + list(#"<action type="toggle-value" id="lamp" delay="soon"/>"#)),
            scenes: ["at 07:00|set Lámpara on|# not converted (line 3): invalid delay \"soon\""],
            report: ["rule r (line 3): invalid delay"]
        ),
        Row(
            testDescription: "a delay that ends during a ramp",
            rules: rule(
                seven,
                list(
                    #"<action type="dim-up" id="level" start="0" stop="255" duration="30m"/><action type="set-value" id="lamp" value="off" delay="10m"/>"#
                )
            ),
            scenes: [
                "at 07:00|dim Lámpara 0|dim Lámpara 100 over 30m|# not converted (line 3): the delay of 10m ends while an earlier step still runs; the next step waits for its end|set Lámpara off"
            ],
            report: ["rule r (line 3): the delay of 10m"]
        ),
        Row(
            testDescription: "init and description of a rule",
            rules: rule(seven, on, #"init="eval" description="Every morning""#),
            scenes: ["# Every morning|# not converted (line 2): init=\"eval\"|at 07:00|set Lámpara on"],
            report: ["rule r (line 2): init=\"eval\""]
        ),
        Row(
            testDescription: "an attribute and an element that nothing reads",
            rules: rule(seven + "<note/>", on, #"color="red""#),
            scenes: [
                "# not converted (line 2): color=\"red\"|# not converted (line 2): <note>|at 07:00|set Lámpara on"
            ],
            report: ["rule r (line 2): color=\"red\"", "rule r (line 2): <note>"]
        ),
        Row(
            testDescription: "two conditions",
            rules: rule(seven + timer(#"<at hour="8" min="0"/>"#)),
            scenes: ["# not converted (line 2): a second <condition>|at 07:00|set Lámpara on"],
            report: ["rule r (line 2): a second <condition>"]
        ),
        Row(
            testDescription: "two rules with one id",
            rules: rule(seven) + rule(timer(#"<at hour="8" min="0"/>"#)),
            scenes: ["at 07:00|set Lámpara on"],
            report: ["rule r (line 4): another rule has the same id"]
        ),
    ]

    private static let times: [Row] = [
        Row(
            testDescription: "offset of a clock time",
            rules: rule(timer(#"<at hour="7" min="0" offset="1h"/>"#)),
            scenes: ["at 08:00|set Lámpara on"],
            isComplete: true
        ),
        Row(
            testDescription: "offset over midnight moves the day",
            rules: rule(timer(#"<at hour="23" min="30" wdays="57" offset="1h"/>"#)),
            scenes: ["at 00:30 mon sat|set Lámpara on"],
            isComplete: true
        ),
        Row(
            testDescription: "negative offset in seconds",
            rules: rule(timer(#"<at hour="0" min="0" wdays="1" offset="-30"/>"#)),
            scenes: ["at 23:59:30 sun|set Lámpara on"],
            isComplete: true
        ),
        Row(
            testDescription: "offset over midnight with holidays",
            rules: rule(timer(#"<at hour="23" min="30" exception="no" offset="1h"/>"#)),
            report: ["rule r (line 2): its condition can't be converted: days of holidays, moved over midnight"]
        ),
        Row(
            testDescription: "a night of one weekday",
            rules: window(#"hour="22" min="0" wdays="5""#, #"hour="6" min="0" wdays="6""#),
            scenes: [
                "when Ausente on|only if between 22:00 and 06:00|only if between 22:00 and 00:00 or sat|only if between 00:00 and 06:00 or fri|set Lámpara on"
            ],
            isComplete: true
        ),
        Row(
            testDescription: "nights of several weekdays, whose end has no days",
            rules: window(#"hour="22" min="0" wdays="56""#, #"hour="6" min="0""#),
            scenes: [
                "when Ausente on|only if between 22:00 and 06:00|only if between 22:00 and 00:00 or sat sun|only if between 00:00 and 06:00 or fri sat|set Lámpara on"
            ],
            isComplete: true
        ),
        Row(
            testDescription: "nights by the sun",
            rules: window(#"type="sunset" offset="-1h" wdays="5""#, #"type="sunrise""#),
            scenes: [
                "when Ausente on|only if between sunset-1h and sunrise|only if between sunset-1h and 00:00 or sat|only if between 00:00 and sunrise or fri|set Lámpara on"
            ],
            isComplete: true
        ),
        Row(
            testDescription: "from sunset to an hour that may be before it",
            rules: window(#"type="sunset" wdays="5""#, #"hour="18" min="0""#),
            report: ["rule r (line 2): its condition can't be converted: a time on certain days, whose end may be"]
        ),
        Row(
            testDescription: "a year that counts from 1900, and a date that there is not",
            rules: rule(timer(#"<at hour="7" min="0" day="24" month="12" year="126"/>"#))
                + rule(timer(#"<at hour="7" min="0" day="30" month="2"/>"#), id: "s"),
            scenes: ["at 07:00 2026-12-24|set Lámpara on"],
            report: ["rule s (line 4): its condition can't be converted: an invalid date"]
        ),
        Row(
            testDescription: "until midnight",
            rules: window(#"hour="22" min="0" wdays="5""#, #"hour="0" min="0""#),
            scenes: ["when Ausente on|only if between 22:00 and 00:00|only if fri|set Lámpara on"],
            isComplete: true
        ),
        Row(
            testDescription: "from Friday to Monday",
            rules: window(#"hour="22" min="0" wdays="5""#, #"hour="6" min="0" wdays="1""#),
            report: ["rule r (line 2): its condition can't be converted: a time that lasts several days"]
        ),
        Row(
            testDescription: "the end of a trigger has the days of its beginning",
            rules: rule(timer(#"<at hour="22" min="0" wdays="5"/><until hour="6" min="0"/>"#), on + off),
            scenes: ["at 22:00 fri|set Lámpara on", "at 06:00 sat|set Lámpara off"],
            isComplete: true
        ),
        Row(
            testDescription: "during after every",
            rules: rule(timer("<every>1h</every><during>5m</during>"), on + off),
            scenes: ["every 1h|set Lámpara on|wait 5m|set Lámpara off"],
            isComplete: true
        ),
        Row(
            testDescription: "an invalid during",
            rules: rule(timer(#"<at hour="7" min="0"/><during>x</during>"#), on + off),
            report: ["rule r (line 2): its condition can't be converted: invalid <during> \"x\""]
        ),
        Row(
            testDescription: "initval of a timer",
            rules: rule(#"<condition type="timer" trigger="true" initval="true"><at hour="7" min="0"/></condition>"#),
            scenes: ["# not converted (line 2): initval=\"true\"|at 07:00|set Lámpara on"],
            report: ["rule r (line 2): initval=\"true\""]
        ),
        Row(
            testDescription: "reset-delay",
            rules: rule(
                #"<condition type="time-counter" threshold="10m" reset-delay="2m"><condition type="object" id="lamp" value="on" trigger="true"/></condition>"#
            ),
            scenes: [
                "# not converted (line 2): reset-delay=\"2m\": \"for\" starts anew after each interruption|when Lámpara on for 10m|set Lámpara on"
            ],
            report: ["rule r (line 2): reset-delay=\"2m\""]
        ),
    ]

    private static let values: [Row] = [
        Row(
            testDescription: "gte",
            rules: reading("gte", "20"),
            scenes: ["when Temperatura above 19.995|set Lámpara on"]
        ),
        Row(
            testDescription: "lte",
            rules: reading("lte", "20.5"),
            scenes: ["when Temperatura below 20.505|set Lámpara on"]
        ),
        Row(testDescription: "gt", rules: reading("gt", "20"), scenes: ["when Temperatura above 20|set Lámpara on"]),
        Row(
            testDescription: "gte of a level",
            rules: reading("gte", "100", of: "percent"),
            scenes: ["when Aplique above 99|set Lámpara on"]
        ),
        Row(
            testDescription: "lte of a raw level",
            rules: reading("lte", "0", of: "level"),
            scenes: ["when Lámpara below 1|set Lámpara on"]
        ),
        Row(
            testDescription: "gte of an integer",
            rules: reading("gte", "7", of: "count"),
            scenes: ["when Contador above 6|set Lámpara on"]
        ),
        Row(
            testDescription: "gte of a float",
            rules: reading("gte", "100", of: "float"),
            scenes: ["when Potencia above 99.9999|set Lámpara on"]
        ),
        Row(
            testDescription: "open is 0 (1.009)",
            objects: #"<object id="door" gad="3/1/1" type="1.009">Puerta</object>"#,
            rules: reading("eq", "open", of: "door") + rule(timer(#"<at hour="7" min="0"/>"#), id: "s"),
            scenes: ["when Puerta off|set Lámpara on", "at 07:00|set Lámpara on"],
            isComplete: true
        ),
        Row(
            testDescription: "words of 1.005",
            objects: #"<object id="flood" gad="3/1/1" type="1.005">Agua</object>"#,
            rules: reading("eq", "no alarm", of: "flood"),
            scenes: ["when Agua off|set Lámpara on"],
            isComplete: true
        ),
        Row(
            testDescription: "raw 1 is not 0 %",
            rules: set("1", of: "level"),
            scenes: ["at 07:00|dim Lámpara 1"],
            isComplete: true
        ),
        Row(
            testDescription: "raw 0",
            rules: set("0", of: "level"),
            scenes: ["at 07:00|dim Lámpara 0"],
            isComplete: true
        ),
        Row(
            testDescription: "raw 255",
            rules: set("255", of: "level"),
            scenes: ["at 07:00|dim Lámpara 100"],
            isComplete: true
        ),
    ]

    @Test(arguments: all)
    func nothingIsLost(row: Row) throws {
        let result = try LinknxImport.read(
            Array(row.xml.utf8),
            file: "linknx.xml",
            name: nil,
            fallback: "Casa",
            isEnglish: false
        )
        for scene in result.scenes { #expect(ScriptParser.parse(scene.text).mistakes == []) }
        #expect(
            result.scenes.map { $0.text.split(separator: "\n").dropFirst(2).joined(separator: "|") } == row.scenes
        )
        let file = Array(result.house.file().utf8)
        #expect(HouseCheck.faults(in: file, file: "casa.xml") == [])
        for line in row.house { #expect(result.house.summary.contains(line), "\(result.house.summary)") }
        let report = HouseNotes.lines(of: result.house)
        #expect(!report.contains { $0.contains(row.noReport) }, "\(report)")
        for text in row.report { #expect(report.contains { $0.contains(text) }, "\(text) is not in \(report)") }
        if row.isComplete { #expect(result.house.unplaced.filter { $0.name.hasPrefix("rule") } == []) }
    }
}
