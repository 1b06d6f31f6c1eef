// verb-rule: who works for a company was decided and audited there
import { sql } from 'drizzle-orm'
import { publishConversation } from '#app/features/conversations/publish-conversation.server.ts'
import type { Database } from '#db/client.server.ts'
import { transact } from '#db/client.server.ts'
import type { ConversationSubject } from '#db/vocabulary/chat.ts'
import { followPeople } from './subject-members.server.ts'

type Followed = { id: string; subjectType: ConversationSubject; subjectId: string }

/**
 * Gives the conversations of companies, projects and contracts the people who work there now: all those of one company, or, with
 * null, every one in which somebody is left who works there no more (a crash may come between their leaving and this).
 */
export function followCompanies(db: Database, now: number, companyId: string | null): void {
  for (const one of companyId === null ? strayed(db) : conversationsOf(db, companyId)) {
    const subject = { type: one.subjectType, id: one.subjectId }
    const change = transact(db, (tx) => followPeople(tx, { conversationId: one.id, subject, now }))
    if (change.joined.length + change.left.length > 0) publishConversation({ conversationId: one.id, ...change })
  }
}

const columns = sql`c.id, c.subject_type AS subjectType, c.subject_id AS subjectId`

function conversationsOf(db: Database, companyId: string): Followed[] {
  return db.all<Followed>(sql`
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

function strayed(db: Database): Followed[] {
  return db.all<Followed>(sql`
    SELECT ${columns} FROM conversations c
    LEFT JOIN projects p ON c.subject_type = 'project' AND p.id = c.subject_id
    LEFT JOIN contracts k ON c.subject_type = 'contract' AND k.id = c.subject_id
    WHERE c.subject_type IS NOT NULL AND EXISTS (
      SELECT 1 FROM conversation_members m LEFT JOIN company_members w ON w.user_id = m.user_id
      WHERE m.conversation_id = c.id AND m.left_at IS NULL
        AND (w.company_id IS NULL OR w.company_id NOT IN (
          coalesce(p.company_id, k.client_company_id, c.subject_id), coalesce(k.provider_company_id, ''))))`)
}
