import Glibc

/// Reads and writes parts of a file.
enum FilePart {
    /// - Returns: fewer bytes than requested only at the end of the file.
    static func read(_ path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        let descriptor = try opened(path, O_RDONLY)
        defer { close(descriptor) }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let done = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                if done < 0, errno == EINTR { continue }
                if done < 0 { failure = errno }
                guard done > 0 else { return }
                filled += done
            }
        }
        guard failure == 0 else { throw FileError(path: path, number: failure) }
        return bytes
    }

    static func write(_ bytes: [UInt8], to path: String, at offset: Int) throws(FileError) {
        let descriptor = try opened(path, O_WRONLY)
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let done = bytes.withUnsafeBytes { buffer in
                pwrite(descriptor, buffer.baseAddress! + written, bytes.count - written, off_t(offset + written))
            }
            if done < 0, errno == EINTR { continue }
            guard done > 0 else { throw FileError(path: path, number: done < 0 ? errno : EIO) }
            written += done
        }
    }

    /// Syncs a file to the disk. Does nothing if there is no file.
    static func sync(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return }
        guard descriptor >= 0 else { throw FileError(path: path, number: errno) }
        defer { close(descriptor) }
        // EINVAL: the file system does not support it.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
            throw FileError(path: path, number: errno)
        }
    }

    private static func opened(_ path: String, _ flags: Int32) throws(FileError) -> Int32 {
        let descriptor = open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, number: errno) }
        return descriptor
    }
}
