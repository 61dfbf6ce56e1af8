import DomoEngine
import DomoKNX
import DomoKNXBus

/// One run of the daemon: its engine, its link, and the socket of that.
struct SimulatedDaemon {
    /// From 1.
    let number: Int
    var engine: Engine
    var machine: KNXLinkMachine
    let port: SimulatedKNXPort
    /// The house as it was last loaded.
    var house: KNXHouse
    /// Nil until the engine has started the link.
    var link: LinkID?
    var engineWake: Int64?
    var linkWake: Int64?
    /// When the last thing handed over arrives: the next can't come before it.
    var lastToEngine = Int64.min
    var lastToLink = Int64.min
    /// The local address of the open socket; for TCP its port is the number of the stream.
    var socket: SocketAddress?
    /// Counts the sockets that were asked for.
    var socketNumber = 0
    var isStopping = false
    /// As the engine was told.
    var isLinkUp = false
}
