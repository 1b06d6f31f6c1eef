import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { host } from './attack.ts'
import { rate, type Visit, type VisitorWork } from './visitor.ts'

/** An answer that takes longer than this (ms) never comes. */
const patience = 15_000

const { port, visitors, paths } = workerData as VisitorWork
const people = visitors.map(({ from, cookie }) => ({
  cookie,
  agent: new Agent({ keepAlive: true, ...(from ? { localAddress: from } : {}) }),
}))

/** The status of the answer; 0 for none. */
function ask({ cookie, agent }: (typeof people)[number], path: string): Promise<number> {
  return new Promise((done) => {
    const call = get({ host, port, path, agent, timeout: patience, headers: { Cookie: cookie } })
    call.on('response', (response) => {
      response.resume().on('end', () => done(response.statusCode ?? 0))
      response.on('error', () => done(0))
    })
    call.on('timeout', () => call.destroy(new Error('no answer')))
    call.on('error', () => done(0))
  })
}

// The first answers load the pages' modules and compile them.
for (const person of people) for (const path of paths) await ask(person, path)
parentPort?.postMessage('ready')

const began = Date.now()
for (let sent = 0; ; sent += 1) {
  const at = began + (sent * 1000) / rate
  await wait(Math.max(0, at - Date.now()))
  const person = people[sent % people.length]
  const path = paths[Math.floor(sent / people.length) % paths.length]
  if (person && path)
    void ask(person, path).then((status) =>
      parentPort?.postMessage({ at, took: Date.now() - at, status } satisfies Visit),
    )
}
