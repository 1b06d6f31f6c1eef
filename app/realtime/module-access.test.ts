import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { newId } from '#db/ids.ts'
import type { Module } from '#db/vocabulary/accounts.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { socketServer } from '#tests/setup/socket-server.ts'
import { everythingHeard, heard, say } from '#tests/setup/sockets.ts'
import { startSockets } from './sockets.server.ts'
import { dispatchUpgrades } from './upgrades.server.ts'

/** The product asks every 30 seconds. */
const sweep = 40

const { db, somebody, socketOf } = socketServer(async (db) => {
  const http = createServer()
  const dispatcher = startDispatcher(db, [])
  const sockets = startSockets(http, db, { sweep })
  dispatchUpgrades(http, (request, socket, head) => {
    sockets.upgrade(request, socket, head)
    return true
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  return {
    port: (http.address() as AddressInfo).port,
    async stop() {
      sockets.close()
      dispatcher.stop()
      http.closeAllConnections()
      await new Promise((closed) => http.close(closed))
    },
  }
})

/** A contract's conversation of an owner and a plain member of one company. */
function talk() {
  const owner = somebody()
  const member = createPerson(db, { now: Date.now(), company: owner.company, companyRole: 'member' })
  const { id } = createConversation(db, {
    ...{ type: 'client', subjectType: 'contract', subjectId: newId() },
    members: [owner, member],
  })
  const tell = (text: string) => sendMessage(owner, { conversationId: id, text, clientId: randomUUID() })
  const close = (module: Module) => setModule(db, member.actor.id, owner.company.id, module, 'none')
  return { id, owner, member, tell, close }
}

it('refuses every event to whom messages are closed', async () => {
  const { id, member, tell, close } = talk()
  const { id: messageId } = tell('Not for everybody')
  close('messages')
  const socket = await socketOf(member)
  const about = { conversationId: id, groupId: id, messageId, sinceRev: 0, text: 'Hello', type: 'text' }
  const known = { userId: member.actor.id, userName: member.actor.name, clientId: randomUUID(), idle: true }
  const events = ['authenticate', 'send_message', 'join_group', 'leave_group', 'mark_message_read', 'sync', 'set_idle']
  for (const event of [...events, 'typing_start', 'typing_stop', 'peer:credentials']) {
    expect(await say(socket, event, { ...about, ...known }), event).toMatchObject({ ok: false, code: 'forbidden' })
  }
})

it('tells nothing of a conversation to whom the module of its subject is closed', async () => {
  const { id, owner, member, tell, close } = talk()
  tell('Not for everybody')
  close('contracts')
  const socket = await socketOf(member)
  const all = everythingHeard(socket)
  const known = { userId: member.actor.id, userName: member.actor.name }
  expect(await say(socket, 'authenticate', known)).toMatchObject({ ok: true, conversations: [], presence: {} })
  for (const event of ['join_group', 'leave_group'])
    expect(await say(socket, event, { groupId: id }), event).toMatchObject({ ok: false, code: 'not_found' })
  expect(await say(socket, 'sync', { conversationId: id, sinceRev: 0 })).toMatchObject({ code: 'not_found' })

  const listening = await socketOf(owner)
  await say(listening, 'join_group', { groupId: id })
  // Notices go out together, so that by then the member would have had one too.
  const elsewhere = createConversation(db, { members: [owner, member] })
  const noticed = heard(socket, 'conversation_notices')
  tell('Still not')
  sendMessage(owner, { conversationId: elsewhere.id, text: 'For both', clientId: randomUUID() })
  await noticed
  expect(JSON.stringify(all)).toContain(elsewhere.id)
  expect(JSON.stringify(all)).not.toContain(id)
})

it('takes whom a module is closed to out of the live view of its conversations', async () => {
  const { id, owner, member, tell, close } = talk()
  const [socket, other] = [await socketOf(member), await socketOf(owner)]
  for (const one of [socket, other]) expect(await say(one, 'join_group', { groupId: id })).toMatchObject({ ok: true })
  const left = heard(socket, 'group_left')
  close('contracts')
  await left
  const all = everythingHeard(socket)
  const arrived = heard(other, 'new_message')
  tell('After the closing')
  await arrived
  expect(JSON.stringify(all)).not.toContain('After the closing')
})
