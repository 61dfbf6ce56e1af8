import DomoModel

/// The verbs, in the order of the help.
public enum Verb: String, Sendable, CaseIterable {
    case list = "ls"
    case show, model, set, dim, toggle, off, watch, scene, scenes, run, calendar, record, script, plan, orders, why
    case history, log, stats, export, rename, backup, restore, audit, knx, token, hook, knock, claim, login, logout,
        notify, notices, notifier, push, status, doctor, reload
}

/// The table of verbs: the source of the parser, the help and the man pages.
enum VerbRows: PerVerb {
    static let list = VerbRow(
        "ls [-r] [--language TAG] [PATH]",
        "List the elements of a house or sector with their readings.",
        needs: .read,
        operands: 0...1,
        flags: ["-r"],
        options: ["--language"],
        completes: VerbRow.inOrder(.places)
    ) { .list(path: $0.operands.first, recursive: $0.has("-r"), language: $0.value("--language")) }

    static let show = VerbRow(
        "show ELEMENT",
        "Show the readings and the ID of one element, or the ID of a place.",
        needs: .read,
        operands: 1...1,
        completes: VerbRow.inOrder(.elements(nil))
    ) { .show(element: $0.operands[0]) }

    static let model = VerbRow(
        "model [PATH] [--ids]",
        "Print places and elements as the house files describe them: labels, icons, units, limits.",
        needs: .read,
        operands: 0...1,
        flags: ["--ids"],
        completes: VerbRow.inOrder(.places)
    ) { .model(path: $0.operands.first, ids: $0.has("--ids")) }

    static let set = VerbRow(
        "set ELEMENT VALUE [--as TYPE] [--deadline DURATION] [--until TIME] [--wait none|accepted|confirmed]"
            + " [--key KEY] [--explain] | set PLACE VALUE --all [--as TYPE] [--explain]",
        "Set an element to on, off, up, down, stop, 0–100 or a text; with --all, set all devices of a place.",
        needs: .act,
        operands: 2...2,
        flags: ["--explain", "--all"],
        options: ["--as", "--deadline", "--until", "--wait", "--key"],
        completes: VerbRow.inOrder(.elements(nil), .values(nil))
    ) { arguments throws(UsageError) in
        arguments.has("--all") ? .group(try GroupOrder(arguments)) : .order(try .set(arguments))
    }

    static let dim = VerbRow(
        "dim ELEMENT LEVEL [--deadline DURATION] [--until TIME] [--wait none|accepted|confirmed] [--key KEY]"
            + " [--explain]",
        "Set a level, 0–100; +10 and -10 are steps from the last known level; up and down dim until stop, on KNX.",
        needs: .act,
        operands: 2...2,
        flags: ["--explain"],
        options: ["--deadline", "--until", "--wait", "--key"],
        completes: VerbRow.inOrder(.elements(.regulable), .values(.regulable))
    ) { arguments throws(UsageError) in .order(try .dim(arguments)) }

    static let toggle = VerbRow(
        "toggle ELEMENT [--deadline DURATION] [--until TIME] [--wait none|accepted|confirmed] [--key KEY] [--explain]",
        "Switch an element off if it is on, and on if it is off.",
        needs: .act,
        operands: 1...1,
        flags: ["--explain"],
        options: ["--deadline", "--until", "--wait", "--key"],
        completes: VerbRow.inOrder(.elements(.binary))
    ) { arguments throws(UsageError) in .order(try .toggle(arguments)) }

    static let off = VerbRow(
        "off PLACE [--explain]",
        "Switch off the devices of a house or sector that are not known to be off, but no covers and no services.",
        needs: .act,
        operands: 1...1,
        flags: ["--explain"],
        completes: VerbRow.inOrder(.places)
    ) { .group(GroupOrder(place: $0.operands[0], value: "off", explain: $0.has("--explain"))) }

    static let watch = VerbRow(
        "watch [PATH] [--orders] [--telegrams]",
        "Print events as they happen, until stopped; optionally all stages of orders and the telegrams of buses.",
        needs: .read,
        operands: 0...1,
        flags: ["--orders", "--telegrams"],
        completes: VerbRow.inOrder(.places)
    ) { .watch(Watched($0)) }

