import { expect, it } from 'vitest'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companyRoles, type Module, moduleAccesses, modules } from '#db/vocabulary/accounts.ts'
import { conversationSubjects, moduleOfSubject } from '#db/vocabulary/chat.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { companyInScope, modulesClosedTo, readersOf } from './module-scope.server.ts'

const settings = companyRoles.flatMap((companyRole) =>
  modules.flatMap((module) => moduleAccesses.map((access) => ({ companyRole, module, access }))),
)

it.each(settings)('a $companyRole with access $access to $module: queries and views say what the table says', (set) => {
  const { companyRole, module, access } = set
  const db = testDatabase()
  const { company } = createPerson(db)
  const person = createPerson(db, { company, companyRole })
  setModule(db, person.actor.id, company.id, module, access)
  const reader = { ...person, actor: { ...person.actor, modules: { [module]: access } } }
  const isClosed = companyRole === 'member' && access === 'none'
  const closed: Module[] = isClosed ? [module] : []

  expect(modulesClosedTo(reader)).toEqual(closed)
  expect(companyInScope(reader, 'bids.read')).toBe(closed.includes('bids') ? '' : company.id)
  expect(db.$client.prepare('SELECT module FROM closed_modules').pluck().all()).toEqual(closed)
  transact(db, (tx) => {
    for (const needed of modules) {
      expect(readersOf(tx, [person.actor.id], [needed])).toEqual(closed.includes(needed) ? [] : [person.actor.id])
    }
    expect(readersOf(tx, [person.actor.id], [])).toEqual([person.actor.id])
  })

  for (const subjectType of [null, ...conversationSubjects]) {
    const subject = subjectType ? { subjectType, subjectId: newId() } : {}
    const type = subjectType ? 'team' : 'group'
    const { id } = createConversation(db, { type, ...subject, members: [person] })
    const readers = db.$client.prepare('SELECT user_id FROM conversation_readers WHERE conversation_id = ?').pluck()
    const isShut =
      closed.includes('messages') || (subjectType !== null && closed.includes(moduleOfSubject[subjectType]))
    expect(readers.all(id), String(subjectType)).toEqual(isShut ? [] : [person.actor.id])
  }
})
