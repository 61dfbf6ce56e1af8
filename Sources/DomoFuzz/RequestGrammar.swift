import DomoLanguage

/// Generates valid and almost valid lines of the command language.
enum RequestGrammar {
    static let names = [
        "Louver", "Salon/Louver", "Vivienda eficiente/Salon/Louver", "GradualLighting", "Lamp3", "Blind0", "Dimmer1",
        "Display0", "Salon", "Casa", "Casa/Salon/Lamp0", "niño", "cafe\u{301}", "La casa", "it's", "a\"b", "-x", "--",
        "#1", "$HOME", "", " ", "🚪", "\u{301}x", "a\\b", "\u{2028}", "\u{A0}",
    ]
    static let values = [
        "on", "off", "up", "down", "stop", "0", "40", "100", "101", "40%", "+10", "-10", "+101", "-0", "+", "%", "4.5",
        "-0.5",
        "1e3", "true", "La casa está \"abierta\"", "enable", "٤", "-",
    ]
    /// Those of the table of verbs, alone and with a value, and words that only look like options.
    static let options: [String] = {
        let known = Verb.allCases.flatMap { $0.row.options(.line) }.flatMap { option in
            option.names
                + (option.value == nil ? ["\(option.name)=1"] : optionValues.prefix(9).map { "\(option.name)=\($0)" })
        }
        return known + ["--", "--x", "-", "-rr", "-r-"]
    }()
    /// The words that select a form: `stop` of `scene stop`.
    static let commands = Verb.allCases.flatMap { $0.row.commands(.line) }
    static let optionValues = [
        "binary", "regulable", "bidirectional", "value", "2s", "100ms", "10m", "600s", "0.1s", "1.234s", "100.5ms",
        "0.001h", "999999999d", "none",
        "confirmed", "1", "1000", "1001", "2d", "1.5h", "21:04", "24:00", "2026-11-20", "2026-02-30",
        "2026-11-20T21:04",
        "2026-11-20T21:04:05Z", "2026-11-20T21:04:05.123Z", "0000-01-01", "9999-12-31T23:59", "9223372036854775807",
        "QUJD",
    ]

    static let words = Verb.words + commands + options + optionValues + values + ["name", "; ", "' '", "\"\""]

    static let samples = [
        "ls", "ls -r Salon", "show Salon/Louver", "set Louver up", "set --as value 'La casa' \"on\"", "dim Dimmer1 40%",
        "dim Dimmer1 -10", "toggle --deadline 500ms Lamp0", "set Lamp0 on --wait confirmed", "watch", "watch Salon",
        "set Lamp0 on --until 2026-11-20T21:04:05Z --key k", "scene --until 2026-11-20T21:04:05.123Z x", "model --ids",
        "off Salon --until 2026-11-20T21:04:05Z", "scene stop --until 2026-11-20T21:04:05Z x",
        "scene 'Buenas noches' --explain", "scenes", "status", "reload", "orders", "orders Lamp0 --last 5",
        "history Dimmer1 --since 2d --until 2026-11-20T21:04:05.123Z", "stats Salon", "export --since 21:04 --after x",
        "backup begin", "backup read t 0", "backup end t", "restore begin", "restore write t 0 QUJD", "restore end t",
        "name \"Noche\"\nset Louver down\ndim Dimmer1 10 # low\n\ntoggle Lamp0\n",
    ]

    static func line(using random: inout Dice) -> String {
        let verb = random.pick(Verb.allCases)
        var words = [verb.rawValue]
        let commands = verb.row.commands(.line)
        if !commands.isEmpty, !random.once(in: 5) { words.append(random.pick(commands)) }
        for _ in 0..<random.below(5) {
            switch random.below(4) {
            case 0, 1: words.append(written(random.pick(names), using: &random))
            case 2: words.append(written(random.pick(values), using: &random))
            default:
                words.append(random.pick(options))
                if random.once(in: 2) { words.append(written(random.pick(optionValues), using: &random)) }
            }
        }
        if random.once(in: 20) { words.append("# \(random.pick(names))") }
        return words.joined(separator: random.once(in: 10) ? " \t" : " ")
    }

    private static func written(_ word: String, using random: inout Dice) -> String {
        switch random.below(4) {
        case 0: word
        case 1: "\"\(word)\""
        case 2: word.unicodeScalars.map { "\\\($0)" }.joined()
        default: Words.quoted(word)
        }
    }
}
