import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PresenceChange } from '#app/realtime/protocol/socket-events.ts'
import type { WireMessage } from '#app/realtime/protocol/wire-message.ts'
import { openDatabase } from '#db/client.server.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { heard, openSocket, say } from '#tests/setup/sockets.ts'

it('shows in one process who is connected to another and what is said there, and that they are gone when it dies', async () => {
  const { path: dataDir, remove } = temporaryFolder()
  const start = () => startBuilt({ dataDir, env: { PUBLIC_URL: 'http://localhost:3000', SHARED_DATA_DIR: 'on' } })
  const first = await start()
  const second = await start()
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  try {
    const [anna, bert] = [createPerson(db, { now: Date.now() }), createPerson(db, { now: Date.now() })]
    const { id } = createConversation(db, { members: [anna, bert] })
    const reader = await openSocket(second.port, await signedIn(bert))
    await say(reader, 'join_group', { groupId: id })
    const ofAnna = (list: PresenceChange[]) => list.find(({ userId }) => userId === anna.actor.id)
    const about = (list: PresenceChange[]) => ofAnna(list) !== undefined

    const online = heard<PresenceChange[]>(reader, 'user_online', about)
    const writer = await openSocket(first.port, await signedIn(anna))
    expect(ofAnna(await online)).toMatchObject({ status: 'online' })

    const message = heard<WireMessage>(reader, 'new_message')
    const text = `@${bert.actor.name}, the crane is here`
    await say(writer, 'send_message', { conversationId: id, text, type: 'text', clientId: randomUUID() })
    expect(await message).toMatchObject({ content: text, sender_id: anna.actor.id })
    const notices = db.$client.prepare('SELECT text_key FROM notifications WHERE user_id = ?').pluck()
    await expect.poll(() => notices.all(bert.actor.id), { timeout: 5000 }).toEqual(['chatMention'])

    const offline = heard<PresenceChange[]>(reader, 'user_offline', about)
    const killedAt = Date.now()
    first.process.kill('SIGKILL')
    await first.exited
    // Half a minute goes by for the dead process alone (connections.test.ts holds how long it is waited for).
    db.$client
      .prepare(
        `UPDATE presence_processes SET heartbeat_at = heartbeat_at - 30000
         WHERE id IN (SELECT process_id FROM presence_connections WHERE user_id = ?)`,
      )
      .run(anna.actor.id)
    const change = ofAnna(await offline)
    expect(change).toMatchObject({ status: 'offline' })
    expect(change?.lastSeenAt).toBeLessThanOrEqual(killedAt)
    reader.disconnect()
    writer.disconnect()
  } finally {
    db.$client.close()
    for (const server of [first, second]) server.process.kill('SIGKILL')
    await Promise.all([first.exited, second.exited])
    remove()
  }
}, 120_000)
