import DomoFuzz
import Glibc

/// The initial inputs for libFuzzer, one file per input in `seeds`, and its dictionary, the file `words`.
struct Seeds {
    /// The number of inputs to generate, if the target has a grammar.
    private static let madeInputs = 256
    /// The maximum length of a word that libFuzzer accepts, in bytes.
    private static let maxWordLength = 64

    private let inputs: [[UInt8]]
    private let words: [[UInt8]]

    init(of target: some FuzzTarget) {
        var dice = Dice(seed: 1)
        let made = (0..<Self.madeInputs).compactMap { _ in target.input(using: &dice) }
        inputs = target.corpus + made
        words = target.words.map { Array($0.utf8) }.filter { !$0.isEmpty && $0.count <= Self.maxWordLength }
    }

    func write(to folder: String) throws(Finding) {
        for (number, input) in inputs.enumerated() { try Self.write(input, to: "\(folder)/seeds/\(number)") }
        let lines = words.map { word in
            "\"" + word.map { "\\x" + (($0 < 16 ? "0" : "") + String($0, radix: 16)) }.joined() + "\"\n"
        }
        try Self.write(Array(lines.joined().utf8), to: "\(folder)/words")
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(Finding) {
        guard let file = fopen(path, "wb") else { throw fault(path) }
        let count = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count else { throw fault(path) }
    }

    private static func fault(_ path: String) -> Finding { Finding("\(path): \(String(cString: strerror(errno)))") }
}
