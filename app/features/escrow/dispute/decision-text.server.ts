import { eq } from 'drizzle-orm'
import { type FrozenParty, frozenParties } from '#app/features/contracts/contract-document.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { decimalText } from '#app/platform/money.ts'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, nullable } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { type disputeDecisions, disputeOffers } from '#db/schema/disputes.ts'
import { milestoneEvents, milestones } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'

type Decision = Omit<typeof disputeDecisions.$inferSelect, 'documentText' | 'documentHash'>

const openedBy = sql(
  {
    params: { contract: contracts.id, milestone: nullable(milestones.id) },
    row: columns(milestoneEvents, 'note', 'at', 'actorId'),
  },
  `SELECT note, at, actor_id AS actorId FROM milestone_events WHERE milestone_id = :milestone AND action = 'dispute'
   UNION ALL
   SELECT reason, at, actor_id FROM contract_events WHERE :milestone IS NULL AND contract_id = :contract AND action = 'dispute_retention'
   ORDER BY at DESC LIMIT 1`,
)

/**
 * The text of how a dispute ended as its rows give it (ESC-22): the one that is frozen and hashed with it, in one language for everybody. It
 * names the contract by its hash, and why the dispute was opened. Equal to the frozen one unless a row was changed.
 */
export function decisionText(db: Database | Transaction, contract: ContractRow, decision: Decision): string {
  const { documentText, documentHash, number, currency } = contract
  if (!documentText) throw new Error(`A dispute about nothing that was signed: ${decision.id}`)
  const { milestoneId, clientCents, providerCents, offerId } = decision
  const { position, title } = milestones
  const milestone =
    milestoneId === null
      ? undefined
      : db.select({ position, title }).from(milestones).where(eq(milestones.id, milestoneId)).get()
  const offer =
    offerId === null ? undefined : db.select().from(disputeOffers).where(eq(disputeOffers.id, offerId)).get()
  const opened = openedBy.first(db, { contract: contract.id, milestone: milestoneId })
  const parties = frozenParties(documentText)
  return canonicalText('groundwork-dispute-decision 1', [
    ['contract', number],
    ['SHA-256 of the contract', documentHash],
    ['client', [partyFields(parties.client)]],
    ['provider', [partyFields(parties.provider)]],
    ['about', milestone ? `milestone ${milestone.position}. ${milestone.title}` : 'retention'],
    ['opened', opened ? new Date(opened.at).toISOString() : null],
    ['opened by account', opened?.actorId ?? null],
    ['claim', opened?.note ?? null],
    ['ended', decision.kind],
    ['currency', currency],
    ['to the client', decimalText(clientCents)],
    ['to the provider', decimalText(providerCents)],
    ['sum', decimalText(clientCents + providerCents)],
    ['reasons', decision.reasons || null],
    ['offered by', offer?.madeByName ?? null],
    ['offered by account', offer?.madeBy ?? null],
    ['offered for', offer?.party ?? null],
    ['offered', offer ? new Date(offer.madeAt).toISOString() : null],
    ['decided by', decision.decidedByName],
    ['account', decision.decidedBy],
    ['decided', new Date(decision.at).toISOString()],
  ])
}

const partyFields = ({ name, businessId }: FrozenParty) =>
  [
    ['name', name],
    ['business id', businessId],
  ] as const
