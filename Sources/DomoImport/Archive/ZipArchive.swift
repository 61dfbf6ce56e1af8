import CLibZip
import DomoLanguage

/// An untrusted zip archive: nothing in it is ever written to a file, and its size is limited.
final class ZipArchive {
    struct Entry {
        var index: UInt64
        var name: String
        var size: UInt64
        var isEncrypted: Bool
        var checksum: UInt32
    }

    /// The limits for one entry and for all: more is a zip bomb, or not the project of a house.
    struct Limits {
        var entryCount = 100_000
        var entrySize = 512 << 20
        var archiveSize = 256 << 20
        var total = 4 << 30
    }

    /// By name; the first entry of each name.
    let entries: [String: Entry]
    let names: [String]
    private let archive: OpaquePointer
    private let file: String
    private let limits: Limits
    /// The bytes of an archive inside another one, which libzip reads while it is open.
    private let bytes: UnsafeMutableRawBufferPointer?
    private var total = 0

    convenience init(path: String, limits: Limits = Limits()) throws(Fault) {
        var code: CInt = 0
        guard let archive = zip_open(path, CInt(ZIP_RDONLY), &code) else {
            throw Fault(.badModel, "can't read \(path) as a zip archive: \(Self.text(of: code))")
        }
        try self.init(archive: archive, bytes: nil, file: path, limits: limits)
    }

