// verb-rule: the change of a company's people was checked and audited by its own verb
import { recordConversationChange } from '#app/features/conversations/record-conversation-change.server.ts'
import type { Transaction } from '#db/client.server.ts'
import type { DurableListener } from '#db/durable-listener.server.ts'
import { columns, required } from '#db/fields.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { conversations } from '#db/schema/chat.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { syncMembers } from './subject-members.server.ts'

const selected = 'c.id, c.subject_type AS subjectType, c.subject_id AS subjectId'
const conversationsOf = sql(
  {
    params: { companyId: companies.id },
    row: {
      ...columns(conversations, 'id'),
      subjectType: required(conversations.subjectType),
      subjectId: required(conversations.subjectId),
    },
  },
  `SELECT ${selected} FROM conversations c
   WHERE c.subject_type = 'company' AND c.subject_id = :companyId
   UNION ALL
   SELECT ${selected} FROM projects p JOIN conversations c ON c.subject_type = 'project' AND c.subject_id = p.id
   WHERE p.company_id = :companyId
   UNION ALL
   SELECT ${selected} FROM contracts k JOIN conversations c ON c.subject_type = 'contract' AND c.subject_id = k.id
   WHERE k.client_company_id = :companyId
   UNION ALL
   SELECT ${selected} FROM contracts k JOIN conversations c ON c.subject_type = 'contract' AND c.subject_id = k.id
   WHERE k.provider_company_id = :companyId`,
)

/** Keeps the members of a company's, project's or contract's conversation in step with the people of its companies. */
export const membershipListener: DurableListener = {
  name: 'conversation-members',
  on: {
    'company.members.changed': (tx, { payload }, source) => syncConversationsOf(tx, source, payload.companyId),
    'project.member': (tx, { payload }, source) => {
      for (const conversation of conversationsOf.all(tx, { companyId: payload.companyId }))
        if (conversation.subjectId === payload.projectId) syncConversation(tx, source, conversation)
    },
  },
}

/** Updates the members of all conversations that belong to this company, its projects and its contracts. */
function syncConversationsOf(tx: Transaction, source: EventSource, companyId: string): void {
  for (const conversation of conversationsOf.all(tx, { companyId })) syncConversation(tx, source, conversation)
}

function syncConversation(
  tx: Transaction,
  source: EventSource,
  { id: conversationId, subjectType, subjectId }: RowOf<typeof conversationsOf>,
): void {
  const subject = { type: subjectType, id: subjectId }
  const change = syncMembers(tx, { conversationId, subject, now: source.now })
  if (change.joined.length + change.left.length > 0) recordConversationChange(tx, source, { conversationId, ...change })
}
