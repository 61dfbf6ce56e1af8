import DomoModel

extension Verb {
    public var row: VerbRow { VerbRows[self] }

    /// The words of the verbs, in the order of the help.
    public static let words = allCases.map(\.rawValue)

    private static let byWord = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// The same as `init(rawValue:)`, which compares with one verb after another.
    public init?(word: String) {
        guard let verb = Self.byWord[word] else { return nil }
        self = verb
    }

    /// Verbs that are never suggested for a mistyped word: their effect can't be undone, or affects a whole place.
    private static let unsuggested: Set = ["restore", "off", "import", "claim", "token", "backup", "hook", "knock"]

    /// Verbs of service managers, which people try.
    private static let ofServices: Set = ["start", "stop", "restart", "enable", "disable"]

    /// Words of other programs, and the verb that does the same.
    private static let instead = [
        "list": "ls", "dir": "ls", "get": "show", "state": "show", "version": "--version", "turn": "set NAME on",
        "switch": "set NAME on", "on": "set NAME on", "open": "set NAME up", "close": "set NAME down",
        "up": "set NAME up", "down": "set NAME down", "monitor": "watch", "events": "watch", "logs": "log",
    ]

    /// What to do instead of an unknown verb.
    ///
    /// - Parameter words: the known verbs.
    public static func hint(for word: String, among words: [String]) -> String {
        if word == "stop" { return "to stop a scene: domo scene stop NAME; to stop the daemon: systemctl stop domod" }
        if word == "undo" { return "there is no undo; \"domo orders\" lists what was ordered: order the opposite" }
        if ofServices.contains(word) { return "domod is a service: systemctl \(word) domod" }
        if let instead = instead[word.lowercased()] { return "use: domo \(instead)" }
        let candidates = words.filter { !unsuggested.contains($0) }
        return closestWord(to: word, among: candidates).map { "did you mean \"\($0)\"?" }
            ?? "\"domo help\" lists the verbs"
    }
}
