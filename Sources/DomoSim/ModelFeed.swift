import DomoModel
import DomoXML
import Glibc

/// House files that come in on a pipe, time and again: so `domod --demo` gives its simulated house the model, wherever it
/// has it from, at the start and at every reload. The end of the pipe is the end of whoever feeds it.
///
/// A model is a sequence of parts, each a line `KIND LENGTH` and so many bytes: `file` is a house file, `without` the name
/// of a house that somebody else moves, and `load`, without bytes, ends the model.
final class ModelFeed {
    struct Model {
        var reading: HouseReading
        /// Of those that are simulated.
        var houses: [House]
        /// The file, where it is a single one.
        var xml: [UInt8]?
    }

    /// The other end does not keep to the format.
    struct Mistake: Error {
        var message: String
    }

    /// A longer part is a mistake, in bytes.
    private static let longest = 1 << 30
    private static let longestLine = 64

    private let descriptor: Int32
    private let namespaces: [String]

    /// - Parameter namespaces: those of the bus, where it is simulated.
    init(descriptor: Int32, keeping namespaces: [String] = []) {
        self.descriptor = descriptor
        self.namespaces = namespaces
    }

    /// Waits for the next model. It never reads beyond that.
    ///
    /// - Returns: nil at the end of the pipe.
    func next() throws(Mistake) -> Model? {
        var files: [[UInt8]] = []
        var others: Set<String> = []
        while true {
            guard let line = try line() else { return nil }
            let words = line.split(separator: " ")
            guard words.count == 2, let length = Int(words[1]), (0...Self.longest).contains(length) else {
                throw Mistake(message: "\"\(line)\" is no part of a model")
            }
            switch words[0] {
            case "file": files.append(try bytes(length))
            case "without": others.insert(String(decoding: try bytes(length), as: UTF8.self))
            case "load": return model(files, without: others)
            default: throw Mistake(message: "\"\(line)\" is no part of a model")
            }
        }
    }

    private func model(_ files: [[UInt8]], without others: Set<String>) -> Model {
        let readings = files.enumerated().map {
            HouseReader.read(bytes: $1, file: "house file \($0 + 1)", keeping: namespaces)
        }
        let reading = HouseReading.merge(readings)
        return Model(
            reading: reading,
            houses: reading.houses.filter { !others.contains($0.name) },
            xml: files.count == 1 ? files[0] : nil
        )
    }

    /// - Returns: nil at the end of the pipe.
    private func line() throws(Mistake) -> String? {
        var line: [UInt8] = []
        while true {
            let byte = try bytes(1, mayEnd: line.isEmpty)
            guard let byte = byte.first else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
            if line.count > Self.longestLine { throw Mistake(message: "a line is too long") }
        }
    }

    /// - Parameter mayEnd: the pipe may end here, before the first of them.
    private func bytes(_ count: Int, mayEnd: Bool = false) throws(Mistake) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let part = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + filled, count - filled) }
            if part > 0 {
                filled += part
            } else if part == 0 {
                if mayEnd { return [] }
                throw Mistake(message: "the input ends within a model")
            } else if errno != EINTR {
                throw Mistake(message: String(cString: strerror(errno)))
            }
        }
        return bytes
    }
}
