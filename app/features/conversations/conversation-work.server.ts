import type { UserContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { conversations } from '#db/schema/chat.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrders, milestones } from '#db/schema/escrow.ts'
import { messageChanges, milestoneNotes } from '#db/schema/messages/work.ts'
import { sql } from '#db/sql.server.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import type { ConversationDetail } from './conversation-view.ts'

const own = { id: conversations.id, company: companies.id }
const contractOf = sql(
  { params: own, row: { ...columns(contracts, 'id', 'status') } },
  `SELECT c.id, c.status FROM conversations v JOIN contracts c ON v.subject_type = 'contract' AND c.id = v.subject_id
   WHERE v.id = :id AND :company IN (c.client_company_id, c.provider_company_id)`,
)

/** A draft is its proposer's alone. */
const changes = sql(
  { params: own, row: { ...columns(messageChanges, 'messageId'), ...columns(changeOrders, 'id', 'number') } },
  `SELECT mc.message_id AS messageId, co.id, co.number
   FROM conversations v JOIN contracts c ON c.id = v.subject_id AND v.subject_type = 'contract'
   JOIN change_orders co ON co.contract_id = c.id JOIN message_changes mc ON mc.change_order_id = co.id
   WHERE v.id = :id AND (co.proposed_at IS NOT NULL OR
     :company = CASE co.proposer WHEN 'client' THEN c.client_company_id ELSE c.provider_company_id END)
   ORDER BY co.id`,
)
const notes = sql(
  {
    params: columns(conversations, 'id'),
    row: { ...columns(milestoneNotes, 'messageId'), ...columns(milestones, 'position', 'title') },
  },
  `SELECT n.message_id AS messageId, ms.position, ms.title
   FROM conversations v JOIN contract_milestones ms ON ms.contract_id = v.subject_id AND v.subject_type = 'contract'
   JOIN milestone_notes n ON n.milestone_id = ms.id
   WHERE v.id = :id ORDER BY n.id`,
)

/** The contract of a conversation, and what was made of its messages and the caller may read (MSG-24). */
export function workOf(ctx: UserContext, id: string): Pick<ConversationDetail, 'contract' | 'work'> {
  const company = ctx.company?.id
  const contract = company && can(ctx, 'contracts.read') ? contractOf.first(ctx.db, { id, company }) : null
  if (!contract || !company) return { contract: null, work: [] }
  const to = (change: string) => `/contracts/${contract.id}/changes/${change}`
  return {
    contract: { id: contract.id, isActive: contract.status === 'active' },
    work: [
      ...changes.all(ctx.db, { id, company }).map(({ messageId, id: change, number }) => ({
        ...{ messageId, kind: 'change' as const, to: to(change) },
        name: number === null ? null : changeOrderName(number),
      })),
      ...(can(ctx, 'escrow.read') ? notes.all(ctx.db, { id }) : []).map(({ messageId, position, title }) => ({
        ...{ messageId, kind: 'note' as const, to: `/escrow/${contract.id}` },
        name: `${position}. ${title}`,
      })),
    ],
  }
}