    static let scene = VerbRow(
        "scene NAME [VALUE=…]… [--explain] [--tag TAG] [--until TIME] | scene stop [NAME] [--tag TAG]",
        "Run a scene, or stop a running one; stop without a name lists the running scenes.",
        needs: .act,
        operands: 1...(1 + Script.maxParameters),
        flags: ["--explain"],
        options: ["--tag", "--until"],
        completes: { before in before.isEmpty || before == ["stop"] ? .scenes : .nothing },
        parse: { arguments throws(UsageError) in try .scene(arguments) }
    )

    static let scenes = VerbRow(
        "scenes",
        "List the scenes: what starts each, when it starts next, and how its last run ended.",
        needs: .read
    ) { _ in .scenes }

    static let run = VerbRow(
        "run [--explain] [--tag TAG] NAME LINE…",
        "Run a scene from a file.",
        needs: .act,
        operands: 1...Request.maxSceneLines,
        flags: ["--explain"],
        options: ["--tag"]
    ) { arguments throws(UsageError) in try .run(arguments) }

    static let calendar = VerbRow(
        "calendar [SCENE | PATH] [--from TIME] [--for DURATION]",
        "Show which scenes start by themselves, and when.",
        needs: .read,
        operands: 0...1,
        options: ["--from", "--for"],
        completes: VerbRow.inOrder(.scenes)
    ) { arguments throws(UsageError) in .calendar(try CalendarQuestion(arguments)) }

    static let record = VerbRow(
        "record NAME | record stop",
        "Record the orders that people give as a scene.",
        needs: .manage,
        operands: 1...1,
        completes: VerbRow.inOrder(.words(["stop"]))
    ) { .record(RecordStep($0)) }

    static let script = VerbRow(
        "script show NAME | check NAME LINE… | save [--tag TAG] NAME LINE… | remove NAME --tag TAG",
        "Show, check, save or remove the text of a scene.",
        needs: .read,
        operands: 2...Request.maxSceneLines,
        options: ["--tag"],
        completes: { before in
            before.isEmpty ? .words(ScriptStep.words) : [["show"], ["remove"]].contains(before) ? .scenes : .nothing
        },
        parse: { arguments throws(UsageError) in .script(try ScriptStep(arguments)) }
    )

    static let plan = VerbRow(
        "plan show PLACE | move [--in PLACE] PATH X Y [PATH X Y]…",
        "Show the floor plan of a house or sector, or move things on it (0–1 from the left and from the top).",
        needs: .read,
        operands: 2...(1 + 3 * PlanStep.maxMoves),
        options: ["--in"],
        completes: { before in before.isEmpty ? .words(PlanStep.words) : before == ["show"] ? .places : .nothing },
        parse: { arguments throws(UsageError) in .plan(try PlanStep(arguments)) }
    )

    static let orders = VerbRow(
        "orders [PATH] [--last N] [--before NUMBER] [--since TIME]",
        "List the last orders and the state of each.",
        needs: .read,
        operands: 0...1,
        options: ["--last", "--before", "--since"],
        completes: VerbRow.inOrder(.places)
    ) { arguments throws(UsageError) in try .orders(arguments) }

    static let why = VerbRow(
        "why ELEMENT",
        "Explain why an element is as it is: its orders, scenes, triggers, link and past values.",
        needs: .read,
        operands: 1...1,
        completes: VerbRow.inOrder(.elements(nil))
    ) { .why(element: $0.operands[0]) }

    static let history = VerbRow(
        "history ELEMENT [--since TIME] [--until TIME] [--after NEXT | --points N] | history --from CURSOR [PATH]",
        "Show the past values of an element; with --from, all records after a cursor, in the order of writing.",
        needs: .read,
        operands: 0...1,
        options: ["--since", "--until", "--after", "--points", "--from"],
        completes: VerbRow.inOrder(.elements(nil))
    ) { arguments throws(UsageError) in try .history(arguments) }

    static let log = VerbRow(
        "log [PATH] [--last N] [--before NEXT] [--since TIME] [--until TIME] [--kind KIND,…]",
        "Show what happened in the house: doors, switches, scenes that ran or did not and why, links lost and back.",
        needs: .read,
        operands: 0...1,
        options: ["--last", "--before", "--since", "--until", "--kind"],
        completes: VerbRow.inOrder(.places)
    ) { arguments throws(UsageError) in .log(try HouseLogQuestion(arguments)) }

