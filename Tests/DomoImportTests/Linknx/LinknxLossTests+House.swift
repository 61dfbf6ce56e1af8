// Rows about rules that refer to others, and about objects.
extension LinknxLossTests {
    static let references: [Row] =
        ["cancel", "start-actionlist"].flatMap { type in
            [
                Row(
                    testDescription: "\(type) of a rule that is not converted",
                    rules: rule(seven, on + list("<action type=\"\(type)\" rule-id=\"s\"/>"))
                        + rule(#"<condition type="script"/>"#, id: "s"),
                    scenes: ["at 07:00|set Lámpara on|# not converted (line 3): \(type): the rule s has no scene"],
                    report: ["rule r (line 3): \(type): the rule s has no scene", "rule s (line 4)"]
                ),
                Row(
                    testDescription: "\(type) of itself",
                    rules: rule(seven, on + list("<action type=\"\(type)\" rule-id=\"r\"/>")),
                    scenes: [
                        "at 07:00|set Lámpara on|# not converted (line 3): \(type): a scene can't do this with itself"
                    ],
                    report: ["rule r (line 3): \(type): a scene can't do this with itself"]
                ),
                Row(
                    testDescription: "only a \(type) of a rule that has only such actions",
                    rules: rule(seven, list("<action type=\"\(type)\" rule-id=\"s\"/>"))
                        + rule(seven, list("<action type=\"\(type)\" rule-id=\"nobody\"/>"), id: "s"),
                    report: [
                        "rule s (line 5): \(type): the rule nobody has no scene",
                        "rule r (line 3): \(type): the rule s has",
                    ]
                ),
            ]
        } + [
            Row(
                testDescription: "rules that start each other",
                rules: rule(seven, on + list(#"<action type="start-actionlist" rule-id="s"/>"#))
                    + rule(seven, on + list(#"<action type="start-actionlist" rule-id="r"/>"#), id: "s"),
                scenes: [
                    "at 07:00|set Lámpara on|scene s",
                    "at 07:00|set Lámpara on|# not converted (line 5): start-actionlist: the rule r starts this one",
                ],
                report: ["rule s (line 5): start-actionlist: the rule r starts this one"]
            ),
            Row(
                testDescription: "the actions at the end of another rule",
                rules: rule(seven, list(#"<action type="start-actionlist" rule-id="s" list="false"/>"#))
                    + rule(#"<condition type="object" id="away" value="on" trigger="true"/>"#, on + off, id: "s")
                    + rule(seven, list(#"<action type="cancel" rule-id="s"/>"#), id: "t"),
                scenes: [
                    "at 07:00|scene 's (off)'", "when Ausente on|set Lámpara on", "when Ausente off|set Lámpara off",
                    "at 07:00|stop scene s|stop scene 's (off)'",
                ],
                isComplete: true
            ),
        ]

    static let house: [Row] = [
        Row(
            testDescription: "init, flags and further attributes of an object",
            objects: #"<object id="a" gad="1/0/9" init="on" flags="crwtu" log="true">A</object>"#,
            house: [#"A: <Binario orden="1/0/9" dpt="1.001"/>"#],
            report: ["a (line 2): init=\"on\"", "a (line 2): the flag r", "a (line 2): log=\"true\""]
        ),
        Row(
            testDescription: "exception days with wildcards",
            services:
                #"<exceptiondays><date month="8"/><date day="1"/><date year="126" month="3" day="19"/><date month="13" day="1"/></exceptiondays>"#,
            report: [
                "<date month=\"8\"> (line 2): a holiday needs a day and a month",
                "<date day=\"1\"> (line 2): a holiday needs", "add the line \"2026-03-19\"",
                "<date month=\"13\" day=\"1\"> (line 2): invalid date",
            ]
        ),
        Row(
            testDescription: "services of linknx itself, and an invalid position",
            services: #"<persistence type="file" path="/x"/><xmlserver type="inet"/><location lat="x" lon="1"/>"#,
            report: [
                "<persistence> (line 2): domo has its own", "<xmlserver> (line 2): domo has its own",
                "<location> (line 2): lat or lon is not a position",
            ]
        ),
        Row(
            testDescription: "an element that is no object",
            objects: #"<thing/>"#,
            report: ["<thing> (line 2): not supported"]
        ),
        Row(
            testDescription: "set-points",
            objects:
                #"<object id="a" gad="3/1/1" type="9.001">Consigne salon</object><object id="b" gad="3/1/2" type="9.001">Bath desired temp</object>"#,
            house: [
                #"Consigne salon: <Valor orden="3/1/1" dpt="9.001"/>"#,
                #"Bath desired temp: <Valor orden="3/1/2" dpt="9.001"/>"#,
            ]
        ),
        Row(
            testDescription: "a value that a rule writes",
            objects: #"<object id="a" gad="3/1/1" type="9.001">Salon</object>"#,
            rules: set("21", of: "a"),
            scenes: ["at 07:00|set Salon 21"],
            house: [#"Salon: <Valor orden="3/1/1" dpt="9.001"/>"#]
        ),
        Row(
            testDescription: "contacts and detectors, by name or id",
            objects:
                #"<object id="a" gad="3/1/1">Fensterkontakt Bad</object><object id="b" gad="3/1/2">Détecteur couloir</object><object id="window_c" gad="3/1/3">Cocina</object><object id="status_d" gad="3/1/4">Bomba</object>"#,
            house: [
                #"Fensterkontakt Bad: <Binario estado="3/1/1" dpt="1.001"/>"#,
                #"Détecteur couloir: <Binario estado="3/1/2" dpt="1.001"/>"#,
                #"Cocina: <Binario estado="3/1/3" dpt="1.001"/>"#, #"Bomba: <Binario estado="3/1/4" dpt="1.001"/>"#,
            ]
        ),
        Row(
            testDescription: "a contact that a rule writes; one that no rule writes is listed",
            objects: #"<object id="a" gad="3/1/1">Kontakt</object><object id="b" gad="3/1/2">Puerta</object>"#,
            rules: set("on", of: "a"),
            scenes: ["at 07:00|set Kontakt on"],
            house: [
                #"Kontakt: <Binario orden="3/1/1" dpt="1.001"/>"#, #"Puerta: <Binario orden="3/1/2" dpt="1.001"/>"#,
            ],
            report: ["b (line 2): orderable, although no rule writes it"]
        ),
        Row(
            testDescription: "a listened status is a state",
            objects:
                #"<object id="a" gad="1/0/9">Foco<listener gad="4/0/9"/></object><object id="b" gad="4/0/9">Foco status</object>"#,
            house: [#"Foco: <Binario orden="1/0/9" estado="4/0/9" dpt="1.001"/>"#],
            noReport: "b (line 2)"
        ),
        Row(
            testDescription: "a status is not orderable, even if a rule writes it",
            objects:
                #"<object id="a" gad="1/0/9">Foco<listener gad="4/0/9" read="true"/></object><object id="b" gad="4/0/9">Foco status</object>"#,
            rules: set("on", of: "b") + set("on", of: "a").replacing("\"r\"", with: "\"s\""),
            scenes: ["at 07:00|set Foco on"],
            house: [#"Foco: <Binario orden="1/0/9" estado="4/0/9" dpt="1.001"/>"#],
            report: ["rule r (line 4): the object b is read-only in the house"],
            noReport: "b (line 2)"
        ),
        Row(
            testDescription: "init of a variable",
            objects: #"<object id="v" init="persist"/>"#,
            house: ["v: virtual binary "],
            noReport: "init"
        ),
        Row(
            testDescription: "a shutter of two bits",
            objects:
                #"<object id="a" gad="2/0/1">Salon up/down</object><object id="b" gad="2/1/1">Salon stop<listener gad="2/1/2"/></object>"#,
            rules: set("on", of: "b"),
            scenes: ["at 07:00|set Salon stop"],
            house: [
                #"Salon: <Movimiento orden="2/0/1" parar="2/1/1"><Escucha grupo="2/1/2" dpt="1.010"/></k:Movimiento>"#
            ]
        ),
        Row(
            testDescription: "a shutter of 1.008 and 1.010",
            objects:
                #"<object id="a" gad="2/0/1" type="1.008">Volet cuisine montée descente<listener gad="2/0/9"/></object><object id="b" gad="2/1/1" type="1.010">Volet cuisine stop</object>"#,
            house: [#"Volet cuisine: <Movimiento orden="2/0/1" parar="2/1/1"><Escucha grupo="2/0/9"/></k:Movimiento>"#]
        ),
        Row(
            testDescription: "a stop can't be a condition",
            objects:
                #"<object id="a" gad="2/0/1" type="1.xxx">Toldo up/down</object><object id="b" gad="2/1/1" type="1.xxx">Toldo stop</object>"#,
            rules: rule(#"<condition type="object" id="b" value="1" trigger="true"/>"#),
            house: [#"Toldo: <Movimiento orden="2/0/1" parar="2/1/1"/>"#],
            report: ["rule r (line 3): its condition can't be converted"]
        ),
        Row(
            testDescription: "an order to a state",
            objects: #"<object id="a" gad="2/0/1" flags="cwu">Aviso</object>"#,
            rules: set("on", of: "a"),
            house: [#"Aviso: <Binario estado="2/0/1" dpt="1.001"/>"#],
            report: ["rule r (line 4): the object a is read-only in the house"]
        ),
        Row(
            testDescription: "a shutter of two bits, named by ids",
            objects:
                #"<object id="salon_up_down" gad="2/0/1"><listener gad="2/0/2"/></object><object id="salon_stop" gad="2/1/1"/>"#,
            house: [#"salon: <Movimiento orden="2/0/1" parar="2/1/1"><Escucha grupo="2/0/2"/></k:Movimiento>"#]
        ),
    ]
}
