import { inArray } from 'drizzle-orm'
import { canEditCompany } from '#app/features/accounts/permissions.ts'
import {
  addMembers,
  ensureAdmin,
  memberIdsOf,
  removeMembers,
} from '#app/features/conversations/conversation-members.server.ts'
import { insertSystemMessage } from '#app/features/messages/insert-message.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns, text } from '#db/fields.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import type { ConversationSubject } from '#db/vocabulary/chat.ts'

export type Subject = { type: ConversationSubject; id: string }

const onProject = (and = '') =>
  `SELECT 1 FROM project_members t WHERE t.project_id = :id AND t.company_id = m.company_id AND t.ended_at IS NULL ${and}`

/**
 * The active people of a subject's companies who have accepted their invitation, in the order in which they joined. Of a project to whose team the company
 * has put people: these, with its owners and managers (PROJ-26).
 */
const peopleOf = (companies: string, and = '') =>
  sql(
    { params: { id: text }, row: { userId: users.id, ...columns(users, 'name'), companyRole: companyMembers.role } },
    `SELECT u.id AS userId, u.name, m.role AS companyRole
     FROM company_members m JOIN users u ON u.id = m.user_id
     WHERE m.company_id IN (${companies})
       AND u.status = 'active' AND coalesce(u.password_hash, u.email_verified_at) IS NOT NULL ${and}
     ORDER BY m.joined_at`,
  )
const people = {
  company: peopleOf(':id'),
  project: peopleOf(
    'SELECT company_id FROM projects WHERE id = :id',
    `AND (m.role <> 'member' OR NOT EXISTS (${onProject()}) OR EXISTS (${onProject('AND t.user_id = m.user_id')}))`,
  ),
  contract: peopleOf(`SELECT client_company_id FROM contracts WHERE id = :id
                      UNION SELECT provider_company_id FROM contracts WHERE id = :id`),
} satisfies Record<ConversationSubject, unknown>

/**
 * Brings the members of a subject's conversation up to date with the people of its companies. Owners and managers become
 * admins. Posts a system message for each change, unless `quiet`.
 */
export function syncMembers(
  tx: Transaction,
  input: { conversationId: string; subject: Subject; now: number; quiet?: boolean },
) {
  const { conversationId, subject, now, quiet = false } = input
  const present = people[subject.type].all(tx, { id: subject.id })
  const wanted = new Set(present.map(({ userId }) => userId))
  const gone = memberIdsOf(tx, conversationId).filter((userId) => !wanted.has(userId))
  const left = removeMembers(tx, { conversationId, userIds: gone, now })
  const joined = addMembers(tx, {
    conversationId,
    people: present.map(({ userId, companyRole }) => ({
      userId,
      role: canEditCompany(companyRole) ? 'admin' : 'member',
    })),
    by: null,
    now,
  })
  const changes = [
    ...left.map((id) => ({ id, text: 'memberLeft' })),
    ...joined.map((id) => ({ id, text: 'memberJoined' })),
  ]
  const names = quiet ? new Map<string, string>() : namesOf(tx, [...left, ...joined])
  const messages = changes.flatMap(({ id, text }) => {
    const name = names.get(id)
    return name === undefined ? [] : [insertSystemMessage(tx, { conversationId, text, params: { name }, now })]
  })
  ensureAdmin(tx, conversationId, now)
  return { joined, left, messages, memberIds: memberIdsOf(tx, conversationId) }
}

function namesOf(tx: Transaction, userIds: readonly string[]): Map<string, string> {
  const { id, name } = users
  const rows = tx
    .select({ id, name })
    .from(users)
    .where(inArray(id, [...userIds]))
    .all()
  return new Map(rows.map((row) => [row.id, row.name]))
}
