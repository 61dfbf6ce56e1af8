import CClock
import DomoLanguage
import DomoModel
import Glibc

/// The state of the machine, known without the daemon.
struct Machine: Equatable {
    /// Something that is no newer than now, if the clock is right.
    struct Witness: Equatable {
        var what: String
        var time: Timestamp
    }

    /// What can synchronize the clock.
    enum TimeService: Equatable {
        /// One that `timedatectl set-ntp` switches on.
        case available
        case none
        /// In a container the clock is that of its host.
        case ofHost
    }

    /// Whether a time service synchronizes the kernel's clock; nil if the kernel doesn't report it.
    var isClockSynchronized: Bool?
    /// The time by the machine's clock.
    var time: Timestamp
    /// Files whose times tell how late it is at least.
    var witnesses: [Witness] = []
    var timeService = TimeService.available
    /// The version of this command line.
    var version = domoVersion

    /// - Parameter stateFolder: the folder of the daemon's database, if known.
    static func current(stateFolder: String?) -> Machine {
        let state = domo_clock_state().is_synchronized
        let program = changed("/proc/self/exe").map { Witness(what: "the program", time: $0) }
        let folder = stateFolder.flatMap(changed).map { Witness(what: "the folder of the database", time: $0) }
        return Machine(
            isClockSynchronized: state < 0 ? nil : state == 1,
            time: LocalTime.now,
            witnesses: [program, folder].compactMap(\.self),
            timeService: .current
        )
    }

    /// When a file was last changed; nil if that can't be read.
    private static func changed(_ path: String) -> Timestamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Timestamp(milliseconds: Int64(status.st_mtim.tv_sec) * 1000)
    }
}

extension Machine.TimeService {
    /// systemd-timedated(8) supports time synchronization if a file in one of these folders names a service.
    private static let lists = ["/etc", "/run", "/usr/local/lib", "/usr/lib"].map { "\($0)/systemd/ntp-units.d" }

    fileprivate static var current: Self {
        // systemd and Docker mark containers with these files.
        if access("/run/systemd/container", F_OK) == 0 || access("/.dockerenv", F_OK) == 0 { return .ofHost }
        return access("/run/systemd/system", F_OK) == 0 && lists.contains(where: hasList) ? .available : .none
    }

    private static func hasList(_ folder: String) -> Bool {
        guard let entries = opendir(folder) else { return false }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".list") { return true }
        }
        return false
    }
}
