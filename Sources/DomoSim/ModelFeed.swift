import DomoModel
import DomoXML
import Glibc

/// Reads models from a pipe: `domod --demo` sends its house files to the simulated house at the start and at every
/// reload. The pipe ends when the sender ends.
///
/// A model is a sequence of parts, each a line `KIND LENGTH` followed by that many bytes: `file` is a house file,
/// `without` the name of a house that is not simulated, and `load`, without bytes, ends the model.
final class ModelFeed {
    struct Model {
        var reading: HouseReading
        /// The simulated houses.
        var houses: [House]
        /// The house file; nil if there are several.
        var xml: [UInt8]?
    }

    /// The sender violated the format.
    struct Mistake: Error {
        var message: String
    }

    /// The maximum length of a part, in bytes.
    private static let maxPartLength = 1 << 30
    private static let maxLineLength = 64

    private let descriptor: Int32
    private let namespaces: [String]

    /// - Parameter namespaces: The namespaces of the bus, if it is simulated.
    init(descriptor: Int32, keeping namespaces: [String] = []) {
        self.descriptor = descriptor
        self.namespaces = namespaces
    }

    /// Waits for the next model; never reads beyond its end.
    ///
    /// - Returns: Nil at the end of the pipe.
    func next() throws(Mistake) -> Model? {
        var files: [[UInt8]] = []
        var others: Set<String> = []
        while true {
            guard let line = try line() else { return nil }
            let words = line.split(separator: " ")
            guard words.count == 2, let length = Int(words[1]), (0...Self.maxPartLength).contains(length) else {
                throw Mistake(message: "invalid part of a model: \"\(line)\"")
            }
            switch words[0] {
            case "file": files.append(try bytes(length))
            case "without": others.insert(String(decoding: try bytes(length), as: UTF8.self))
            case "load": return model(files, without: others)
            default: throw Mistake(message: "invalid part of a model: \"\(line)\"")
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

    /// - Returns: Nil at the end of the pipe.
    private func line() throws(Mistake) -> String? {
        var line: [UInt8] = []
        while true {
            let byte = try bytes(1, mayEnd: line.isEmpty)
            guard let byte = byte.first else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
            guard line.count <= Self.maxLineLength else {
                throw Mistake(message: "a line has more than \(Self.maxLineLength) bytes")
            }
        }
    }

    /// - Parameter mayEnd: Whether the pipe may end here, before the first byte.
    private func bytes(_ count: Int, mayEnd: Bool = false) throws(Mistake) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let part = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + filled, count - filled) }
            if part > 0 {
                filled += part
            } else if part == 0 {
                if mayEnd { return [] }
                throw Mistake(message: "unexpected end of input in a model")
            } else if errno != EINTR {
                throw Mistake(message: String(cString: strerror(errno)))
            }
        }
        return bytes
    }
}
