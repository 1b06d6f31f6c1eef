import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#db/ids.ts'
import { openConnections } from './connections.ts'
import { interleaved, type Server, type Target } from './measure.ts'
import type { Servers } from './processes.ts'
import type { Report } from './report.ts'
import { type SeededPages, seedPages } from './seed-pages.ts'

/** A project and a message by form beside a bare Remix action with one prepared insert in an immediate transaction. */
export async function measureWrites({ serve, startFloor }: Servers, { compareRounds }: Report): Promise<void> {
  const { server, cookie, writer } = await serve(seedPages)
  const floor = await startFloor('tests/bench/floor-server.ts', { 'list.html': '', 'landing.html': '' })
  const rounds = await interleaved({
    bare: form(floor, '/write', '', () => ({ title: `Project ${newId()}` })),
    project: form(server, '/projects/new', cookie, projectFields),
    message: form(server, `/messages/${writer.conversation}`, writer.cookie, messageFields),
  })
  compareRounds('a project by form, of a bare insert', rounds.project, rounds.bare, 0.4)
  compareRounds('a message by form, of a bare insert', rounds.message, rounds.bare, 0.5)
}

/** Somebody sends this many messages per second by form, until the returned function is called. */
export function startWriting(server: Server, writer: SeededPages['writer'], perSecond: number): () => Promise<void> {
  const { call } = form(server, `/messages/${writer.conversation}`, writer.cookie, messageFields)
  let stopped = false
  const writing = async () => {
    const [connection] = await openConnections(server.port, 1)
    while (connection && !stopped) {
      const { status } = await connection.ask(call(null))
      if (status !== 303) throw new Error(`a message was answered with ${status}`)
      await wait(1000 / perSecond)
    }
    connection?.close()
  }
  const ended = writing()
  return () => {
    stopped = true
    return ended
  }
}

function form(server: Server, path: string, cookie: string, fields: () => Record<string, string>): Target {
  return {
    server,
    call: () => ({
      method: 'POST',
      path,
      headers: { Cookie: cookie },
      body: new URLSearchParams(fields()).toString(),
    }),
  }
}

const messageFields = () => ({ text: 'The scaffold on the north side is checked and signed.', clientId: newId() })

const projectFields = () => ({
  submissionId: newId(),
  title: 'A project of the bench',
  description: 'Described.',
  category: 'kitchen',
  location: 'Espoo',
  bidDeadline: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 16),
  vatTreatment: 'standard',
})
