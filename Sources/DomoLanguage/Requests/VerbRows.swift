import DomoModel

/// The verbs, in the order in which help lists them.
public enum Verb: String, Sendable, CaseIterable {
    case list = "ls"
    case show, model, set, dim, toggle, off, watch, scene, scenes, run, calendar, record, script, plan, orders, why
    case history, stats, export, backup, restore, knx, token, claim, login, logout, status, doctor, reload
}

/// The table of the verbs.
enum VerbRows: PerVerb {
    static let list = VerbRow(
        "ls [-r] [--language TAG] [PATH]",
        "What a house or sector holds, with readings.",
        needs: .read,
        operands: 0...1,
        flags: ["-r"],
        options: ["--language"],
        completes: VerbRow.inOrder(.places)
    ) { .list(path: $0.operands.first, recursive: $0.has("-r"), language: $0.value("--language")) }

    static let show = VerbRow(
        "show ELEMENT",
        "All that is known of one element.",
        needs: .read,
        operands: 1...1,
        completes: VerbRow.inOrder(.elements(nil))
    ) { .show(element: $0.operands[0]) }

    static let model = VerbRow(
        "model [PATH]",
        "What the house files say of places and elements: labels, icons, units, limits.",
        needs: .read,
        operands: 0...1,
        completes: VerbRow.inOrder(.places)
    ) { .model(path: $0.operands.first) }

    static let set = VerbRow(
        "set ELEMENT VALUE [--as TYPE] [--deadline DURATION] [--wait none|accepted|confirmed] [--key KEY] [--explain]"
            + " | set PLACE VALUE --all [--as TYPE] [--explain]",
        "Set an element: on, off, up, down, stop, 0–100 or any text, as its types allow; --all: the devices of a place.",
        needs: .act,
        operands: 2...2,
        flags: ["--explain", "--all"],
        options: ["--as", "--deadline", "--wait", "--key"],
        completes: VerbRow.inOrder(.elements(nil), .values(nil))
    ) { arguments throws(Misread) in
        arguments.has("--all") ? .group(try GroupOrder(arguments)) : .order(try .set(arguments))
    }

    static let dim = VerbRow(
        "dim ELEMENT LEVEL [--deadline DURATION] [--wait none|accepted|confirmed] [--key KEY] [--explain]",
        "Set a level, 0–100; +10 and -10 are steps from the last known one.",
        needs: .act,
        operands: 2...2,
        flags: ["--explain"],
        options: ["--deadline", "--wait", "--key"],
        completes: VerbRow.inOrder(.elements(.regulable), .values(.regulable))
    ) { arguments throws(Misread) in .order(try .dim(arguments)) }

    static let toggle = VerbRow(
        "toggle ELEMENT [--deadline DURATION] [--wait none|accepted|confirmed] [--key KEY] [--explain]",
        "Switch to off what is on, and to on what is off.",
        needs: .act,
        operands: 1...1,
        flags: ["--explain"],
        options: ["--deadline", "--wait", "--key"],
        completes: VerbRow.inOrder(.elements(.binary))
    ) { arguments throws(Misread) in .order(try .toggle(arguments)) }

    static let off = VerbRow(
        "off PLACE [--explain]",
        "Switch off the devices of a house or sector that are not known to be off; never a service.",
        needs: .act,
        operands: 1...1,
        flags: ["--explain"],
        completes: VerbRow.inOrder(.places)
    ) { .group(GroupOrder(place: $0.operands[0], value: "off", explain: $0.has("--explain"))) }

    static let watch = VerbRow(
        "watch [PATH] [--orders] [--telegrams]",
        "Events as they happen, until stopped; also every stage of orders, and the telegrams of the buses.",
        needs: .read,
        operands: 0...1,
        flags: ["--orders", "--telegrams"],
        completes: VerbRow.inOrder(.places)
    ) { .watch(Watched($0)) }

    static let scene = VerbRow(
        "scene NAME [--explain] [--tag TAG] | scene stop [NAME] [--tag TAG]",
        "Run a scene, or stop one that runs; stop without a name lists what runs.",
        needs: .act,
        operands: 1...2,
        flags: ["--explain"],
        options: ["--tag"],
        completes: { before in before.isEmpty || before == ["stop"] ? .scenes : .nothing },
        parse: { arguments throws(Misread) in try .scene(arguments) }
    )

    static let scenes = VerbRow(
        "scenes",
        "The scenes: what starts each, when next, and how it ended last.",
        needs: .read
    ) { _ in .scenes }

    static let run = VerbRow(
        "run [--explain] [--tag TAG] NAME LINE…",
        "Run a scene from a file of your own.",
        needs: .act,
        operands: 1...Request.maxSceneLines,
        flags: ["--explain"],
        options: ["--tag"]
    ) { arguments throws(Misread) in try .run(arguments) }

    static let calendar = VerbRow(
        "calendar [SCENE | PATH] [--from TIME] [--for DURATION]",
        "What starts by itself, and when.",
        needs: .read,
        operands: 0...1,
        options: ["--from", "--for"],
        completes: VerbRow.inOrder(.scenes)
    ) { arguments throws(Misread) in .calendar(try CalendarQuestion(arguments)) }

    static let record = VerbRow(
        "record NAME | record stop",
        "Make a scene of the orders that people give.",
        needs: .manage,
        operands: 1...1,
        completes: VerbRow.inOrder(.words(["stop"]))
    ) { .record(RecordStep($0)) }

