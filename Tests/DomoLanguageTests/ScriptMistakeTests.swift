import DomoLanguage
import Testing

/// What people write wrong, and what they are told: where, what, and what to do instead.
@Suite struct ScriptMistakeTests {
    private func expect(_ text: String, _ told: [String]) {
        let mistakes = ScriptParser.parse(text).mistakes
        #expect(mistakes.map { "\($0.line):\($0.column): \($0.fault.message)" } == told)
        #expect(mistakes.allSatisfy { $0.fault.code == .badRequest || $0.fault.code == .refusedValue })
        #expect(mistakes.allSatisfy { $0.fault.hint != nil })
    }

    @Test(arguments: [
        ("sett Louver up", ["1:1: unknown verb \"sett\""]),
        ("Set Louver up", ["1:1: unknown verb \"Set\""]),
        ("\"set\" Louver up", ["1:1: a step begins with its verb, without quotes"]),
        ("set Louver", ["1:5: something is missing"]),
        ("set Louver up now", ["1:15: there is a word too many"]),
        ("set La casa up", ["1:13: there is a word too many"]),
        ("set Louver up --as binry", ["1:20: unknown type \"binry\""]),
        ("set Louver up --deadline 5", ["1:26: \"5\" is not a deadline"]),
        ("set Louver up --wait forever", ["1:22: an order can't wait for \"forever\""]),
        ("set Louver up --quick", ["1:15: unknown option \"--quick\""]),
        ("set Louver up --explain", ["1:15: a step can't be explained"]),
        ("set Louver \"up", ["1:12: a \" is never closed"]),
        ("set Louver up\nlog 'ñ\0\0'", ["2:7: the line holds a NUL byte"]),
        ("\0\n  set Louver up # \0", ["1:1: the line holds a NUL byte", "2:19: the line holds a NUL byte"]),
        ("dim GradualLighting 101", ["1:21: \"101\" is not a level"]),
        ("dim GradualLighting", ["1:5: something is missing"]),
        ("dim GradualLighting ten", ["1:21: \"ten\" is not a level"]),
        ("dim GradualLighting +10 over 20s", ["1:21: \"+10\" is no level to end at"]),
        ("dim GradualLighting 10 over", ["1:24: the duration is missing behind \"over\""]),
        ("dim GradualLighting 10 over 20", ["1:29: \"20\" is not a duration"]),
        ("dim GradualLighting 10 over 100ms", ["1:29: 100ms is out of range"]),
        ("dim GradualLighting 10 over 2d", ["1:29: 2d is out of range"]),
        ("dim GradualLighting over 20s", ["1:21: the level is missing before \"over\""]),
        ("dim GradualLighting 10 over 20s --wait confirmed", ["1:33: there is a word too many: \"--wait\""]),
        ("dim GradualLighting 200 over 20s", ["1:21: \"200\" is not a level"]),
        ("toggle", ["1:1: something is missing"]),
        ("show Louver", ["1:1: show is no step of a scene"]),
        ("reload", ["1:1: reload is no step of a scene"]),
    ])
    func ordersThatCanNotBeRead(text: String, told: [String]) {
        expect(text, told)
    }

