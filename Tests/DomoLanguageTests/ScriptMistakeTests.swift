import DomoLanguage
import Testing

/// The diagnostics of common mistakes: where, what, and what to do instead.
@Suite struct ScriptMistakeTests {
    private func expect(_ text: String, _ expected: [String]) {
        let mistakes = ScriptParser.parse(text).mistakes
        #expect(mistakes.map { "\($0.line):\($0.column): \($0.fault.message)" } == expected)
        #expect(mistakes.allSatisfy { $0.fault.code == .badRequest || $0.fault.code == .refusedValue })
        #expect(mistakes.allSatisfy { $0.fault.hint != nil })
    }

    @Test(arguments: [
        ("sett Louver up", ["1:1: unknown verb \"sett\""]),
        ("Set Louver up", ["1:1: unknown verb \"Set\""]),
        ("\"set\" Louver up", ["1:1: the verb of a step can't be quoted"]),
        ("set Louver", ["1:5: missing argument: VALUE"]),
        ("set Louver up now", ["1:15: unexpected argument \"now\""]),
        ("set La casa up", ["1:13: unexpected argument \"up\""]),
        ("set Louver up --as binry", ["1:20: unknown type \"binry\""]),
        ("set Louver up --deadline 5", ["1:26: \"5\" is not a deadline"]),
        ("set Louver up --wait forever", ["1:22: an order can't wait for \"forever\""]),
        ("set Louver up --quick", ["1:15: unknown option --quick"]),
        ("set Louver up --explain", ["1:15: --explain can't be used in a scene"]),
        ("set Louver \"up", ["1:12: unclosed quote: \""]),
        ("set Louver up\nlog 'ñ\0\0'", ["2:7: the line contains a NUL byte"]),
        ("\0\n  set Louver up # \0", ["1:1: the line contains a NUL byte", "2:19: the line contains a NUL byte"]),
        ("dim GradualLighting 101", ["1:21: \"101\" is not a level"]),
        ("dim GradualLighting", ["1:5: missing argument: LEVEL"]),
        ("dim GradualLighting ten", ["1:21: \"ten\" is not a level"]),
        ("dim GradualLighting +10 over 20s", ["1:21: \"+10\" can't be used with over"]),
        ("dim GradualLighting 10 over", ["1:24: expected a duration after \"over\""]),
        ("dim GradualLighting 10 over 20", ["1:29: \"20\" is not a duration"]),
        ("dim GradualLighting 10 over 100ms", ["1:29: 100ms is out of range"]),
        ("dim GradualLighting 10 over 2d", ["1:29: 2d is out of range"]),
        ("dim GradualLighting over 20s", ["1:21: expected a level before \"over\""]),
        ("dim GradualLighting 10 over 20s --wait confirmed", ["1:33: unexpected argument \"--wait\""]),
        ("dim GradualLighting 200 over 20s", ["1:21: \"200\" is not a level"]),
        ("toggle", ["1:1: missing argument: ELEMENT"]),
        ("off", ["1:1: missing argument: PLACE"]),
        ("off Salon Cocina", ["1:11: unexpected argument \"Cocina\""]),
        ("off ''", ["1:5: the place can't be empty"]),
        ("set Salon off --all --explain", ["1:21: --explain can't be used in a scene"]),
        ("show Louver", ["1:1: show is not a step of a scene"]),
        ("reload", ["1:1: reload is not a step of a scene"]),
    ])
    func mistakeInAnOrderIsReported(text: String, expected: [String]) {
        expect(text, expected)
    }

