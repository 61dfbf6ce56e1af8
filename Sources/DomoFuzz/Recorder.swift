import Glibc

/// Records the current input in a file, so that it is available after a crash. The file is memory-mapped: its content
/// survives a crash, and writing needs no system call.
public final class Recorder {
    public let path: String
    private let memory: UnsafeMutableRawBufferPointer

    /// - Parameter size: the maximum length of an input.
    public init(path: String, size: Int) throws(Finding) {
        self.path = path
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Finding("can't write \(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        let length = size + MemoryLayout<Int>.size
        guard ftruncate(descriptor, length) == 0,
            let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
        else { throw Finding("can't map \(path): \(String(cString: strerror(errno)))") }
        memory = UnsafeMutableRawBufferPointer(start: start, count: length)
    }

    /// Opens the recording that a program left.
    public init(reading path: String) throws(Finding) {
        self.path = path
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Finding("can't read \(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        let length = Int(lseek(descriptor, 0, SEEK_END))
        guard length >= MemoryLayout<Int>.size,
            let start = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED
        else { throw Finding("\(path) is not a recording") }
        memory = UnsafeMutableRawBufferPointer(start: start, count: length)
    }

    deinit { munmap(memory.baseAddress, memory.count) }

    func record(_ input: [UInt8]) {
        let kept = input.prefix(memory.count - MemoryLayout<Int>.size)
        memory.storeBytes(of: kept.count, as: Int.self)
        memory.baseAddress?.advanced(by: MemoryLayout<Int>.size).copyMemory(from: Array(kept), byteCount: kept.count)
    }

    /// The recorded input.
    public func input() -> [UInt8] {
        let count = min(memory.loadUnaligned(as: Int.self), memory.count - MemoryLayout<Int>.size)
        return Array(memory[MemoryLayout<Int>.size...].prefix(count))
    }
}