    @Test(arguments: [
        ("wait", ["1:1: the duration is missing behind \"wait\""]),
        ("wait 30", ["1:6: \"30\" is not a duration"]),
        ("wait 30 s", ["1:6: \"30\" is not a duration"]),
        ("wait a while", ["1:6: \"a\" is not a duration"]),
        ("wait 25h", ["1:6: 25h is out of range"]),
        ("wait 0s", ["1:6: 0s is out of range"]),
        ("wait until", ["1:6: an element is missing behind \"until\""]),
        ("wait until 23:30", ["1:12: \"23:30\" is no element"]),
        ("wait until GeneralLight", ["1:12: a value is missing behind \"GeneralLight\""]),
        ("wait until GeneralLight on at most", ["1:31: the duration is missing behind \"most\""]),
        ("wait until GeneralLight on at 30s", ["1:31: \"most\" is missing behind \"at\""]),
        ("wait until GeneralLight on at most 30s for 2s", ["1:40: \"for\" stands before \"at most\", and once"]),
        ("wait until GeneralLight on 30s", ["1:28: there is a word too many: \"30s\""]),
        ("wait until General Light on", ["1:26: there is a word too many: \"on\""]),
        ("scene", ["1:1: the scene is missing behind \"scene\""]),
        ("scene Buenas noches", ["1:14: there is a word too many: \"noches\""]),
        ("scene stop Riego", ["1:1: unknown step"]),
        ("stop Riego", ["1:6: \"scene\" is missing behind \"stop\""]),
        ("stop", ["1:1: \"scene\" is missing behind \"stop\""]),
        ("log", ["1:1: the text is missing behind \"log\""]),
        ("log La casa duerme", ["1:8: there is a word too many: \"casa\""]),
        ("for 3 times", ["1:1: unknown verb \"for\""]),
        ("elif X off:", ["1:1: unknown verb \"elif\""]),
    ])
    func stepsThatCanNotBeRead(text: String, told: [String]) {
        expect(text, told)
    }

    @Test(arguments: [
        ("if GeneralLight off", ["1:17: a colon is missing behind \"off\""]),
        ("if GeneralLight off set Louver up", ["1:17: a colon is missing behind \"off\""]),
        ("if GeneralLight off:set Louver up", ["1:17: a blank is missing behind the colon"]),
        ("if: set Louver up", ["1:1: the condition is missing behind \"if:\""]),
        ("if GeneralLight: set Louver up", ["1:4: a value is missing behind \"GeneralLight\""]),
        ("if GeneralLight off:", ["1:1: if has no steps"]),
        ("if GeneralLight off: if Buzzer on: set Louver up", ["1:22: \"if\" can't stand behind a colon"]),
        ("if GeneralLight off: in parallel:", ["1:22: \"in\" can't stand behind a colon"]),
        ("if GeneralLight off: again: skip", ["1:22: \"again:\" is no step"]),
        ("if GeneralLight off: sett Louver up", ["1:22: unknown verb \"sett\""]),
        ("if GeneralLight is off: set Louver up", ["1:17: \"is\" is no word of a condition"]),
        ("if GeneralLight off and Buzzer on: set Louver up", ["1:21: a condition is one alone, without \"and\""]),
        ("if Thermometer > 25: set Louver up", ["1:16: \">\" is no word of a condition"]),
        ("if Thermometer abov 25: set Louver up", ["1:16: unknown word \"abov\""]),
        ("if Thermometer above warm: set Louver up", ["1:22: \"warm\" is not a number"]),
        ("if Thermometer above: set Louver up", ["1:16: a number is missing behind \"above\""]),
        ("if GeneralLight on for: set Louver up", ["1:20: the duration is missing behind \"for\""]),
        ("if GeneralLight on fr 10s: set Louver up", ["1:20: unknown word \"fr\""]),
        ("if between 22:00: set Louver up", ["1:12: \"and\" is missing behind \"22:00\""]),
        ("if between 22:00 or 23:00: set Louver up", ["1:18: expected \"and\", not \"or\""]),
        ("if between 22:00 and 22:00: set Louver up", ["1:22: the time between 22:00 and 22:00 is empty"]),
        ("if between 22:00 and 7:00: set Louver up", ["1:22: \"7:00\" is not a time"]),
        ("if weekend: set Louver up", ["1:4: \"weekend\" is not a day"]),
        ("if mon-fri off: set Louver up", ["1:12: \"off\" is not a day"]),
        ("if \": set Louver up", ["1:4: a \" is never closed"]),
        ("else: set Louver up", ["1:1: there is no if for this else"]),
        ("set Louver up\nelse: set Louver down", ["2:1: there is no if for this else"]),
        (
            "if GeneralLight on: set Louver up\nelse if Buzzer on: set Louver down",
            ["2:6: \"else if\" is none of the words"]
        ),
        ("if GeneralLight on: set Louver up\nelse set Louver down", ["2:1: a colon is missing behind \"else\""]),
        ("if GeneralLight on: set Louver up\nelse Buzzer on: set Louver down", ["2:6: else has no condition"]),
        (
            "if GeneralLight on: set Louver up\nelse: set Louver down\nelse: set Louver stop",
            ["3:1: there is no if for this else"]
        ),
        (
            "if GeneralLight on: set Louver up\nset Louver down\nelse: set Louver stop",
            ["3:1: there is no if for this else"]
        ),
        ("in parallel", ["1:4: a colon is missing behind \"parallel\""]),
        ("in parallel: set Louver up", ["1:14: nothing stands behind \"in parallel:\" in its line"]),
        ("in paralel:", ["1:4: \"parallel:\" is missing behind \"in\""]),
        ("in 5m: set Louver up", ["1:4: \"parallel:\" is missing behind \"in\""]),
        ("in parallel:", ["1:1: in parallel has no steps"]),
        ("if GeneralLight on:\nelse:\n    set Louver up", ["1:1: if has no steps"]),
        ("    set Louver up", ["1:5: the line is indented, and no block begins above it"]),
        (
            "set Louver up\n    set Louver down\n    set Louver stop",
            ["2:5: the line is indented, and no block begins above it"]
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
            ["2:3: the line is indented with a character that only looks like a blank (U+00A0)"]
        ),
        (
            "iff GeneralLight on:\n    set Louver up\nelse:\n    set Lover",
            ["1:1: unknown verb \"iff\"", "4:9: something is missing"]
        ),
        ("    name Noche", ["1:5: the line is indented, and no block begins above it"]),
    ])
    func blocksAndConditionsThatCanNotBeRead(text: String, told: [String]) {
        expect(text, told)
    }

