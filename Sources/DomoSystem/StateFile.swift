import CLinux
import Glibc
import Synchronization

/// A file in which a program keeps what it must not lose. Who writes it and who reads it have one limit, so that nothing is
/// written that can't be read again; and a file that could not be read is never overwritten.
public final class StateFile: Sendable {
    private static let maxCopies = 9

    public let path: String
    /// The maximum size in bytes, for reading and for writing.
    public let maxBytes: Int
    private let permissions: mode_t
    /// Why the file could not be read; then nothing is written to it.
    private let unreadable = Mutex<String?>(nil)

    public init(_ path: String, maxBytes: Int, permissions: UInt32 = 0o600) {
        (self.path, self.maxBytes, self.permissions) = (path, maxBytes, permissions)
    }

    /// Whether the file could not be read, so that writing is refused.
    public var isLocked: Bool { unreadable.withLock { $0 != nil } }

    /// Reads the whole file. After an error, nothing is written to it until `moveAside`. Blocks.
    ///
    /// - Returns: nil if there is no such file.
    public func read() throws(FileBytes.Fault) -> [UInt8]? {
        do throws(FileBytes.Fault) {
            let bytes = try FolderFile.read(path, below: path.parentFolder, maxBytes: maxBytes)
            unreadable.withLock { $0 = nil }
            return bytes
        } catch {
            if error.code == ENOENT { return nil }
            lock(error.message)
            throw error
        }
    }

    /// Refuses to write to the file, whose content can't be used.
    public func lock(_ reason: String) { unreadable.withLock { $0 = reason } }

    /// Renames a file that could not be read, so that a new one can be written.
    ///
    /// - Returns: its new name; nil if it can't be renamed, and nothing is written to it.
    public func moveAside() -> String? {
        guard let name = freeName(".damaged"), rename(path, name) == 0 else { return nil }
        unreadable.withLock { $0 = nil }
        return name
    }

    /// Copies a file of which a part can't be read: the next write drops that part. If it can't be copied, nothing is written
    /// to it. Blocks.
    ///
    /// - Returns: the copy.
    @discardableResult
    public func keepCopy(of bytes: [UInt8]) throws(FileBytes.Fault) -> String {
        do throws(FileBytes.Fault) {
            for number in 1...Self.maxCopies {
                let name = Self.name(path, ".damaged", number)
                guard FileBytes.isThere(name) else { break }
                // The same damage as at an earlier start.
                if try FolderFile.read(name, below: name.parentFolder, maxBytes: maxBytes) == bytes { return name }
            }
            guard let name = freeName(".damaged") else {
                throw FileBytes.Fault(message: "there are \(Self.maxCopies) copies already", code: EEXIST)
            }
            try FileBytes.replace(name, with: bytes)
            return name
        } catch {
            lock("it is damaged, and can't be copied: \(error.message)")
            throw error
        }
    }

    private func freeName(_ ending: String) -> String? {
        (1...Self.maxCopies).lazy.map { Self.name(self.path, ending, $0) }.first { !FileStatus.isAnything($0) }
    }

    private static func name(_ path: String, _ ending: String, _ number: Int) -> String {
        path + ending + (number == 1 ? "" : ".\(number)")
    }

    /// Replaces the file, unless it would be too long to be read again, or could not be read. Blocks until it is on the disk.
    public func replace(with bytes: [UInt8]) throws(FileBytes.Fault) {
        if let reason = unreadable.withLock({ $0 }) {
            throw FileBytes.Fault(
                message:
                    "it could not be read and is not overwritten (\(reason)); repair it or move it away, then restart",
                code: EBUSY
            )
        }
        guard bytes.count <= maxBytes else {
            throw FileBytes.Fault(
                message:
                    "it would have \(bytes.count) bytes, more than the limit of \(maxBytes); remove something first",
                code: EFBIG
            )
        }
        try FileBytes.replace(path, with: bytes, permissions: permissions)
    }
}

/// Numbers of what is never numbered again: tokens, hooks, subscriptions, notices.
public enum UnusedNumber {
    /// A number above all that were given, where it is not known which: nobody makes more than one in a millisecond since 1970.
    /// JSON has integers up to 2^53.
    ///
    /// - Parameter milliseconds: since 1970. A machine without a clock starts there at each boot: then it is random.
    public static func above(_ milliseconds: Int64) -> UInt64 {
        let range: Range<Int64> = 1_000_000_000_000..<4_000_000_000_000
        return range.contains(milliseconds)
            ? UInt64(milliseconds) : .random(in: 1 << 52..<1 << 53 - 1 << 40)
    }

    public static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return above(Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
