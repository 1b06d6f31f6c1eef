import { type SQL, sql } from 'drizzle-orm'
import { canEditCompany } from '#app/features/accounts/permissions.ts'
import {
  addMembers,
  ensureAdmin,
  memberIdsOf,
  removeMembers,
} from '#app/features/conversations/conversation-members.server.ts'
import { insertSystemMessage } from '#app/features/messages/insert-message.server.ts'
import type { Transaction } from '#db/client.server.ts'
import type { CompanyRole } from '#db/vocabulary/accounts.ts'
import type { ConversationSubject } from '#db/vocabulary/chat.ts'

export type Subject = { type: ConversationSubject; id: string }

/** SQL for the companies whose people are members of a subject's conversation. */
const companiesOf: Record<ConversationSubject, (id: string) => SQL> = {
  company: (id) => sql`SELECT ${id}`,
  project: (id) => sql`SELECT company_id FROM projects WHERE id = ${id}`,
  contract: (id) =>
    sql`SELECT client_company_id FROM contracts WHERE id = ${id}
        UNION SELECT provider_company_id FROM contracts WHERE id = ${id}`,
}

type Person = { userId: string; name: string; companyRole: CompanyRole }

/** The active people of a subject's companies who have accepted their invitation, in the order in which they joined. */
function peopleOf(tx: Transaction, subject: Subject): Person[] {
  return tx.all<Person>(sql`
    SELECT u.id AS userId, u.name, m.role AS companyRole
    FROM company_members m JOIN users u ON u.id = m.user_id
    WHERE m.company_id IN (${companiesOf[subject.type](subject.id)})
      AND u.status = 'active' AND coalesce(u.password_hash, u.email_verified_at) IS NOT NULL
    ORDER BY m.joined_at`)
}

/**
 * Brings the members of a subject's conversation up to date with the people of its companies. Owners and managers become
 * admins. Posts a system message for each change, unless `quiet`.
 */
export function syncMembers(
  tx: Transaction,
  input: { conversationId: string; subject: Subject; now: number; quiet?: boolean },
) {
  const { conversationId, subject, now, quiet = false } = input
  const people = peopleOf(tx, subject)
  const wanted = new Set(people.map(({ userId }) => userId))
  const gone = memberIdsOf(tx, conversationId).filter((userId) => !wanted.has(userId))
  const left = removeMembers(tx, { conversationId, userIds: gone, now })
  const joined = addMembers(tx, {
    conversationId,
    people: people.map(({ userId, companyRole }) => ({
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
  const rows = tx.all<{ id: string; name: string }>(
    sql`SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each(${JSON.stringify(userIds)}))`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