    /// Opens an archive inside another one.
    convenience init(bytes: [UInt8], file: String, limits: Limits = Limits()) throws(Fault) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        copy.copyBytes(from: bytes)
        var error = zip_error_t()
        zip_error_init(&error)
        let source = zip_source_buffer_create(copy.baseAddress, zip_uint64_t(bytes.count), 0, &error)
        guard let source, let archive = zip_open_from_source(source, CInt(ZIP_RDONLY), &error) else {
            if let source { zip_source_free(source) }
            let text = String(cString: zip_error_strerror(&error))
            zip_error_fini(&error)
            copy.deallocate()
            throw Fault(.badModel, "can't read \(file) as a zip archive: \(text)")
        }
        try self.init(archive: archive, bytes: copy, file: file, limits: limits)
    }

    private init(
        archive: OpaquePointer,
        bytes: UnsafeMutableRawBufferPointer?,
        file: String,
        limits: Limits
    ) throws(Fault) {
        self.archive = archive
        self.bytes = bytes
        self.file = file
        self.limits = limits
        let count = zip_get_num_entries(archive, 0)
        guard count >= 0, count <= limits.entryCount else {
            zip_discard(archive)
            bytes?.deallocate()
            throw Fault(.badModel, "\(file) has \(count) entries; the limit is \(limits.entryCount)")
        }
        var entries: [String: Entry] = [:]
        var names: [String] = []
        for index in 0..<zip_uint64_t(count) {
            var status = zip_stat_t()
            guard zip_stat_index(archive, index, 0, &status) == 0, let name = status.name else { continue }
            // On some machines, ETS writes Windows path separators.
            let path = String(String(cString: name).map { $0 == "\\" ? "/" : $0 })
            guard entries[path] == nil else { continue }
            names.append(path)
            entries[path] = Entry(
                index: index,
                name: path,
                size: status.size,
                isEncrypted: Int(status.encryption_method) != Int(ZIP_EM_NONE),
                checksum: status.crc
            )
        }
        self.entries = entries
        self.names = names
    }

    deinit {
        // Nothing was changed, so nothing needs to be written.
        zip_discard(archive)
        bytes?.deallocate()
    }

    /// Reads an entry to its end, so that its checksum is verified. The sizes of the blocks have no meaning.
    ///
    /// - Parameter password: the password for an encrypted entry; ignored for others.
    func read(
        _ entry: Entry,
        password: String? = nil,
        into consume: (UnsafeRawBufferPointer) throws(Fault) -> Void
    ) throws(Fault) {
        guard entry.size <= limits.entrySize else { throw tooLarge(entry) }
        guard let handle = open(entry, password: password) else { throw fault(of: entry) }
        defer { zip_fclose(handle) }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { block.deallocate() }
        var size = 0
        while true {
            let count = zip_fread(handle, block.baseAddress, zip_uint64_t(block.count))
            guard count >= 0 else {
                let code = zip_error_code_zip(zip_file_get_error(handle))
                if code == ZIP_ER_CRC, size == entry.size, isAuthentic(entry, password: password) { return }
                throw broken(entry, code: code)
            }
            if count == 0 { return }
            size += Int(count)
            total += Int(count)
            guard size <= limits.entrySize, total <= limits.total else { throw tooLarge(entry) }
            try consume(UnsafeRawBufferPointer(rebasing: block[..<Int(count)]))
        }
    }

    /// Whether an entry without a checksum is authentic. With AES as most programs write it (AE-2), the checksum is 0
    /// and replaced by an authentication code, but libzip 1.7 verifies both. When the entry is read without
    /// decompression, libzip verifies only the code.
    private func isAuthentic(_ entry: Entry, password: String?) -> Bool {
        guard entry.isEncrypted, entry.checksum == 0, let password,
            let handle = zip_fopen_index_encrypted(archive, entry.index, zip_flags_t(ZIP_FL_COMPRESSED), password)
        else { return false }
        defer { zip_fclose(handle) }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { block.deallocate() }
        while true {
            let count = zip_fread(handle, block.baseAddress, zip_uint64_t(block.count))
            if count <= 0 { return count == 0 }
        }
    }

    /// Reads a small entry as a whole.
    func bytes(of entry: Entry, limit: Int? = nil) throws(Fault) -> [UInt8] {
        let limit = limit ?? limits.archiveSize
        guard entry.size <= limit else { throw tooLarge(entry) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(entry.size))
        try read(entry) { block throws(Fault) in
            guard bytes.count + block.count <= limit else { throw tooLarge(entry) }
            bytes.append(contentsOf: block)
        }
        return bytes
    }

    private func open(_ entry: Entry, password: String?) -> OpaquePointer? {
        guard entry.isEncrypted, let password else { return zip_fopen_index(archive, entry.index, 0) }
        return zip_fopen_index_encrypted(archive, entry.index, 0, password)
    }

    private func fault(of entry: Entry) -> Fault {
        let error = zip_get_error(archive)
        let code = zip_error_code_zip(error)
        switch code {
        case ZIP_ER_WRONGPASSWD: return .wrongPassword(file)
        case ZIP_ER_NOPASSWD: return .missingPassword(file)
        default:
            return Fault(
                .badModel,
                "can't read \(entry.name) in \(file): \(String(cString: zip_error_strerror(error)))"
            )
        }
    }

    private func broken(_ entry: Entry, code: CInt) -> Fault {
        // ZipCrypto checks only one byte of the password, so a wrong one may only show in the decrypted data.
        if entry.isEncrypted { return .wrongPassword(file) }
        return Fault(
            .badModel,
            "\(file): \(entry.name) is damaged: \(Self.text(of: code))",
            hint: "export the project again"
        )
    }

    private func tooLarge(_ entry: Entry) -> Fault {
        Fault(
            .badModel,
            "\(file): \(entry.name) exceeds the size limit (\(limits.entrySize >> 20) MiB per file, "
                + "\(limits.total >> 20) MiB in total)"
        )
    }

    private static func text(of code: CInt) -> String {
        var error = zip_error_t()
        zip_error_init_with_code(&error, code)
        defer { zip_error_fini(&error) }
        return String(cString: zip_error_strerror(&error))
    }
}

extension Fault {
    static func wrongPassword(_ file: String) -> Fault {
        Fault(
            .notAllowed,
            "wrong password for \(file)",
            hint: "use the password that opens the project in ETS"
        )
    }

    static func missingPassword(_ file: String) -> Fault {
        Fault(
            .notAllowed,
            "\(file) is protected by a password",
            hint: "use --password-file FILE or --password PASSWORD"
        )
    }
}