    @Test(arguments: [
        ("wait", ["1:1: expected a duration after \"wait\""]),
        ("wait 30", ["1:6: \"30\" is not a duration"]),
        ("wait 30 s", ["1:6: \"30\" is not a duration"]),
        ("wait a while", ["1:6: \"a\" is not a duration"]),
        ("wait 25h", ["1:6: 25h is out of range"]),
        ("wait 0s", ["1:6: 0s is out of range"]),
        ("wait until", ["1:6: expected an element after \"until\""]),
        ("wait until 23:30", ["1:12: \"23:30\" is not an element"]),
        ("wait until GeneralLight", ["1:12: expected a value after \"GeneralLight\""]),
        ("wait until GeneralLight on at most", ["1:31: expected a duration after \"most\""]),
        ("wait until GeneralLight on at 30s", ["1:31: expected \"most\" after \"at\""]),
        (
            "wait until GeneralLight on at most 30s for 2s",
            ["1:40: \"for\" must come before \"at most\", and only once"]
        ),
        ("wait until GeneralLight on 30s", ["1:28: unexpected argument \"30s\""]),
        ("wait until General Light on", ["1:26: unexpected argument \"on\""]),
        ("scene", ["1:1: expected a scene after \"scene\""]),
        ("scene Buenas noches", ["1:14: unexpected argument \"noches\""]),
        ("scene stop Riego", ["1:1: unknown step"]),
        ("stop Riego", ["1:6: expected \"scene\" after \"stop\""]),
        ("stop", ["1:1: expected \"scene\" after \"stop\""]),
        ("log", ["1:1: expected a text after \"log\""]),
        ("log La casa duerme", ["1:8: unexpected argument \"casa\""]),
        ("for 3 times", ["1:1: unknown verb \"for\""]),
        ("elif X off:", ["1:1: unknown verb \"elif\""]),
    ])
    func mistakeInAStepIsReported(text: String, expected: [String]) {
        expect(text, expected)
    }

