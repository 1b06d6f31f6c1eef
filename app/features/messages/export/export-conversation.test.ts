import { createHash, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { editMessage } from '#app/features/messages/edit-message.server.ts'
import { hideMessage } from '#app/features/messages/hide-message.server.ts'
import { removeMessage } from '#app/features/messages/remove-message.server.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { unsendMessage } from '#app/features/messages/unsend-message.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { anyFile, createConversation, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { conversationPdf } from './conversation-pdf.server.ts'
import { exportConversation } from './export-conversation.server.ts'
import { findExport, listExports, messagesOfPart } from './exported-messages.server.ts'
import { partsOf } from './parts.ts'

const reader = { locale: 'en', format: formatFor('en', 'Europe/Helsinki') } as const

function world() {
  const db = testDatabase()
  const [admin, anna, bo, stranger] = [createPerson(db), createPerson(db), createPerson(db), createPerson(db)]
  const id = createConversation(db, { members: [admin, anna, bo], name: 'Roof' }).id
  return { db, admin, anna, bo, stranger, id }
}

it('has every message: hidden ones, tombstones, edits, and files by their SHA-256', () => {
  const { db, admin, anna, bo, id } = world()
  const [hidden, unsent, removed] = [say(bo, id, 'Hidden by Anna'), say(bo, id, 'Unsent'), say(bo, id, 'Removed')]
  const edited = say(anna, id, 'Edited before')
  const later = { ...anna, now: anna.now + 60_000 }
  hideMessage(anna, { messageId: hidden.id })
  unsendMessage(bo, { messageId: unsent.id })
  removeMessage(admin, { messageId: removed.id })
  editMessage(later, { messageId: edited.id, text: 'Edited after' })
  const fileIds = [anyFile(db, bo, id, { name: 'plan.pdf' })]
  sendMessage(bo, { conversationId: id, text: '', clientId: randomUUID(), fileIds, replyToId: edited.id })
  const conversation = getConversation(anna, id)
  if (!conversation) throw new Error('no conversation')
  const messages = messagesOfPart(anna, id, { from: 1, to: 10 })
  const by = anna.actor.name
  const file = conversationPdf({ id: 'e', conversation, messages, part: 1, parts: 1, by }, reader, later.now)
  const facts = file.document.blocks.slice(2).flatMap((block) => (block.kind === 'facts' ? block.facts : []))
  expect(facts.map(([, value]) => value)).toEqual([
    'Hidden by Anna',
    '[Unsent by its author]',
    '[Removed by an admin of the conversation]',
    `Edited after\n[Edited ${reader.format.deadline(later.now)}]`,
    `In reply to no. 4 (${anna.actor.name})\nFile: plan.pdf\nSHA-256: ${'0'.repeat(64)}`,
  ])
  expect(facts[0]?.[0]).toBe(`No. 1 · ${bo.actor.name}\n${reader.format.deadline(bo.now)}`)
  expect(facts[0]?.[0]).toContain('Europe/Helsinki')
})

it('is for members, and its hash is found by anybody and in the audit trail', async () => {
  const { db, anna, bo, stranger, id } = world()
  say(bo, id, 'Tiles on Monday')
  await expect(exportConversation(stranger, { conversationId: id, part: 1 }, reader)).rejects.toThrow('notFound')
  for (const part of [0, 2, 1.5, Number.NaN])
    await expect(exportConversation(anna, { conversationId: id, part }, reader)).rejects.toThrow('noPart')
  const { bytes, digest } = await exportConversation(anna, { conversationId: id, part: 1 }, reader)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest)
  expect(findExport(db, digest)).toEqual({ digest, part: 1, parts: 1, messages: 1, exportedAt: anna.now })
  expect(findExport(db, '0'.repeat(64))).toBeNull()
  expect(listExports(anna, id).map((made) => made.digest)).toEqual([digest])
  expect(listExports(bo, id)).toEqual([])
  const row = db
    .select()
    .from(auditLog)
    .all()
    .find(({ action }) => action === 'conversation.export')
  expect(JSON.parse(row?.detail ?? '{}')).toMatchObject({ digest, messages: 1, part: 1 })
  expect(verifyAudit(db).brokenAt).toBeNull()
})

it('has a thousand messages a part', () => {
  expect(partsOf(0)).toEqual([{ from: 1, to: 1 }])
  expect(partsOf(1000)).toEqual([{ from: 1, to: 1000 }])
  expect(partsOf(1001)).toEqual([
    { from: 1, to: 1000 },
    { from: 1001, to: 1001 },
  ])
})
