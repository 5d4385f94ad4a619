import Dispatch
import Foundation
import Synchronization

/// Runs an actor's work on one thread of its own, in order, so that a loaded default pool cannot delay it.
///
/// The thread ends with the executor. Swift hands executors around as unowned references, hence the marks:
/// the loop holds a strong reference while a job runs.
package final class ThreadExecutor: SerialExecutor {
  private let queue = JobQueue()

  /// - Parameter name: the thread's name, as debuggers show it.
  package init(name: String) {
    let queue = queue
    let hasStarted = DispatchSemaphore(value: 0)
    let thread = Thread { [weak self] in
      // On Linux a name is heard only by a running thread whose `start` has returned.
      hasStarted.wait()
      Thread.current.name = name
      while let job = queue.next() {
        guard let executor = self else { return }
        unsafe job.runSynchronously(on: executor.asUnownedSerialExecutor())
      }
    }
    // Deep recursion has no place in a detector; the stack is the size of a main thread's all the same.
    thread.stackSize = 8 << 20
    thread.start()
    hasStarted.signal()
  }

  deinit { queue.close() }

  package func enqueue(_ job: consuming ExecutorJob) {
    queue.append(UnownedJob(job))
  }
}

extension MetadataOutput {
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
}

/// Jobs in order of arrival, and the wait for the next one.
private final class JobQueue: Sendable {
  private let state = Mutex<(jobs: [UnownedJob], isClosed: Bool)>(([], false))
  private let arrivals = DispatchSemaphore(value: 0)

  func append(_ job: UnownedJob) {
    state.withLock { $0.jobs.append(job) }
    arrivals.signal()
  }

  func close() {
    state.withLock { $0.isClosed = true }
    arrivals.signal()
  }

  /// Waits for a job; nil once the queue is closed and empty.
  func next() -> UnownedJob? {
    arrivals.wait()
    return state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }
}
