import { randomUUID } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { prepareDatabase } from '#db/client.server.ts'
import { conversations } from '#db/schema/chat.ts'
import { anyFile, createConversation, removeMember, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { hideMessage } from './hide-message.server.ts'
import { removeMessage } from './remove-message.server.ts'
import { sendMessage } from './send-message.server.ts'
import { listSharedFiles } from './shared-files.server.ts'
import { unsendMessage } from './unsend-message.server.ts'

function world() {
  const db = testDatabase()
  const [admin, member, stranger] = [createPerson(db), createPerson(db), createPerson(db)]
  const { id } = createConversation(db, { members: [admin, member] })
  const share = (...names: string[]) =>
    sendMessage(member, {
      conversationId: id,
      text: '',
      clientId: randomUUID(),
      fileIds: names.map((name) => anyFile(db, member, id, { name })),
    }).id
  const names = (ctx: UserContext, place = {}) => listSharedFiles(ctx, id, place).files.map(({ name }) => name)
  return { db, admin, member, stranger, id, share, names }
}

it('lists the shared files, newest message first, and the files of a message in order', () => {
  const { member, id, share, names } = world()
  share('one.txt')
  say(member, id, 'Not a file')
  const messageId = share('two.txt', 'three.txt')
  expect(names(member)).toEqual(['two.txt', 'three.txt', 'one.txt'])
  const [first] = listSharedFiles(member, id).files
  expect(first).toMatchObject({ messageId, seq: 3, authorName: member.actor.name, kind: 'document', size: 10 })
})

it('lists only files of messages that the viewer can see', () => {
  const { db, admin, member, stranger, share, names, id } = world()
  const [taken, removed, hidden] = [share('taken'), share('removed'), share('hidden')]
  share('seen')
  unsendMessage(member, { messageId: taken })
  removeMessage(admin, { messageId: removed })
  hideMessage(admin, { messageId: hidden })
  db.update(conversations).set({ moderateMessages: true }).run()
  share('waiting')
  expect([names(admin), names(member)]).toEqual([['seen'], ['seen', 'hidden']])
  expect(() => listSharedFiles(stranger, id)).toThrow()
  removeMember(db, id, member)
  expect(() => listSharedFiles(member, id)).toThrow()
})

it('pages forward and back', () => {
  const { member, id, share, names } = world()
  for (let n = 1; n <= 65; n += 1) share(`${n}`)
  const numbers = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => `${from - n}`)
  const first = listSharedFiles(member, id)
  expect([names(member), first.before, first.after]).toEqual([numbers(65, 36), 36, null])
  const second = listSharedFiles(member, id, { before: 36 })
  expect([names(member, { before: 36 }), second.before, second.after]).toEqual([numbers(35, 6), 6, 35])
  expect(listSharedFiles(member, id, { before: 6 })).toMatchObject({ before: null, after: 5 })
  expect(names(member, { after: 5 })).toEqual(numbers(35, 6))
  expect(listSharedFiles(member, id, { after: 35 })).toMatchObject({ before: 36, after: null })
})

it('uses the index, however long the conversation is', () => {
  const { db, member, id } = world()
  const heard = new Set<string>()
  const listening = prepareDatabase(
    new Sqlite(db.$client.serialize(), { verbose: (statement) => heard.add(String(statement)) }),
  )
  for (const place of [{}, { before: 3 }, { after: 3 }]) listSharedFiles({ ...member, db: listening }, id, place)
  const plans = [...heard]
    .filter((statement) => statement.includes("<> '[]'"))
    .map((statement) => db.$client.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${statement}`).all())
  expect(plans.length).toBeGreaterThanOrEqual(2)
  for (const plan of plans) {
    const details = plan.map(({ detail }) => detail).join('\n')
    expect(details).toContain('SEARCH m USING INDEX messages_files (conversation_id=? AND seq')
    expect(details).not.toContain('TEMP B-TREE')
  }
})