    @Test(arguments: [
        ("if GeneralLight off", ["1:17: expected a colon after \"off\""]),
        ("if GeneralLight off set Louver up", ["1:17: expected a colon after \"off\""]),
        ("if GeneralLight off:set Louver up", ["1:17: expected a space after the colon"]),
        ("if: set Louver up", ["1:1: expected a condition after \"if:\""]),
        ("if GeneralLight: set Louver up", ["1:4: expected a value after \"GeneralLight\""]),
        ("if GeneralLight off:", ["1:1: if has no steps"]),
        ("if GeneralLight off: if Buzzer on: set Louver up", ["1:22: \"if\" is not allowed after a colon"]),
        ("if GeneralLight off: in parallel:", ["1:22: \"in\" is not allowed after a colon"]),
        ("if GeneralLight off: again: skip", ["1:22: \"again:\" is not a step"]),
        ("if GeneralLight off: sett Louver up", ["1:22: unknown verb \"sett\""]),
        ("if GeneralLight is off: set Louver up", ["1:17: \"is\" can't be used in a condition"]),
        ("if GeneralLight off and Buzzer on: set Louver up", ["1:21: unexpected \"and\" in a condition"]),
        ("if Thermometer > 25: set Louver up", ["1:16: \">\" can't be used in a condition"]),
        ("if Thermometer abov 25: set Louver up", ["1:16: unknown word \"abov\""]),
        ("if Thermometer above warm: set Louver up", ["1:22: \"warm\" is not a number"]),
        ("if Thermometer above: set Louver up", ["1:16: expected a number after \"above\""]),
        ("if GeneralLight on for: set Louver up", ["1:20: expected a duration after \"for\""]),
        ("if GeneralLight on fr 10s: set Louver up", ["1:20: unknown word \"fr\""]),
        ("if between 22:00: set Louver up", ["1:12: expected \"and\" after \"22:00\""]),
        ("if between 22:00 or 23:00: set Louver up", ["1:12: expected \"and\" after \"22:00\""]),
        ("if GeneralLight on or: set Louver up", ["1:20: expected a condition after \"or\""]),
        ("if or GeneralLight on: set Louver up", ["1:1: expected a condition after \"if\""]),
        ("if not: set Louver up", ["1:4: expected a condition after \"not\""]),
        ("if not not GeneralLight on: set Louver up", ["1:8: duplicate \"not\""]),
        ("if GeneralLight on or off: set Louver up", ["1:23: expected a value after \"off\""]),
        ("if between 22:00 and 22:00: set Louver up", ["1:22: the time between 22:00 and 22:00 is empty"]),
        ("if between 22:00 and 7:00: set Louver up", ["1:22: \"7:00\" is not a time"]),
        ("if weekend: set Louver up", ["1:4: \"weekend\" is not a day"]),
        ("if mon-fri off: set Louver up", ["1:12: \"off\" is not a day"]),
        ("if \": set Louver up", ["1:4: unclosed quote: \""]),
        ("else: set Louver up", ["1:1: else without if"]),
        ("set Louver up\nelse: set Louver down", ["2:1: else without if"]),
        (
            "if GeneralLight on: set Louver up\nelse if Buzzer on: set Louver down",
            ["2:6: \"else if\" is not supported"]
        ),
        ("if GeneralLight on: set Louver up\nelse set Louver down", ["2:1: expected a colon after \"else\""]),
        ("if GeneralLight on: set Louver up\nelse Buzzer on: set Louver down", ["2:6: else takes no condition"]),
        (
            "if GeneralLight on: set Louver up\nelse: set Louver down\nelse: set Louver stop",
            ["3:1: else without if"]
        ),
        (
            "if GeneralLight on: set Louver up\nset Louver down\nelse: set Louver stop",
            ["3:1: else without if"]
        ),
        ("in parallel", ["1:4: expected a colon after \"parallel\""]),
        ("in parallel: set Louver up", ["1:14: nothing is allowed after \"in parallel:\" on the same line"]),
        ("in paralel:", ["1:4: expected \"parallel:\" after \"in\""]),
        ("in 5m: set Louver up", ["1:4: expected \"parallel:\" after \"in\""]),
        ("in parallel:", ["1:1: in parallel has no steps"]),
        ("if GeneralLight on:\nelse:\n    set Louver up", ["1:1: if has no steps"]),
        ("    set Louver up", ["1:5: unexpected indentation: no block begins above this line"]),
        (
            "set Louver up\n    set Louver down\n    set Louver stop",
            ["2:5: unexpected indentation: no block begins above this line"]
        ),
        (
            "if GeneralLight on:\n    set Louver up\n  set Louver down",
            ["3:3: the line is indented by 2 spaces, the lines of the blocks around it by nothing and 4 spaces"]
        ),
        (
            "if GeneralLight on:\n    set Louver up\n\tset Louver down",
            ["3:2: tabs and spaces are mixed: this line begins with a tab, the one above with 4 spaces"]
        ),
        (
            "if GeneralLight on:\n\tset Louver up\n        set Louver down\nset Louver stop",
            ["3:9: tabs and spaces are mixed: this line begins with 8 spaces, the one above with a tab"]
        ),
        (
            "if GeneralLight on:\n\u{A0}\u{A0}set Louver up",
            ["2:3: the line is indented with a character that only looks like a space (U+00A0)"]
        ),
        (
            "iff GeneralLight on:\n    set Louver up\nelse:\n    set Lover",
            ["1:1: unknown verb \"iff\"", "4:9: missing argument: VALUE"]
        ),
        ("    name Noche", ["1:5: unexpected indentation: no block begins above this line"]),
    ])
    func mistakeInABlockOrConditionIsReported(text: String, expected: [String]) {
        expect(text, expected)
    }

