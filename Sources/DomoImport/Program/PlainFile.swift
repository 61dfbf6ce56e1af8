import DomoLanguage
import DomoSystem
import Glibc

/// Reads and writes files as a whole.
enum PlainFile {
    /// - Parameter limit: the maximum size in bytes.
    static func read(_ path: String, limit: Int) throws(Fault) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { block.deallocate() }
        while true {
            let count = Glibc.read(descriptor, block.baseAddress, block.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw fault(path)
            }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else {
                throw Fault(.badModel, "\(path) is larger than the limit of \(limit >> 20) MiB")
            }
            bytes.append(contentsOf: block[..<count])
        }
    }

    static func start(of path: String, count: Int) throws(Fault) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(path) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = Glibc.read(descriptor, &bytes, count)
        guard read >= 0 else { throw fault(path) }
        return Array(bytes.prefix(read))
    }

    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Writes a file atomically, through a temporary file in its folder.
    static func write(_ text: String, to path: String, replacesOld: Bool) throws(Fault) {
        var status = stat()
        let isThere = stat(path, &status) == 0
        if !replacesOld, exists(path) { throw Fault(.badRequest, "\(path) already exists", hint: "use another name") }
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw fault(path) }
        let part = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do throws(Fault) {
            defer { close(descriptor) }
            // The mode of the old file, else the default for new files.
            let mask = umask(0)
            umask(mask)
            let mode = isThere ? status.st_mode & 0o7777 : 0o666 & ~mask
            guard fchmod(descriptor, mode) == 0 else { throw fault(part) }
            guard Array(text.utf8).withUnsafeBytes({ Descriptor.write($0, to: descriptor) }) == nil else {
                throw fault(part)
            }
            guard fsync(descriptor) == 0 else { throw fault(part) }
        } catch {
            unlink(part)
            throw error
        }
        // link(2) fails if a file with the name was created meanwhile.
        let result = replacesOld ? rename(part, path) : link(part, path)
        guard result == 0 else {
            let fault = fault(path)
            unlink(part)
            throw fault
        }
        if !replacesOld { unlink(part) }
    }

    private static func fault(_ path: String) -> Fault {
        let error = errno
        let message = "\(path): \(String(cString: strerror(error)))"
        return switch error {
        case ENOENT, ENOTDIR: Fault(.noSuchFile, message)
        case EACCES, EPERM, EROFS: Fault(.notAllowed, message)
        case EEXIST: Fault(.badRequest, "\(path) already exists", hint: "use another name")
        default: Fault(.badConfiguration, message)
        }
    }
}
