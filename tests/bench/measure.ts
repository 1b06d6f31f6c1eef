import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'

const connections = 16
const seconds = Number(process.env.BENCH_SECONDS ?? 5)

export type Target = { url: string; path: string; headers?: Record<string, string>; body?: () => string }
export type Figure = { rate: number; p50: number; p99: number }

/**
 * Requests per second that a page sustains. A first, uncounted round opens the connections.
 * @throws Error when a response was an error, because a fast 500 says nothing
 */
export async function measure(target: Target): Promise<Figure> {
  await load(target, 2)
  const result = await load(target, seconds)
  const failed = result.errors + result.timeouts + result['4xx'] + result['5xx']
  if (failed > 0 || result.requests.total === 0)
    throw new Error(`${target.path}: ${failed} of ${result.requests.total} failed`)
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Latencies (ms) at an even rate: each request is sent on schedule whether or not the previous one was answered. */
export async function pace({ url, path, headers = {} }: Target, rate: number): Promise<Figure> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const times: number[] = []
  const began = performance.now()
  const pending: Promise<void>[] = []
  for (let sent = 0; sent < rate * seconds; sent += 1) {
    await wait(Math.max(0, began + (sent * 1000) / rate - performance.now()))
    const start = performance.now()
    pending.push(once(url + path, headers, agent).then(() => void times.push(performance.now() - start)))
  }
  await Promise.all(pending)
  agent.destroy()
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { rate, p50: at(0.5), p99: at(0.99) }
}

function once(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((done, fail) => {
    get(url, { headers, agent }, (response) => {
      response
        .resume()
        .on('end', () => (response.statusCode === 200 ? done() : fail(new Error(`${url}: ${response.statusCode}`))))
    }).on('error', fail)
  })
}

function load({ url, path, headers = {}, body }: Target, duration: number) {
  const form = { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' }
  return autocannon({
    url: url + path,
    connections,
    duration,
    requests: [
      body
        ? { method: 'POST', path, headers: form, setupRequest: (request) => ({ ...request, body: body() }) }
        : { method: 'GET', path, headers },
    ],
  })
}