    @Test(arguments: [
        ("at", ["1:1: expected a time after \"at\""]),
        ("at 7:30", ["1:4: \"7:30\" is not a time"]),
        ("at 24:00", ["1:4: \"24:00\" is not a time"]),
        ("at 25:61", ["1:4: \"25:61\" is not a time"]),
        ("at noon", ["1:4: \"noon\" is not a time"]),
        ("at 23.30", ["1:4: \"23.30\" is not a time"]),
        ("at 7am", ["1:4: \"7am\" is not a time"]),
        ("at 23:30,", ["1:9: expected a time after \",\""]),
        ("at 23:30, , 12:00", ["1:9: expected a time after \",\""]),
        ("at 07:00 mon,tue,wed", ["1:14: \"tue\" is not a time"]),
        ("at mon-fri 07:00", ["1:4: \"mon-fri\" is not a time"]),
        ("at 07:00 mon - fri", ["1:14: \"-\" is not a day"]),
        ("at 07:00 lunes", ["1:10: \"lunes\" is not a day"]),
        ("at 07:00 monday", ["1:10: \"monday\" is not a day"]),
        ("at 07:00 weekdays", ["1:10: \"weekdays\" is not a day"]),
        ("at 07:00 mon and tue", ["1:14: \"and\" is not a day"]),
        ("at 07:00 mon-fri except", ["1:18: expected a day after \"except\""]),
        ("at 07:00 mon-fri excpt holidays", ["1:18: \"excpt\" is not a day"]),
        ("at 07:00 except holidays except sat", ["1:26: \"except\" is not a day"]),
        ("at 07:00 24-12", ["1:10: \"24-12\" is not a day"]),
        ("at 07:00 02-30", ["1:10: \"02-30\" is not a day"]),
        ("at 07:00 2026-02-29", ["1:10: \"2026-02-29\" is not a day"]),
        ("at 07:00 mon-tues", ["1:10: \"mon-tues\" is not a day"]),
        ("at \"07:00\"", ["1:4: \"07:00\" is not a time"]),
        ("at 07:00 not before 08:00", ["1:10: 07:00 can't have bounds"]),
        ("at sunset + 15m", ["1:11: unexpected space before \"+\""]),
        ("at sunset +15m", ["1:11: unexpected space before \"+\""]),
        ("at sunset+15", ["1:4: \"sunset+15\" is not a time"]),
        ("at sunset+13h", ["1:4: 13h is out of range"]),
        ("at sunsett", ["1:4: \"sunsett\" is not a time"]),
        ("at sunset not 17:00", ["1:15: expected \"before\" or \"after\" after \"not\""]),
        ("at sunset not before", ["1:15: expected a time after \"before\""]),
        ("at sunset not before dusk", ["1:22: \"dusk\" is not a clock time"]),
        ("at sunset not before 22:00 not after 18:00", ["1:38: there is no time not before 22:00 and not after 18:00"]),
        ("at sunset not before 17:00 not before 18:00", ["1:32: \"not before\" is given twice"]),
        ("at sunset mon-fri not before 17:00", ["1:19: \"not\" is not a day"]),
        ("at start mon", ["1:10: nothing is allowed after \"at start\""]),
        ("at 23:30, start", ["1:11: \"start\" is not a time"]),
    ])
    func mistakeInATimeIsReported(text: String, expected: [String]) {
        expect(text, expected)
    }

