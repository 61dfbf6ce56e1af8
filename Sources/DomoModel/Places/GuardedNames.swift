/// Names of what a mistake is dangerous at: an order for it may let somebody in, or hide an alarm.
public enum GuardedNames {
    /// - `path`: the full path of the element, or of the device that it is a part of. Names of sectors count too, but not
    ///   that of the house.
    /// - `isCover`: whether it moves up and down.
    public static func isGuarded(path: String, isCover: Bool) -> Bool {
        let words = words(of: path.split(separator: "/").dropFirst().joined(separator: "/"))
        return GateNames.isGate(words, isCover: isCover) || words.contains(where: isAlarm)
    }

    /// The beginnings of words that name an alarm or a siren.
    private static let alarms = [
        "alarm", "intrus", "einbruch", "security", "segurida", "securit", "sicherheit", "siren", "sirena", "sirene",
    ]

    private static func isAlarm(_ word: String) -> Bool {
        alarms.contains { word.hasPrefix($0) } || word.hasSuffix("security") || word.hasSuffix("sirene")
    }

    static func words(of text: String) -> [String] {
        FoldedName.fold(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