    static let stats = VerbRow(
        "stats [PATH]",
        "Compare this week with last week: changes, time on, means, orders, failures.",
        needs: .read,
        operands: 0...1,
        completes: VerbRow.inOrder(.places)
    ) { .stats(path: $0.operands.first) }

    static let export = VerbRow(
        "export [--since TIME] [--until TIME] [--after NEXT]",
        "Export all stored readings and orders for other programs.",
        needs: .manage,
        needsAllPlaces: true,
        options: ["--since", "--until", "--after"]
    ) { arguments throws(UsageError) in .export(try Period(arguments)) }

    static let rename = VerbRow(
        "rename OLD NEW",
        "Give the history of a path that the houses no longer have to the element or place that it is now.",
        needs: .manage,
        needsAllPlaces: true,
        operands: 2...2,
        completes: VerbRow.inOrder(.nothing, .places)
    ) { .rename(old: $0.operands[0], new: $0.operands[1]) }

    static let backup = VerbRow(
        "backup begin | read TOKEN OFFSET | end TOKEN",
        "Archive the database, configuration, houses and scenes while the daemon runs.",
        needs: .manage,
        needsAllPlaces: true,
        operands: 1...3
    ) { arguments throws(UsageError) in .backup(try BackupStep(arguments)) }

    static let restore = VerbRow(
        "restore begin | write TOKEN OFFSET DATA | end TOKEN",
        "Restore a backup: the whole house, or its readings and orders.",
        needs: .manage,
        needsAllPlaces: true,
        operands: 1...4
    ) { arguments throws(UsageError) in .restore(try RestoreStep(arguments)) }

    static let audit = VerbRow(
        "audit [--last N] [--before NUMBER] [--since TIME] [--kind KIND]",
        "List who signed in, made or revoked tokens, reloaded or changed files, and what was refused.",
        needs: .manage,
        needsAllPlaces: true,
        options: ["--last", "--before", "--since", "--kind"]
    ) { arguments throws(UsageError) in .audit(try LogQuestion(arguments)) }

    static let knx = VerbRow(
        "knx read ADDRESS | write ADDRESS VALUE | pause DURATION | resume | doctor | monitor | log [--since TIME]"
            + " [--until TIME] [--after NEXT] | discover [HOST] [--interface NAME] [--timeout DURATION]"
            + " | learn [start|stop] [--dpt TYPE] [--link NAME]",
        "Inspect a KNX bus, write to it, or leave it to ETS for a while.",
        needs: .manage,
        needsAllPlaces: true,
        operands: 1...3,
        options: Set(["--dpt", "--link", "--since", "--until", "--after"]).union(InterfaceQuery.options),
        completes: { before in
            before.isEmpty
                ? .words(Request.knxSteps)
                : before == ["learn"] ? .words(LinkCommand.Learning.allCases.map(\.rawValue)) : .nothing
        },
        parse: { arguments throws(UsageError) in try .knx(arguments) }
    )

    static let token = VerbRow(
        "token new NAME [--role read|act|manage] [--place PATH]… [--expires DURATION] [--may-create-tokens] [--code] "
            + "| list | revoke NAME [--yes|--alone]",
        "Manage the tokens with which phones, tablets and programs act for a user.",
        needs: .read,
        operands: 1...2,
        flags: ["--code", "--may-create-tokens", "--yes", "--alone"],
        options: ["--role", "--place", "--expires"],
        repeatable: ["--place"],
        completes: VerbRow.inOrder(.words(["new", "list", "revoke"]))
    ) { arguments throws(UsageError) in .token(try TokenStep(arguments)) }

    static let hook = VerbRow(
        "hook new NAME --scene SCENE [--place PATH]… [--signed]"
            + " | new NAME --element ELEMENT [--as TYPE] [--field NAME] [--values WORD=VALUE,…] [--signed|--in-url]"
            + " | list | revoke NAME",
        "Manage the hooks with which other programs start a scene, and devices report their state.",
        needs: .manage,
        needsAllPlaces: true,
        operands: 1...2,
        flags: ["--signed", "--in-url"],
        options: ["--scene", "--element", "--as", "--field", "--values", "--place"],
        repeatable: ["--place"],
        completes: VerbRow.inOrder(.words(["new", "list", "revoke"]))
    ) { arguments throws(UsageError) in .hook(try HookStep(arguments)) }

