import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { Flooded, FloodWork } from './flood.ts'

const { port, path, method, headers, body, localAddress, connections, stop } = workerData as FloodWork
const agent = new Agent({ keepAlive: true, maxSockets: connections, ...(localAddress ? { localAddress } : {}) })
const stopped = new Int32Array(stop)
/** Refusals after which the flood counts as limited. */
const enough = 21
const flooded: Flooded = { statuses: {}, waits: [], failures: 0 }

function once(): Promise<void> {
  return new Promise((done) => {
    const call = request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      const status = response.statusCode ?? 0
      if (Object.keys(flooded.statuses).length === 0) parentPort?.postMessage('begun')
      flooded.statuses[status] = (flooded.statuses[status] ?? 0) + 1
      if (status === 429) flooded.waits.push(Number(response.headers['retry-after']))
      if (flooded.waits.length === enough) parentPort?.postMessage('refused')
      response.resume().on('end', done)
    })
    call.on('error', () => {
      flooded.failures += 1
      done()
    })
    call.end(body)
  })
}

parentPort?.postMessage('ready')
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (Atomics.load(stopped, 0) === 0) await once()
  }),
)
agent.destroy()
parentPort?.postMessage(flooded)
