import DomoFuzz
import Glibc

/// Runs a target's trial in a program of its own and keeps the input that it died of.
struct Supervisor {
    let target: String
    let folder: String

    /// Where the trial keeps the input that it is at.
    static func recording(of target: String, in folder: String) -> String { "\(folder)/fuzz-\(target).recording" }

    /// - Parameter arguments: of this program.
    /// - Returns: whether nothing was found.
    func run(_ arguments: [String]) throws(Finding) -> Bool {
        // The operands are in the way; what follows an option is not one.
        let names = allFuzzTargets.map { $0.name }
        let options = arguments.dropFirst().filter { !names.contains($0) }
        let recording = Self.recording(of: target, in: folder)
        let status = try wait(for: try spawn(["domo-fuzz", target, "--worker"] + options))
        if status & 0x7F != 0 {
            let signal = status & 0x7F
            let input = try Recorder(reading: recording).input()
            let kept = "\(folder)/fuzz-\(target).input"
            try InputFile.write(input, to: kept)
            let reason =
                signal == SIGALRM ? "an input takes longer than \(Trial<Requests>.longestWait) s" : "signal \(signal)"
            print("\(target): ended by \(reason); again: domo-fuzz \(target) --file \(kept)")
        }
        unlink(recording)
        return status == 0
    }

    private func spawn(_ arguments: [String]) throws(Finding) -> pid_t {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var child: pid_t = 0
        let fault = posix_spawn(&child, "/proc/self/exe", nil, nil, words, environ)
        guard fault == 0 else { throw Finding("can't start a trial: \(String(cString: strerror(fault)))") }
        return child
    }

    private func wait(for child: pid_t) throws(Finding) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { throw Finding("waitpid: \(String(cString: strerror(errno)))") }
        }
        return status
    }
}
