// Ends the process that writes a recording when it takes too much memory, or when the server that has started it is gone.
// In a thread of its own: a crafted recording can keep the other one at work without a pause, and then neither a timer nor
// the end of the channel to the server is ever heard there.
import { parentPort, workerData } from 'node:worker_threads'

/** How often it looks (ms). What the packets hold is not in Node's heap, so no option of Node limits it. */
const watchEvery = 10

function look() {
  // Whoever has lost its parent gets another.
  const isOrphan = process.ppid !== workerData.server
  if (isOrphan || process.memoryUsage.rss() > workerData.maxMemory) process.kill(process.pid, 'SIGKILL')
}
setInterval(look, watchEvery)
look()
parentPort.postMessage('watching')