    static let script = VerbRow(
        "script show NAME | check NAME LINE… | save [--tag TAG] NAME LINE… | remove --tag TAG NAME",
        "The text of a scene: show it, check another for it, save one, remove one.",
        needs: .read,
        operands: 2...Request.maxSceneLines,
        options: ["--tag"],
        completes: { before in
            before.isEmpty ? .words(ScriptStep.words) : [["show"], ["remove"]].contains(before) ? .scenes : .nothing
        },
        parse: { arguments throws(Misread) in .script(try ScriptStep(arguments)) }
    )

    static let plan = VerbRow(
        "plan show PLACE | move [--in PLACE] PATH X Y [PATH X Y]…",
        "The floor plan of a house or sector, and where things stand on it (0–1 from the left and from the top).",
        needs: .read,
        operands: 2...(1 + 3 * PlanStep.maxMoves),
        options: ["--in"],
        completes: { before in before.isEmpty ? .words(PlanStep.words) : before == ["show"] ? .places : .nothing },
        parse: { arguments throws(Misread) in .plan(try PlanStep(arguments)) }
    )

    static let orders = VerbRow(
        "orders [PATH] [--last N] [--before NUMBER] [--since TIME]",
        "The last orders, and what became of each.",
        needs: .read,
        operands: 0...1,
        options: ["--last", "--before", "--since"],
        completes: VerbRow.inOrder(.places)
    ) { arguments throws(Misread) in try .orders(arguments) }

    static let why = VerbRow(
        "why ELEMENT",
        "Why an element does what it does, or does not: orders, scenes, triggers, its link, and what it was.",
        needs: .read,
        operands: 1...1,
        completes: VerbRow.inOrder(.elements(nil))
    ) { .why(element: $0.operands[0]) }

    static let history = VerbRow(
        "history ELEMENT [--since TIME] [--until TIME] [--after NEXT | --points N]",
        "What an element was over time.",
        needs: .read,
        operands: 1...1,
        options: ["--since", "--until", "--after", "--points"],
        completes: VerbRow.inOrder(.elements(nil))
    ) { arguments throws(Misread) in .history(element: arguments.operands[0], try Period(arguments)) }

    static let stats = VerbRow(
        "stats [PATH]",
        "This week beside the last: changes, time on, means, orders, failures.",
        needs: .read,
        operands: 0...1,
        completes: VerbRow.inOrder(.places)
    ) { .stats(path: $0.operands.first) }

    static let export = VerbRow(
        "export [--since TIME] [--until TIME] [--after NEXT]",
        "All readings and orders that are remembered, for other programs.",
        needs: .manage,
        needsAllPlaces: true,
        options: ["--since", "--until", "--after"]
    ) { arguments throws(Misread) in .export(try Period(arguments)) }

    static let backup = VerbRow(
        "backup begin | read TOKEN OFFSET | end TOKEN",
        "Fetch a consistent copy of the daemon's database, while it runs.",
        needs: .manage,
        needsAllPlaces: true,
        operands: 1...3
    ) { arguments throws(Misread) in .backup(try BackupStep(arguments)) }

    static let restore = VerbRow(
        "restore begin | write TOKEN OFFSET DATA | end TOKEN",
        "Give the daemon a database that was backed up, in place of its own.",
        needs: .manage,
        needsAllPlaces: true,
        operands: 1...4
    ) { arguments throws(Misread) in .restore(try RestoreStep(arguments)) }

    static let knx = VerbRow(
        "knx read ADDRESS | write ADDRESS VALUE | pause DURATION | resume | doctor | monitor | log [--since TIME]"
            + " [--until TIME] [--after NEXT] | discover [HOST] [--interface NAME] [--timeout DURATION]"
            + " | learn [start|stop] [--dpt TYPE] [--link NAME]",
        "Look into a KNX bus, write to it, or leave it to ETS for a while.",
        needs: .manage,
        needsAllPlaces: true,
        operands: 1...3,
        options: Set(["--dpt", "--link", "--since", "--until", "--after"]).union(InterfaceQuery.options),
        completes: { before in
            before.isEmpty
                ? .words(Request.knxSteps)
                : before == ["learn"] ? .words(LinkCommand.Learning.allCases.map(\.rawValue)) : .nothing
        },
        parse: { arguments throws(Misread) in try .knx(arguments) }
    )

    static let token = VerbRow(
        "token new NAME [--role read|act|manage] [--place PATH]… [--expires DURATION] [--code] | list | revoke NAME",
        "Let a phone, a tablet or a program act for somebody.",
        needs: .read,
        operands: 1...2,
        flags: ["--code"],
        options: ["--role", "--place", "--expires"],
        repeatable: ["--place"],
        completes: VerbRow.inOrder(.words(["new", "list", "revoke"]))
    ) { arguments throws(Misread) in .token(try TokenStep(arguments)) }

    static let claim = VerbRow(
        "claim CODE",
        "Exchange a single-use code for a token.",
        needs: .none,
        operands: 1...1
    ) { .claim(code: $0.operands[0]) }

    static let login = VerbRow(
        "login [--from ADDRESS] TOKEN",
        "Be whoever the token was made for, from the next line on.",
        needs: .none,
        operands: 1...1,
        options: ["--from"]
    ) { .login(token: $0.operands[0], from: $0.value("--from")) }

    static let logout = VerbRow(
        "logout",
        "Be the user of the connection again.",
        needs: .none
    ) { _ in .logout }

    static let status = VerbRow(
        "status",
        "The daemon, and each server: reachable, last contact, orders waiting.",
        needs: .read
    ) { _ in .status }

    static let doctor = VerbRow(
        "doctor",
        "Whether all is well: links, queues, history, backup, disk, configuration; and what to do where it is not.",
        needs: .read,
        needsAllPlaces: true
    ) { _ in .doctor }

    static let reload = VerbRow(
        "reload",
        "Read the configuration, models and scenes again: all or nothing.",
        needs: .manage
    ) { _ in .reload }
}
