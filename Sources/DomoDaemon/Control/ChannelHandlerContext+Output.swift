import NIOCore

// What a connection has in its channel.

extension ChannelHandlerContext {
    /// What the client has not read, in bytes; 0 if it fits below the water mark.
    var unread: Int {
        guard !channel.isWritable else { return 0 }
        do {
            return try channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
        } catch {
            // It is closed.
            return 0
        }
    }

    /// Writes a piece; the runtime frees a long reply after its last one.
    func write(_ piece: Outbound.Piece, of runtime: HouseRuntime) {
        switch piece {
        case .short(let bytes), .long(let bytes, last: nil): write(NIOAny(bytes), promise: nil)
        case .long(let bytes, let reply?):
            let written = eventLoop.makePromise(of: Void.self)
            written.futureResult.whenComplete { [runtime] _ in runtime.free(reply) }
            write(NIOAny(bytes), promise: written)
        }
    }

    /// Makes the kernel's buffer small: what the client does not read waits here, where it is counted.
    func limitSendBuffer() {
        channel.setOption(.socketOption(.so_sndbuf), value: 8192).whenFailure { _ in }
    }

    /// Sets whether the channel reads. Costs a future: for changes only.
    func setReading(_ isReading: Bool) {
        channel.setOption(.autoRead, value: isReading).whenFailure { _ in }
    }
}