    @Test(arguments: [
        ("name", ["1:1: expected a name after \"name\""]),
        ("name Buenas noches", ["1:13: unexpected argument \"noches\""]),
        ("name ''", ["1:6: a name can't be empty"]),
        ("name a\nname b", ["2:1: \"name\" is given twice"]),
        ("label es a\nlabel en b\nlabel es c", ["3:1: \"label es\" is given twice"]),
        ("label \"Good night\"", ["1:7: \"Good night\" is not a language"]),
        ("label es", ["1:7: expected a label after \"es\""]),
        ("label es a b", ["1:12: unexpected argument \"b\""]),
        ("set Louver up\nname Tarde", ["2:1: \"name\" must come before the first step"]),
        ("set Louver up\nat 23:30", ["2:1: \"at\" must come before the first step"]),
        ("nmae Noche", ["1:1: unknown verb \"nmae\""]),
        ("at most 2 of Luces", ["1:9: expected \"one of\" after \"at most\""]),
        ("at most one of", ["1:13: expected a group after \"of\""]),
        ("at most one of Luces de casa", ["1:22: unexpected argument \"de\""]),
        ("at most one of A\nat most one of B", ["2:4: \"at most one of\" is given twice"]),
        ("every", ["1:1: expected a duration after \"every\""]),
        ("every 15", ["1:7: \"15\" is not a duration"]),
        ("every 500ms", ["1:7: 500ms is out of range"]),
        ("every 2d", ["1:7: 2d is out of range"]),
        ("every 15m mon-fri", ["1:11: unexpected argument \"mon-fri\""]),
        ("when", ["1:1: expected an element after \"when\""]),
        ("when GeneralLight", ["1:6: expected a value after \"GeneralLight\""]),
        ("when GeneralLight on:", ["1:19: unexpected colon after \"when …\""]),
        ("when GeneralLight on and Buzzer on", ["1:22: unexpected \"and\" in a condition"]),
        ("when GeneralLight on 10s", ["1:22: unexpected argument \"10s\""]),
        ("when GeneralLight on for ten", ["1:26: \"ten\" is not a duration"]),
        ("when GeneralLight changes for 10s", ["1:27: unexpected argument \"for\""]),
        ("when GeneralLight changed to on", ["1:19: unknown word \"changed\""]),
        ("when telegram", ["1:6: expected an address after \"telegram\""]),
        ("when telegram on", ["1:15: \"on\" is not a group address"]),
        ("when telegram 0", ["1:15: \"0\" is not a group address"]),
        ("when telegram 32/0/1", ["1:15: \"32/0/1\" is not a group address"]),
        ("when telegram 1/8/1", ["1:15: \"1/8/1\" is not a group address"]),
        ("when telegram 1/2048", ["1:15: \"1/2048\" is not a group address"]),
        ("when telegram 65536", ["1:15: \"65536\" is not a group address"]),
        ("when telegram 01/2/3", ["1:15: \"01/2/3\" is not a group address"]),
        ("when telegram 1/2/3/4", ["1:15: \"1/2/3/4\" is not a group address"]),
        ("when telegram 1/2/3 on", ["1:21: unexpected argument \"on\""]),
        ("when telegram 1/2/3 is", ["1:21: expected a value after \"is\""]),
        ("when telegram 1/2/3 above warm", ["1:27: \"warm\" is not a number"]),
        ("when telegram 1/2/3 from 1.1", ["1:26: \"1.1\" is not a device address"]),
        ("when telegram 1/2/3 from 16.1.1", ["1:26: \"16.1.1\" is not a device address"]),
        ("when telegram 1/2/3 from 1.1.5 is on", ["1:32: unexpected argument \"is\""]),
        ("when telegram 1/2/3:", ["1:15: unexpected colon after \"when …\""]),
        ("when 23:30", ["1:6: \"23:30\" is not an element"]),
        ("when between 22:00 and 23:00", ["1:6: \"between\" is not an element"]),
        ("when Salon / Louver up", ["1:14: unexpected argument \"Louver\""]),
        ("wen GeneralLight on", ["1:1: unknown verb \"wen\""]),
        ("only GeneralLight on", ["1:6: expected \"if\" after \"only\""]),
        ("only if", ["1:6: expected a condition after \"if\""]),
        ("only if GeneralLight on:", ["1:22: unexpected colon after \"only if …\""]),
        ("only if between 22:00 and 07:00 mon-fri", ["1:33: unexpected argument \"mon-fri\""]),
        ("again restart", ["1:1: expected a colon after \"again\""]),
        ("again: restrt", ["1:8: unknown word \"restrt\""]),
        ("again: never", ["1:8: unknown word \"never\""]),
        ("again:", ["1:1: expected one of restart, skip, queue after \"again:\""]),
        ("again: skip\nagain: queue", ["2:1: \"again:\" is given twice"]),
        ("on failure", ["1:4: expected one of continue, stop after \"failure\""]),
        ("on failure stopp", ["1:12: unknown word \"stopp\""]),
        ("on fail stop", ["1:4: expected \"failure\" after \"on\""]),
        ("on GeneralLight", ["1:4: expected \"failure\" after \"on\""]),
    ])
    func mistakeInAHeaderLineIsReported(text: String, expected: [String]) {
        expect(text, expected)
    }

