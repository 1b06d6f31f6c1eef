import { join, resolve } from 'node:path'
import { closeDatabase, migrateDatabase, openDatabase } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { conversationMembers, conversations } from '#db/schema/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

export type Room = { id: string; people: Array<{ userId: string; cookie: string }> }

/** Creates a database with `count` signed-in people in groups of `perRoom`. */
export async function seedRooms(dataDir: string, count: number, perRoom: number): Promise<Room[]> {
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  migrateDatabase(db, resolve('db/migrations'))
  const now = Date.now()
  const rooms: Room[] = []
  db.$client.exec('BEGIN IMMEDIATE')
  for (let index = 0; index < count / perRoom; index += 1) {
    const id = newId()
    const members = Array.from({ length: perRoom }, () => createPerson(db, { now }))
    db.insert(conversations)
      .values({
        id,
        type: 'group',
        name: `Room ${index}`,
        tags: [],
        searchKey: String.fromCharCode(0xe000 + (index >> 10), 0xe000 + ((index >> 5) & 31), 0xe000 + (index & 31)),
        memberCount: members.length,
        lastMessageAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .run()
    const people: Room['people'] = []
    for (const member of members) {
      const userId = member.actor.id
      db.insert(conversationMembers).values({ conversationId: id, userId, role: 'member', joinedAt: now }).run()
      people.push({ userId, cookie: (await signedIn(member)).cookie })
    }
    rooms.push({ id, people })
  }
  db.$client.exec('COMMIT')
  closeDatabase(db)
  return rooms
}
