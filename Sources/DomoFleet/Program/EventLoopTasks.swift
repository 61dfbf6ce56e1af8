import NIOCore

/// Runs tasks on the thread of an event loop.
///
/// An order then passes through the program without changing the thread, which takes longer than all that is decided. Such
/// a task must not block.
final class EventLoopTasks: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
