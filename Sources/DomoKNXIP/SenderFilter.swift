import DomoKNX
import Glibc
import NIOCore

/// A filter of the kernel for a UDP socket: it drops what others send before it takes room in the socket's buffer, and
/// counts it.
///
/// It does what `connect` would, but for several endpoints (an interface may have another for telegrams) and hosts (the
/// routers of a group). A connected socket would also report errors that anybody can forge by ICMP, and NIO closes it then.
struct SenderFilter {
    /// `struct sock_filter` of <linux/filter.h>: an instruction of classic BPF.
    struct Instruction: Hashable {
        var code: UInt16
        var jumpTrue: UInt8 = 0
        var jumpFalse: UInt8 = 0
        var operand: UInt32
    }

    /// `struct sock_fprog`.
    private struct Program: @unchecked Sendable {
        var length: UInt16
        // Read by setsockopt during the call alone.
        var instructions: UnsafePointer<Instruction>
    }

    /// The nine counters of `SO_MEMINFO`; the last one is that of drops.
    private typealias Counters = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

    // asm-generic/socket.h
    private static let attachFilter = NIOBSDSocket.Option(rawValue: 26)
    private static let memoryInformation = NIOBSDSocket.Option(rawValue: 55)

    // <linux/bpf_common.h> and <linux/filter.h>
    private static let loadWord: UInt16 = 0x20
    private static let loadHalf: UInt16 = 0x28
    private static let jumpIfEqual: UInt16 = 0x15
    private static let give: UInt16 = 0x06
    /// The IP header of a datagram is there, whatever comes first for the filter; the source address at 12.
    private static let sourceAddress = UInt32(bitPattern: -0x100000 + 12)

    let instructions: [Instruction]

    /// - Parameter senders: Port 0 stands for each port of the host.
    init(_ senders: [DomoKNX.SocketAddress]) {
        var instructions: [Instruction] = []
        for sender in senders {
            let hasPort = sender.port != 0
            instructions.append(Instruction(code: Self.loadWord, operand: Self.sourceAddress))
            instructions.append(
                Instruction(code: Self.jumpIfEqual, jumpFalse: hasPort ? 3 : 1, operand: sender.host)
            )
            if hasPort {
                // A UDP socket's filter begins with the UDP header, whose first field is the source port.
                instructions.append(Instruction(code: Self.loadHalf, operand: 0))
                instructions.append(
                    Instruction(code: Self.jumpIfEqual, jumpFalse: 1, operand: UInt32(sender.port))
                )
            }
            instructions.append(Instruction(code: Self.give, operand: .max))
        }
        self.instructions = instructions + [Instruction(code: Self.give, operand: 0)]
    }

    /// Has to be called on the event loop of the channel.
    func attach(to channel: any Channel) -> EventLoopFuture<Void>? {
        guard let options = channel as? any SocketOptionProvider else { return nil }
        return instructions.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { start in
                options.unsafeSetSocketOption(
                    level: .socket,
                    name: Self.attachFilter,
                    value: Program(length: UInt16(buffer.count), instructions: start)
                )
            }
        }
    }

    /// How many datagrams the kernel dropped at the socket.
    static func drops(of channel: any Channel) -> EventLoopFuture<UInt32>? {
        guard let options = channel as? any SocketOptionProvider else { return nil }
        let counters: EventLoopFuture<Counters> = options.unsafeGetSocketOption(
            level: .socket,
            name: memoryInformation
        )
        return counters.map(\.8)
    }
}