    @Test(arguments: [
        ("sett Louver up", "did you mean \"set\"?"),
        ("dim GradualLighting 10 over 20", "did you mean 20s?"),
        ("wait 30", "did you mean 30s?"),
        ("if Thermometer abov 25: set Louver up", "did you mean \"above\"?"),
        ("if GeneralLight on fr 10s: set Louver up", "did you mean \"for\"?"),
        ("if between 22:00 and 7:00: set Louver up", "did you mean 07:00?"),
        ("if weekend: set Louver up", "did you mean sat sun?"),
        ("iff GeneralLight on:\n    set Louver up\nelse:\n    set Lover", "did you mean \"if\"?"),
        ("nmae Noche", "did you mean \"name\"?"),
        ("every 15", "did you mean 15s?"),
        ("when GeneralLight changed to on", "did you mean \"changes\"? A value of that text needs quotes"),
        ("wen GeneralLight on", "did you mean \"when\"?"),
        ("again: restrt", "did you mean \"restart\"?"),
        ("on failure stopp", "did you mean \"stop\"?"),
        ("at 7:30", "did you mean 07:30?"),
        ("at 24:00", "did you mean 00:00?"),
        ("at noon", "did you mean 12:00?"),
        ("at 23.30", "did you mean 23:30?"),
        ("at 07:00 monday", "did you mean mon?"),
        ("at 07:00 weekdays", "did you mean mon-fri?"),
        ("at 07:00 mon-fri excpt holidays", "did you mean except?"),
        ("at 07:00 24-12", "the month comes first: did you mean 12-24?"),
        ("at 07:00 mon-tues", "did you mean mon-tue?"),
        ("at sunset+15", "did you mean sunset+15m?"),
        ("at sunsett", "did you mean sunset?"),
        ("els: set X on", "did you mean \"else:\"?"),
        ("onn failure stop", "did you mean \"on failure\"?"),
        ("again restart", "write: again: restart"),
        ("elif X off:", "write \"else:\", and an \"if …:\" in the block below it"),
        ("if GeneralLight is off: set Louver up", "remove it: HomeSecurity on"),
        (
            "for 3 times",
            "scenes have no loops and no variables; the steps are: set, dim, toggle, wait, if, else:, in parallel:, off, scene, stop scene, log, notify, resolved, call"
        ),
        ("scene stop Riego", "write: stop scene NAME"),
        (
            "at 07:00 mon,tue,wed",
            "the time comes before the days: at 07:00 mon-fri; days are separated by spaces"
        ),
        ("at sunset +15m", "write: sunset+15m"),
        ("wait until GeneralLight", "write what it must be: GeneralLight on"),
        (
            "when GeneralLight on and Buzzer on",
            "write a second line \"only if …\" or \"when …\", or an \"if …:\" inside the first"
        ),
        ("when GeneralLight on or Buzzer on", "write a line \"when …\" for each: any of them starts the scene"),
        ("at 07:00 02-30", "February has no 30th day"),
        ("at 07:00 04-31", "April has no 31st day"),
        ("at 07:00 2027-02-29", "February 2027 has no 29th day"),
        ("at 07:00 mon except 2028-11-31", "November 2028 has no 31st day"),
        ("at 07:00 12-31-", "a day is mon … sun, mon-fri, 2026-12-24, 12-24 (every year) or holidays"),
        ("at 07:00 13-31", "a day is mon … sun, mon-fri, 2026-12-24, 12-24 (every year) or holidays"),
        ("at 07:00 02-32", "a day is mon … sun, mon-fri, 2026-12-24, 12-24 (every year) or holidays"),
        ("at 07:00 30-01", "the month comes first: did you mean 01-30?"),
    ])
    func hintSaysWhatToDoInstead(text: String, hint: String) {
        #expect(ScriptParser.parse(text).mistakes.first?.fault.hint == hint)
    }
}