    @Test(arguments: [
        ("at", ["1:1: a time is missing behind \"at\""]),
        ("at 7:30", ["1:4: \"7:30\" is not a time"]),
        ("at 24:00", ["1:4: \"24:00\" is not a time"]),
        ("at 25:61", ["1:4: \"25:61\" is not a time"]),
        ("at noon", ["1:4: \"noon\" is not a time"]),
        ("at 23.30", ["1:4: \"23.30\" is not a time"]),
        ("at 7am", ["1:4: \"7am\" is not a time"]),
        ("at 23:30,", ["1:9: a time is missing behind \",\""]),
        ("at 23:30, , 12:00", ["1:9: a time is missing behind \",\""]),
        ("at 07:00 mon,tue,wed", ["1:14: \"tue\" is not a time"]),
        ("at mon-fri 07:00", ["1:4: \"mon-fri\" is not a time"]),
        ("at 07:00 mon - fri", ["1:14: \"-\" is not a day"]),
        ("at 07:00 lunes", ["1:10: \"lunes\" is not a day"]),
        ("at 07:00 monday", ["1:10: \"monday\" is not a day"]),
        ("at 07:00 weekdays", ["1:10: \"weekdays\" is not a day"]),
        ("at 07:00 mon and tue", ["1:14: \"and\" is not a day"]),
        ("at 07:00 mon-fri except", ["1:18: a day is missing behind \"except\""]),
        ("at 07:00 mon-fri excpt holidays", ["1:18: \"excpt\" is not a day"]),
        ("at 07:00 except holidays except sat", ["1:26: \"except\" is not a day"]),
        ("at 07:00 24-12", ["1:10: \"24-12\" is not a day"]),
        ("at 07:00 02-30", ["1:10: \"02-30\" is not a day"]),
        ("at 07:00 2026-02-29", ["1:10: \"2026-02-29\" is not a day"]),
        ("at 07:00 mon-tues", ["1:10: \"mon-tues\" is not a day"]),
        ("at \"07:00\"", ["1:4: \"07:00\" is not a time"]),
        ("at 07:00 not before 08:00", ["1:10: 07:00 needs no bounds"]),
        ("at sunset + 15m", ["1:11: a blank stands before \"+\""]),
        ("at sunset +15m", ["1:11: a blank stands before \"+\""]),
        ("at sunset+15", ["1:4: \"sunset+15\" is not a time"]),
        ("at sunset+13h", ["1:4: 13h is too far from the sun"]),
        ("at sunsett", ["1:4: \"sunsett\" is not a time"]),
        ("at sunset not 17:00", ["1:15: \"before\" or \"after\" is missing behind \"not\""]),
        ("at sunset not before", ["1:15: a time is missing behind \"before\""]),
        ("at sunset not before dusk", ["1:22: \"dusk\" is not a time of the clock"]),
        ("at sunset not before 22:00 not after 18:00", ["1:38: not before 22:00 and not after 18:00 leave no time"]),
        ("at sunset not before 17:00 not before 18:00", ["1:32: not before is given twice"]),
        ("at sunset mon-fri not before 17:00", ["1:19: \"not\" is not a day"]),
        ("at start mon", ["1:10: nothing stands behind \"at start\""]),
        ("at 23:30, start", ["1:11: \"start\" is not a time"]),
    ])
    func timesThatCanNotBeRead(text: String, told: [String]) {
        expect(text, told)
    }

