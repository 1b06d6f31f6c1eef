import { expect, it } from 'vitest'
import { createConversation, removeMember } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { callableConversation } from './callable-conversation.server.ts'

it('finds the conversation of a project for its members, where calls are allowed', () => {
  const db = testDatabase()
  const [anna, bo] = [createPerson(db), createPerson(db)]
  const { id } = createConversation(db, { members: [anna], subjectType: 'project', subjectId: 'p1', name: 'Roof' })
  createConversation(db, { members: [anna], subjectType: 'project', subjectId: 'p2', allowCalls: false })
  expect(callableConversation(anna, 'project', 'p1')).toEqual({ id, name: 'Roof' })
  expect(callableConversation(anna, 'contract', 'p1')).toBeNull()
  expect(callableConversation(anna, 'project', 'p2')).toBeNull()
  expect(callableConversation(bo, 'project', 'p1')).toBeNull()
  removeMember(db, id, anna)
  expect(callableConversation(anna, 'project', 'p1')).toBeNull()
})
