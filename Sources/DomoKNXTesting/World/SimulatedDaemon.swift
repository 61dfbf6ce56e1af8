import DomoEngine
import DomoKNX
import DomoKNXBus

/// One run of the daemon: its engine, its link, and the socket of the link.
struct SimulatedDaemon: ~Copyable {
    /// Counted from 1.
    let number: Int
    var engine: Engine
    var machine: KNXLinkMachine
    let port: SimulatedKNXPort
    /// The last loaded house.
    var house: KNXHouse
    /// Nil until the engine has started the link.
    var link: LinkID?
    var engineWake: Int64?
    var linkWake: Int64?
    /// When the last handover arrives; the next can't arrive before it.
    var lastToEngine = Int64.min
    var lastToLink = Int64.min
    /// The local address of the open socket; for TCP its port is the number of the stream.
    var socket: SocketAddress?
    /// The number of sockets requested so far.
    var socketNumber = 0
    var isStopping = false
    /// Whether the link is up, as the engine knows it.
    var isLinkUp = false
}
