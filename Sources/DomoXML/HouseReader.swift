import Glibc

/// Reads house files in one pass: bytes in, houses or diagnostics out. Apart from the houses themselves, the memory is
/// bounded.
///
///     var reader = HouseReader(file: "house.xml")
///     reader.feed(bytes)
///     let reading = reader.finish()
///
/// `homes/house.xsd` describes the format. The encoding is the one that the file declares or its byte order mark shows,
/// else UTF-8. A document type is refused, and nothing that a file refers to is ever fetched.
public struct HouseReader: ~Copyable {
    private static let blockSize = 64 * 1024

    private let parser: HouseParser
    /// The parser gets blocks of a fixed size, so that the result can't depend on how the bytes are fed.
    private let block: UnsafeMutableRawBufferPointer
    private var filled = 0

    /// - Parameters:
    ///   - file: the name of the file for diagnostics.
    ///   - namespaces: the namespaces whose elements are returned as `HouseReading.extensions`. Other namespaces are
    ///     ignored.
    public init(file: String, keeping namespaces: [String] = []) {
        self.init(file: file, keeping: namespaces, blockSize: Self.blockSize)
    }

    init(file: String, keeping namespaces: [String] = [], blockSize: Int) {
        parser = HouseParser(file: file, keeping: namespaces)
        block = .allocate(byteCount: blockSize, alignment: 16)
    }

    deinit { block.deallocate() }

    /// Whether the rest of the file can't change the result, because the file is already refused.
    public var isStopped: Bool { parser.isStopped }

    /// Parses the next bytes of the file, any number.
    public mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty, !isStopped {
            let taken = rest.prefix(block.count - filled)
            UnsafeMutableRawBufferPointer(rebasing: block[filled...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: taken)
            )
            filled += taken.count
            rest = rest.dropFirst(taken.count)
            if filled == block.count { flush() }
        }
    }

    /// Ends the file. The reader can't be used after this.
    public mutating func finish() -> HouseReading {
        flush()
        return parser.finish()
    }

    private mutating func flush() {
        parser.parse(UnsafeRawBufferPointer(rebasing: block[..<filled]))
        filled = 0
    }

    // MARK: Whole files

    public static func read(bytes: [UInt8], file: String, keeping namespaces: [String] = []) -> HouseReading {
        var reader = HouseReader(file: file, keeping: namespaces)
        bytes.withUnsafeBytes { reader.feed($0) }
        return reader.finish()
    }

    /// Reads a file. Blocks: not for the cooperative threads.
    ///
    /// - Throws: the error of the system if the file can't be read.
    public static func read(path: String, keeping namespaces: [String] = []) throws(FileFault) -> HouseReading {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFault(path: path, number: errno) }
        return try read(descriptor: descriptor, path: path, keeping: namespaces)
    }

    /// Reads an open file, and closes it. Blocks.
    ///
    /// - Parameter path: the name of the file for diagnostics.
    public static func read(
        descriptor: CInt,
        path: String,
        keeping namespaces: [String] = []
    ) throws(FileFault) -> HouseReading {
        defer { close(descriptor) }
        var reader = HouseReader(file: path, keeping: namespaces)
        while !reader.isStopped {
            let count = Glibc.read(
                descriptor,
                reader.block.baseAddress! + reader.filled,
                reader.block.count - reader.filled
            )
            if count < 0 {
                if errno == EINTR { continue }
                throw FileFault(path: path, number: errno)
            }
            if count == 0 { break }
            reader.filled += count
            if reader.filled == reader.block.count { reader.flush() }
        }
        return reader.finish()
    }
}

extension FileFault {
    fileprivate init(path: String, number: Int32) {
        self.init(path: path, message: String(cString: strerror(number)), errno: number)
    }
}
