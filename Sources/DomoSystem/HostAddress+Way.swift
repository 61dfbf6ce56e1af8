extension HostAddress {
    /// The address of a host, and the local address that packets to it have.
    public typealias Way = (remote: UInt32, own: UInt32)

    /// Resolves a host name on its own thread, since that may block.
    ///
    /// - Parameter report: called once, on any thread.
    public static func resolve(
        _ host: String,
        port: UInt16,
        report: @escaping @Sendable (Result<Way, Fault>) -> Void
    ) {
        do throws(ThreadFault) {
            try WorkerThread.start(name: "domo-resolve") {
                report(
                    Result { () throws(Fault) -> Way in
                        let remote = try resolve(host)
                        return (remote, try local(toward: remote, port: port))
                    }
                )
            }
        } catch {
            report(.failure(Fault(message: "\(host): \(error)")))
        }
    }
}
