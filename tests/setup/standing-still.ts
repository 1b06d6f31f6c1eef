// A program of a supervisor and two renderers, of which first one stands still and then the other, with a connection in hand. Its last line says what
// became of the connections.
import '#tests/setup/environment.ts'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { watchConnections } from '#app/platform/processes/unconfirmed-connections.server.ts'
import { ask } from './ask.ts'

if (cluster.isPrimary) {
  const renderers = [cluster.fork(), cluster.fork()] as const
  for (const renderer of renderers) watchConnections(renderer, { others: () => [...renderers], within: 300 })
  const [[{ port }]] = (await Promise.all(renderers.map((each) => once(each, 'listening')))) as [[AddressInfo]]
  const outcome = () =>
    ask(port, '/')
      .then(({ text }) => text)
      .catch(({ code }: { code: string }) => code)
  const outcomes: string[] = []
  for (const renderer of renderers) {
    renderer.process.kill('SIGSTOP')
    outcomes.push(...(await Promise.all([outcome(), outcome()])))
  }
  process.stdout.write(`${JSON.stringify(outcomes)}\n`)
} else createServer((_request, response) => response.end('answered')).listen(0)
