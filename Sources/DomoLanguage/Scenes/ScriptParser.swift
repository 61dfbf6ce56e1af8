/// Parses scene files. `SceneGrammar.page` shows the grammar.
public enum ScriptParser {
    /// - Returns: the script, and all its mistakes in the order of the text. A script with mistakes must not be run.
    public static func parse(_ text: String) -> (script: Script, mistakes: [Script.Mistake]) {
        var reader = SceneReader()
        // Only at LF: other Unicode newlines may be part of a value.
        for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            // Some editors begin a file with a byte order mark.
            let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
            let isMarked = index == 0 && line.starts(with: byteOrderMark)
            reader.read(Substring(isMarked ? line.dropFirst(byteOrderMark.count) : line), number: index + 1)
        }
        return reader.finish()
    }
}