    static let knock = VerbRow(
        "knock [--secret SECRET|--signature SIGNATURES --time SECONDS] [--in-url] [--form] [--delivery ID]"
            + " [--from ADDRESS] NAME [BODY]",
        "Pass on what came in to a hook, with its body in base64: for domo-web.",
        needs: .none,
        operands: 1...2,
        flags: ["--in-url", "--form"],
        options: ["--secret", "--signature", "--time", "--delivery", "--from"]
    ) { arguments throws(UsageError) in .knock(try Knock(arguments)) }

    static let claim = VerbRow(
        "claim [--look] [--from ADDRESS] CODE",
        "Exchange a single-use code for a token.",
        needs: .none,
        operands: 1...1,
        flags: ["--look"],
        options: ["--from"]
    ) { .claim(code: $0.operands[0], isLook: $0.has("--look"), from: $0.value("--from")) }

    static let login = VerbRow(
        "login [--from ADDRESS] TOKEN",
        "Act as the user of the token from the next line on.",
        needs: .none,
        operands: 1...1,
        options: ["--from"]
    ) { .login(token: $0.operands[0], from: $0.value("--from")) }

    static let logout = VerbRow(
        "logout",
        "Act as the user of the connection again.",
        needs: .none
    ) { _ in .logout }

    static let notify = VerbRow(
        "notify TEXT --to NAME[,NAME…] [--urgent] [--about CAUSE] [--no-wait] | notify [TEXT] --resolved --about CAUSE",
        "Send a message to people, or report that the cause of an earlier one is over.",
        needs: .manage,
        needsAllPlaces: true,
        operands: 0...1,
        flags: ["--urgent", "--resolved", "--no-wait"],
        options: ["--to", "--about"]
    ) { arguments throws(UsageError) in .notify(try NewNotice(arguments)) }

    static let notices = VerbRow(
        "notices [--last N] | notices ack NUMBER [--code CODE]",
        "List the messages to people and what became of each, or acknowledge one so that its repeats end.",
        needs: .read,
        operands: 0...2,
        options: ["--last", "--code"],
        completes: VerbRow.inOrder(.words(["ack"]))
    ) { arguments throws(UsageError) in .notices(try NoticesStep(arguments)) }

    static let notifier = VerbRow(
        "notifier attach [--target NAME]… [--group NAME=TARGET,…]… [--call NAME]… [--quiet HOURS[=TARGET,…]]…"
            + " [--deadline DURATION] [--window DURATION] [--push-key KEY] [--keeps-ledger]"
            + " | notifier done ID sent|failed|unknown [--message TEXT] [--status CODE] [--value PATH=VALUE]…",
        "Take the messages to people and report their outcomes, for the program that sends them.",
        needs: .manage,
        needsAllPlaces: true,
        operands: 1...3,
        flags: ["--keeps-ledger"],
        options: NotifierStep.options,
        repeatable: ["--target", "--group", "--call", "--quiet", "--value"]
    ) { arguments throws(UsageError) in .notifier(try NotifierStep(arguments)) }

    static let push = VerbRow(
        "push key | subscribe ENDPOINT P256DH AUTH | unsubscribe ENDPOINT | list | gone ID",
        "Manage the browsers that get messages to people: a signed-in browser subscribes, the notifier sends.",
        needs: .read,
        operands: 1...4,
        completes: VerbRow.inOrder(.words(PushStep.words))
    ) { arguments throws(UsageError) in .push(try PushStep(arguments)) }

    static let status = VerbRow(
        "status",
        "Show the state of the daemon and of each server: reachable, last contact, waiting orders.",
        needs: .read
    ) { _ in .status }

    static let doctor = VerbRow(
        "doctor",
        "Check links, queues, history, backup, disk and configuration, and suggest how to fix problems.",
        needs: .read,
        needsAllPlaces: true
    ) { _ in .doctor }

    static let reload = VerbRow(
        "reload",
        "Reload the configuration, house files and scenes; if one has an error, nothing changes.",
        needs: .manage
    ) { _ in .reload }
}
