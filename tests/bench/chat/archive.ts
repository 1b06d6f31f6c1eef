import { join, resolve } from 'node:path'
import type { UserContext } from '#app/features/accounts/context.ts'
import { listMessages } from '#app/features/messages/message-queries.server.ts'
import { searchMessages } from '#app/features/messages/search-messages.server.ts'
import { closeDatabase, type Database, migrateDatabase, openDatabase } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { conversationMembers, conversations } from '#db/schema/chat.ts'
import type { startReport } from '#tests/bench/report.ts'
import { createPerson } from '#tests/factories/people.ts'

const words = ['scaffold', 'concrete', 'julkisivusaneeraus', 'invoice', 'delivery', 'crane', 'kattoremontti', 'window']
  .concat(['plumbing', 'Monday', 'inspection', 'vesieristys', 'painting', 'drawing', 'permit', 'heating', 'roof'])
  .concat(['sähköurakka', 'door', 'floor', 'tile', 'wall', 'cable', 'meeting', 'contract', 'weather', 'pump'])
const rounds = 200

/** Measures search over 200 000 messages, and opening a conversation of 100 000 messages and one of 100. */
export async function measureArchive(
  folder: string,
  { compare, note }: Pick<ReturnType<typeof startReport>, 'compare' | 'note'>,
): Promise<void> {
  const db = openDatabase(join(folder, 'archive.db'))
  migrateDatabase(db, resolve('db/migrations'))
  const reader = createPerson(db, { now: Date.now() })
  const large = fill(db, reader, 100_000)
  const small = fill(db, reader, 100)
  for (let index = 0; index < 99; index += 1) fill(db, reader, 1000)
  fill(db, reader, 900)
  const searches: Array<[string, { q: string; conversationId?: string }]> = [
    ['a rare word', { q: 'needle in the mortar' }],
    ['a word in every fourth message', { q: 'concrete' }],
    ['the middle of a Finnish compound', { q: 'saneeraus' }],
    ['nothing', { q: 'no such thing anywhere' }],
    ['two letters', { q: 'on' }],
    ['a common word, in the large conversation', { q: 'concrete', conversationId: large }],
    ['a common word, in the small conversation', { q: 'concrete', conversationId: small }],
  ]
  for (const [name, search] of searches) {
    compare(
      `search of 200 000, ${name}: p95`,
      p95(() => searchMessages(reader, search)),
      20,
      'less',
      ' ms',
    )
  }
  const openSmall = p95(() => listMessages(reader, small, {}))
  const openLarge = p95(() => listMessages(reader, large, {}))
  note('opening a conversation of 100: p95', openSmall, 'ms')
  compare('opening one of 100 000, of one of 100', openLarge / openSmall, 1.5, 'less', ' ×')
  compare(
    'its middle, of one of 100',
    p95(() => listMessages(reader, large, { around: 50_000 })) / openSmall,
    1.5,
    'less',
    ' ×',
  )
  closeDatabase(db)
}

function fill(db: Database, reader: UserContext, count: number): string {
  const id = newId()
  const now = Date.now()
  db.insert(conversations)
    .values({
      id,
      type: 'group',
      name: `Archive of ${count}`,
      tags: [],
      searchKey: Array.from({ length: 3 }, () => String.fromCharCode(0xe000 + Math.floor(Math.random() * 6400))).join(
        '',
      ),
      memberCount: 1,
      lastSeq: count,
      lastRev: count,
      lastMessageAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .run()
  db.insert(conversationMembers)
    .values({ conversationId: id, userId: reader.actor.id, role: 'admin', joinedAt: now })
    .run()
  const add = db.$client.prepare(`
    INSERT INTO messages (id, conversation_id, seq, rev, client_id, author_id, kind, state, text, attachments, mentions, created_at)
    VALUES (?, ?, ?, ?, ?, ?, 'text', 'live', ?, '[]', '[]', ?)`)
  db.$client.exec('BEGIN IMMEDIATE')
  for (let seq = 1; seq <= count; seq += 1) {
    const text = seq % 9973 === 50 ? 'There is a needle in the mortar' : sentence(seq)
    add.run(newId(), id, seq, seq, newId(), reader.actor.id, text, now - (count - seq) * 1000)
  }
  db.$client.exec('COMMIT')
  return id
}

function sentence(seq: number): string {
  return Array.from({ length: 8 }, (_, place) => words[(seq * 7919 + place * place * 104_729) % words.length]).join(' ')
}

/** The 95th percentile in ms, after a few warm-up rounds. */
function p95(run: () => unknown): number {
  for (let round = 0; round < 10; round += 1) run()
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now()
    run()
    return performance.now() - began
  }).sort((one, other) => one - other)
  return times[Math.floor(rounds * 0.95)] ?? 0
}
