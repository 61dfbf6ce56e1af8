import DomoFuzz
import Glibc
import Synchronization

// The functions that libFuzzer calls. DOMO_FUZZ_TARGET names the target, and DOMO_FUZZ_FOLDER the folder for its seeds
// and words.

private let session = Mutex<Session?>(nil)

/// Called once, before libFuzzer reads its arguments: inserts flags before the given ones.
@_cdecl("LLVMFuzzerInitialize")
public func readyTarget(
    _ argumentCount: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
    let name = variable("DOMO_FUZZ_TARGET") ?? ""
    var flags: [String] = []
    do throws(Finding) {
        guard let target = allFuzzTargets.first(where: { $0.name == name }) else {
            let names = allFuzzTargets.map { $0.name }.joined(separator: ", ")
            throw Finding("unknown DOMO_FUZZ_TARGET \"\(name)\"; use one of: \(names)")
        }
        flags = try ready(target)
    } catch {
        end(error)
    }
    let given = UnsafeBufferPointer(start: arguments.pointee, count: Int(argumentCount.pointee))
    // Never freed; terminated by nil, like any argument list.
    let all = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: given.count + flags.count + 1)
    _ = all.initialize(from: given.prefix(1) + flags.map { strdup($0) } + given.dropFirst() + [nil])
    guard let first = all.baseAddress else { return 0 }
    arguments.pointee = first
    argumentCount.pointee = CInt(all.count - 1)
    return 0
}

/// Called for each input.
///
/// - Returns: -1 for an input that is not worth keeping.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    return session.withLock { session in
        guard let session, input.count <= session.maxLength else { return -1 }
        if let finding = session.feed(input) { end(finding) }
        return 0
    }
}

/// - Returns: the libFuzzer flags for the target.
private func ready<Target: FuzzTarget>(_: Target.Type) throws(Finding) -> [String] {
    let target = try Target()
    let maxLength = target.maxLength
    var flags = ["-max_len=\(maxLength)"]
    if let folder = variable("DOMO_FUZZ_FOLDER") {
        try Seeds(of: target).write(to: folder)
        flags.append("-dict=\(folder)/words")
    }
    let feed = try Session.feed(Target.self)
    session.withLock { $0 = Session(maxLength: maxLength, feed: feed) }
    return flags
}

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Aborts the program, so that libFuzzer saves the input.
private func end(_ finding: Finding) -> Never {
    let line = Array("\(finding)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    abort()
}

/// An initialized target.
private struct Session {
    let maxLength: Int
    let feed: @Sendable ([UInt8]) -> Finding?

    /// Choices besides the input are determined by seed 1, as with `domo-fuzz TARGET --file INPUT`.
    static func feed<Target: FuzzTarget>(_: Target.Type) throws(Finding) -> @Sendable ([UInt8]) -> Finding? {
        let run = Mutex(try FuzzRun(Target.self, seed: 1))
        return { input in
            run.withLock { run in
                do throws(FuzzRun<Target>.Failure) {
                    try run.run(input)
                    return nil
                } catch {
                    return error.finding
                }
            }
        }
    }
}
