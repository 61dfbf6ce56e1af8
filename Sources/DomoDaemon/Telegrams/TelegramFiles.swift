import DomoKNXBus
import DomoLanguage
import DomoSystem
import Glibc

/// The telegram log of a link on disk: at most two files, `NAME.7.log` and `NAME.8.log`. Telegrams are appended to the
/// file with the higher number; when it reaches half the size limit of the log, the next file is started and the lowest
/// removed.
///
/// Everything here blocks.
struct TelegramFiles {
    /// The maximum number of telegrams on a page.
    static let pageSize = 400

    private let folder: String
    private let name: String
    /// The maximum size of the log, in bytes.
    private let bound: Int

    /// - Parameter name: unique among the links of the daemon.
    init(folder: String, name: String, bound: Int) {
        self.folder = folder
        self.name = name
        self.bound = bound
    }

    private func path(_ number: Int) -> String { "\(folder)/\(name).\(number).log" }

    /// The numbers of the existing files, the lowest first.
    private func numbers() throws(FileBytes.Fault) -> [Int] {
        try FileBytes.names(in: folder).compactMap { file in
            guard file.hasPrefix("\(name)."), file.hasSuffix(".log") else { return nil }
            let number = file.dropFirst(name.count + 1).dropLast(4)
            return number.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(number) : nil
        }.sorted()
    }

    // MARK: Writing

    /// - Parameter lines: whole lines, each with its line feed.
    func append(_ lines: [UInt8]) throws(FileBytes.Fault) {
        try FileBytes.makeFolder(folder, mode: 0o700)
        let present = try numbers()
        let last = present.last ?? 1
        let size = try add(lines, to: path(last))
        guard size >= bound / 2 else { return }
        try add([], to: path(last + 1))
        for number in present where number < last { try FileBytes.remove(path(number)) }
    }

    /// - Returns: the new size of the file.
    @discardableResult
    private func add(_ lines: [UInt8], to path: String) throws(FileBytes.Fault) -> Int {
        let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .last() }
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        // The last line is incomplete if the daemon was killed, or the disk was full, in the middle of it.
        var last: UInt8 = 0
        let isTorn = size > 0 && pread(file, &last, 1, off_t(size - 1)) == 1 && last != UInt8(ascii: "\n")
        try FileBytes.write((isTorn ? [UInt8(ascii: "\n")] : []) + lines, to: file)
        return size + lines.count
    }

    // MARK: Reading

    /// Where a page begins: a file, and an offset in bytes.
    private struct Place {
        var number: Int
        var offset: Int

        var text: String { "\(number)-\(offset)" }

        init(number: Int, offset: Int) {
            self.number = number
            self.offset = offset
        }

        init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let number = Int(parts[0]), let offset = Int(parts[1]), number >= 0, offset >= 0
            else { return nil }
            self.init(number: number, offset: offset)
        }
    }

    func read(_ question: TelegramLogQuestion) throws(Fault) -> TelegramLogPage {
        var start = Place(number: 0, offset: 0)
        if let after = question.after {
            guard let place = Place(after) else {
                throw Fault(
                    .badRequest,
                    "\"\(after.prefix(80))\" is not the \"next\" of a page",
                    hint: "copy all of \"next\" from the previous page"
                )
            }
            start = place
        }
        do throws(FileBytes.Fault) {
            return try page(question, from: start)
        } catch {
            throw Fault(.unreachable, "can't read the telegram log: \(error.message)")
        }
    }

    private func page(_ question: TelegramLogQuestion, from start: Place) throws(FileBytes.Fault) -> TelegramLogPage {
        var telegrams: [LoggedTelegram] = []
        guard FileBytes.isFolder(folder) else { return TelegramLogPage([]) }
        // The file may have been removed since the previous page: the log continues with the next one.
        for number in try numbers() where number >= start.number {
            let file = open(path(number), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard file >= 0 else { throw .last() }
            defer { close(file) }
            var place = Place(number: number, offset: number == start.number ? start.offset : 0)
            while let lines = try Self.lines(of: file, from: place.offset) {
                for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                    place.offset += line.count + 1
                    // A line that can't be parsed was not written completely.
                    guard let telegram = LoggedTelegram(line: String(decoding: line, as: UTF8.self)),
                        question.includes(telegram)
                    else { continue }
                    telegrams.append(telegram)
                    guard telegrams.count < Self.pageSize else {
                        return TelegramLogPage(telegrams, next: place.text)
                    }
                }
            }
        }
        return TelegramLogPage(telegrams)
    }

    /// The next chunk of whole lines, without the last line feed; nil at the end of the file.
    private static func lines(of file: CInt, from offset: Int) throws(FileBytes.Fault) -> ArraySlice<UInt8>? {
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(offset)) }
        guard count >= 0 else { throw .last() }
        // A line has at most about 600 bytes.
        return bytes[..<count].lastIndex(of: UInt8(ascii: "\n")).map { bytes[..<$0] }
    }
}

extension TelegramLogQuestion {
    fileprivate func includes(_ telegram: LoggedTelegram) -> Bool {
        since.map { $0 <= telegram.time } ?? true && until.map { telegram.time <= $0 } ?? true
    }
}