    @Test(arguments: [
        ("name", ["1:1: the name is missing behind \"name\""]),
        ("name Buenas noches", ["1:13: there is a word too many: \"noches\""]),
        ("name ''", ["1:6: the name can't be empty"]),
        ("name a\nname b", ["2:1: \"name\" is given twice"]),
        ("set Louver up\nname Tarde", ["2:1: \"name\" stands too late"]),
        ("set Louver up\nat 23:30", ["2:1: \"at\" stands too late"]),
        ("nmae Noche", ["1:1: unknown verb \"nmae\""]),
        ("at most 2 of Luces", ["1:9: \"one of\" is missing behind \"at most\""]),
        ("at most one of", ["1:13: the group is missing behind \"of\""]),
        ("at most one of Luces de casa", ["1:22: there is a word too many: \"de\""]),
        ("at most one of A\nat most one of B", ["2:4: \"at most one of\" is given twice"]),
        ("every", ["1:1: the duration is missing behind \"every\""]),
        ("every 15", ["1:7: \"15\" is not a duration"]),
        ("every 500ms", ["1:7: 500ms is out of range"]),
        ("every 2d", ["1:7: 2d is out of range"]),
        ("every 15m mon-fri", ["1:11: there is a word too many: \"mon-fri\""]),
        ("when", ["1:1: an element is missing behind \"when\""]),
        ("when GeneralLight", ["1:6: a value is missing behind \"GeneralLight\""]),
        ("when GeneralLight on:", ["1:19: no colon stands behind \"when …\""]),
        ("when GeneralLight on and Buzzer on", ["1:22: a condition is one alone, without \"and\""]),
        ("when GeneralLight on 10s", ["1:22: there is a word too many: \"10s\""]),
        ("when GeneralLight on for ten", ["1:26: \"ten\" is not a duration"]),
        ("when GeneralLight changes for 10s", ["1:27: there is a word too many: \"for\""]),
        ("when GeneralLight changed to on", ["1:19: unknown word \"changed\""]),
        ("when telegram", ["1:6: the address is missing behind \"telegram\""]),
        ("when telegram on", ["1:15: \"on\" is not a group address"]),
        ("when telegram 0", ["1:15: \"0\" is not a group address"]),
        ("when telegram 32/0/1", ["1:15: \"32/0/1\" is not a group address"]),
        ("when telegram 1/8/1", ["1:15: \"1/8/1\" is not a group address"]),
        ("when telegram 1/2048", ["1:15: \"1/2048\" is not a group address"]),
        ("when telegram 65536", ["1:15: \"65536\" is not a group address"]),
        ("when telegram 01/2/3", ["1:15: \"01/2/3\" is not a group address"]),
        ("when telegram 1/2/3/4", ["1:15: \"1/2/3/4\" is not a group address"]),
        ("when telegram 1/2/3 on", ["1:21: there is a word too many: \"on\""]),
        ("when telegram 1/2/3 is", ["1:21: a value is missing behind \"is\""]),
        ("when telegram 1/2/3 above warm", ["1:27: \"warm\" is not a number"]),
        ("when telegram 1/2/3 from 1.1", ["1:26: \"1.1\" is not the address of a device"]),
        ("when telegram 1/2/3 from 16.1.1", ["1:26: \"16.1.1\" is not the address of a device"]),
        ("when telegram 1/2/3 from 1.1.5 is on", ["1:32: there is a word too many: \"is\""]),
        ("when telegram 1/2/3:", ["1:15: no colon stands behind \"when …\""]),
        ("when 23:30", ["1:6: \"23:30\" is no element"]),
        ("when between 22:00 and 23:00", ["1:6: \"between\" is no element"]),
        ("when Salon / Louver up", ["1:14: there is a word too many: \"Louver\""]),
        ("wen GeneralLight on", ["1:1: unknown verb \"wen\""]),
        ("only GeneralLight on", ["1:6: \"if\" is missing behind \"only\""]),
        ("only if", ["1:6: the condition is missing behind \"if\""]),
        ("only if GeneralLight on:", ["1:22: no colon stands behind \"only if …\""]),
        ("only if between 22:00 and 07:00 mon-fri", ["1:33: there is a word too many: \"mon-fri\""]),
        ("again restart", ["1:1: a colon is missing behind \"again\""]),
        ("again: restrt", ["1:8: unknown word \"restrt\""]),
        ("again: never", ["1:8: unknown word \"never\""]),
        ("again:", ["1:1: a word is missing behind \"again:\""]),
        ("again: skip\nagain: queue", ["2:1: \"again:\" is given twice"]),
        ("on failure", ["1:4: a word is missing behind \"failure\""]),
        ("on failure stopp", ["1:12: unknown word \"stopp\""]),
        ("on fail stop", ["1:4: \"failure\" is missing behind \"on\""]),
        ("on GeneralLight", ["1:4: \"failure\" is missing behind \"on\""]),
    ])
    func headerLinesThatCanNotBeRead(text: String, told: [String]) {
        expect(text, told)
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
        ("at 07:00 24-12", "the month stands first: did you mean 12-24?"),
        ("at 07:00 mon-tues", "did you mean mon-tue?"),
        ("at sunset+15", "did you mean sunset+15m?"),
        ("at sunsett", "did you mean sunset?"),
        ("els: set X on", "did you mean \"else:\"?"),
        ("onn failure stop", "did you mean \"on failure\"?"),
        ("again restart", "write: again: restart"),
        ("elif X off:", "write \"else:\", and an \"if …:\" in the block below it"),
        ("if GeneralLight is off: set Louver up", "leave it away: HomeSecurity on"),
        (
            "for 3 times",
            "scenes have no loops and no variables; the steps are: set, dim, toggle, wait, if, else:, in parallel:, scene, stop scene, log"
        ),
        ("scene stop Riego", "write: stop scene NAME"),
        (
            "at 07:00 mon,tue,wed",
            "the time stands before its days: at 07:00 mon-fri; days have no commas between them"
        ),
        ("at sunset +15m", "write: sunset+15m"),
        ("wait until GeneralLight", "write what it must be: GeneralLight on"),
        ("when GeneralLight on and Buzzer on", "write a second line, \"only if …\" or an \"if …:\" inside the first"),
        ("at 07:00 02-30", "February has no 30th day"),
        ("at 07:00 04-31", "April has no 31st day"),
        ("at 07:00 2027-02-29", "February 2027 has no 29th day"),
        ("at 07:00 mon except 2028-11-31", "November 2028 has no 31st day"),
        ("at 07:00 12-31-", "a day is mon … sun, mon-fri, 2026-12-24, 12-24 (every year) or holidays"),
        ("at 07:00 13-31", "a day is mon … sun, mon-fri, 2026-12-24, 12-24 (every year) or holidays"),
        ("at 07:00 02-32", "a day is mon … sun, mon-fri, 2026-12-24, 12-24 (every year) or holidays"),
        ("at 07:00 30-01", "the month stands first: did you mean 01-30?"),
    ])
    func hintSaysWhatToDoInstead(text: String, hint: String) {
        #expect(ScriptParser.parse(text).mistakes.first?.fault.hint == hint)
    }
}
