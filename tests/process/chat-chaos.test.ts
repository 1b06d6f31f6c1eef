import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openDatabase } from '#db/client.server.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { type BuiltServer, startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'
import { type ChatClient, startChatClient } from '#tests/setup/chat-client.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

const people = 40
const perRoom = 10
const tick = 500
/** In ticks: when the server is killed, and when all clients stop. */
const kills = [6, 14]
const ticks = 20

type Stored = { conversationId: string; seq: number; id: string; clientId: string; text: string }

it('loses, duplicates and reorders no message while sockets are cut, acknowledgements lost and the server killed', async () => {
  const folder = temporaryFolder()
  const start = () => startBuilt({ dataDir: folder.path, env: { PUBLIC_URL: 'http://localhost:3000' } })
  let server: BuiltServer = await start()
  let clients: ChatClient[] = []
  try {
    clients = await everybody(folder.path, () => server.port)
    for (let now = 1; now <= ticks; now += 1) {
      await wait(tick)
      for (const client of clients) if (Math.random() < 0.1) client.cut()
      if (!kills.includes(now)) continue
      server.process.kill('SIGKILL')
      await server.exited
      server = await start()
    }
    await Promise.all(clients.map((client) => client.finish()))
    await Promise.all(clients.map((client) => client.leave()))
    const stored = readAll(folder.path)
    expect(stored.length).toBeGreaterThan(people * 10)
    expect(clients.flatMap(({ problems }) => problems)).toEqual([])
    for (const client of clients) compare(client, stored)
  } finally {
    server.process.kill('SIGKILL')
    await server.exited
    folder.remove()
  }
}, 90_000)

/** Each client is in two rooms: one with its neighbours, one with people from everywhere. */
async function everybody(dataDir: string, port: () => number): Promise<ChatClient[]> {
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  const persons = Array.from({ length: people }, () => createPerson(db, { now: Date.now() }))
  const rooms = people / perRoom
  const room = (inIt: (index: number) => boolean) => {
    const members = persons.filter((_person, index) => inIt(index))
    return { id: createConversation(db, { members }).id, members: new Set(members) }
  }
  const all = Array.from({ length: rooms }, (_, number) => [
    room((index) => Math.floor(index / perRoom) === number),
    room((index) => index % rooms === number),
  ]).flat()
  const clients = await Promise.all(
    persons.map(async (person) => {
      const { cookie } = await signedIn(person)
      const conversationIds = all.filter(({ members }) => members.has(person)).map(({ id }) => id)
      return { cookie, userId: person.actor.id, conversationIds }
    }),
  )
  db.$client.close()
  return clients.map((client) => startChatClient({ ...client, port, loseOneOf: 10 }))
}

function readAll(dataDir: string): Stored[] {
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  const rows = db.$client
    .prepare(
      `SELECT conversation_id AS conversationId, seq, id, client_id AS clientId, text FROM messages
       ORDER BY conversation_id, seq`,
    )
    .all() as Stored[]
  db.$client.close()
  return rows
}

function compare({ userId, logs, sent }: ChatClient, stored: Stored[]): void {
  for (const [conversationId, log] of logs) {
    const there = stored.filter((row) => row.conversationId === conversationId)
    expect(there.map(({ seq }) => seq)).toEqual(there.map((_row, index) => index + 1))
    const seen = [...log].sort(([one], [other]) => one - other).map(([seq, { id, text }]) => ({ seq, id, text }))
    expect(seen).toEqual(there.map(({ seq, id, text }) => ({ seq, id, text })))
    const own = sent.filter((message) => message.conversationId === conversationId)
    const ownStored = there.filter(({ text }) => text.startsWith(userId))
    expect(ownStored.map(({ clientId }) => clientId)).toEqual(own.map(({ clientId }) => clientId))
  }
}
