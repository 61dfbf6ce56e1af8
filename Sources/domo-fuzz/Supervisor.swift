import DomoFuzz
import Glibc

/// Runs the trial of a target in a process of its own, and saves the input that crashed it.
struct Supervisor {
    let target: String
    let folder: String

    /// The file in which the trial records its current input.
    static func recording(of target: String, in folder: String) -> String { "\(folder)/fuzz-\(target).recording" }

    /// - Parameter arguments: of this program.
    /// - Returns: true if nothing was found.
    func run(_ arguments: [String]) throws(Finding) -> Bool {
        // Pass on the options without the target names; option values are never target names.
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
                signal == SIGALRM ? "an input takes longer than \(Trial<Requests>.maxWait) s" : "signal \(signal)"
            print("\(target): ended by \(reason); reproduce: domo-fuzz \(target) --file \(kept)")
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
