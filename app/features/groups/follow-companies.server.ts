// verb-rule: who works for a company was decided and audited there
import { sql } from 'drizzle-orm'
import { recordConversationChange } from '#app/features/conversations/record-conversation-change.server.ts'
import type { Transaction } from '#db/client.server.ts'
import type { DurableListener } from '#db/durable-listener.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import type { ConversationSubject } from '#db/vocabulary/chat.ts'
import { followPeople } from './subject-members.server.ts'

type Followed = { id: string; subjectType: ConversationSubject; subjectId: string }

/** The conversations of companies, projects and contracts follow the people who work there. */
export const membershipListener: DurableListener = {
  name: 'conversation-members',
  on: { 'company.members.changed': (tx, { payload }, source) => followCompany(tx, source, payload.companyId) },
}

/** Gives all conversations of one company the people who work there now. */
function followCompany(tx: Transaction, source: EventSource, companyId: string): void {
  for (const { id: conversationId, subjectType, subjectId } of conversationsOf(tx, companyId)) {
    const subject = { type: subjectType, id: subjectId }
    const change = followPeople(tx, { conversationId, subject, now: source.now })
    if (change.joined.length + change.left.length > 0)
      recordConversationChange(tx, source, { conversationId, ...change })
  }
}

const columns = sql`c.id, c.subject_type AS subjectType, c.subject_id AS subjectId`

function conversationsOf(tx: Transaction, companyId: string): Followed[] {
  return tx.all<Followed>(sql`
    SELECT ${columns} FROM conversations c
    WHERE c.subject_type = 'company' AND c.subject_id = ${companyId}
    UNION ALL
    SELECT ${columns} FROM projects p JOIN conversations c ON c.subject_type = 'project' AND c.subject_id = p.id
    WHERE p.company_id = ${companyId}
    UNION ALL
    SELECT ${columns} FROM contracts k JOIN conversations c ON c.subject_type = 'contract' AND c.subject_id = k.id
    WHERE k.client_company_id = ${companyId}
    UNION ALL
    SELECT ${columns} FROM contracts k JOIN conversations c ON c.subject_type = 'contract' AND c.subject_id = k.id
    WHERE k.provider_company_id = ${companyId}`)
}
