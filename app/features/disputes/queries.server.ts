import type { UserContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import type { Dispute } from '#app/features/escrow/queries.server.ts'
import type { ReadableFile } from '#app/features/escrow/readable-file.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { columns, list, nullable } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { contractEvents, contracts } from '#db/schema/contracts.ts'
import { disputeDecisions, disputeEntries, disputeOffers } from '#db/schema/disputes.ts'
import { milestoneEvents, milestones } from '#db/schema/escrow.ts'
import { files } from '#db/schema/files.ts'
import { sql } from '#db/sql.server.ts'
import { addressees, type DisputeAction, disputeMachine, hasLapsed, type OfferAction, offerMachine } from './dispute.ts'
import { findDispute, type LoadedDispute, subjectOf } from './load-dispute.server.ts'

const subject = { contractId: contracts.id, milestoneId: nullable(milestones.id) }
const ofSubject = 'contract_id = :contractId AND milestone_id IS :milestoneId'

const entries = sql(
  {
    params: subject,
    row: columns(disputeEntries, 'id', 'kind', 'party', 'text', 'asked', 'answerBy', 'authorName', 'at'),
  },
  `SELECT id, kind, party, text, asked, answer_by AS answerBy, author_name AS authorName, at
   FROM dispute_entries WHERE ${ofSubject} ORDER BY id LIMIT 500`,
)

const entryFiles = sql(
  { params: { ids: list(disputeEntries.id) }, row: columns(files, 'id', 'name', 'size', 'sha256', 'subjectId') },
  `SELECT id, name, size, sha256, subject_id AS subjectId FROM files
   WHERE subject_type = 'dispute' AND subject_id IN (SELECT value FROM json_each(:ids)) ORDER BY id`,
)

const offers = sql(
  {
    params: subject,
    row: {
      ...columns(disputeOffers, 'id', 'party', 'clientCents', 'providerCents', 'note', 'expiresOn', 'status'),
      ...columns(disputeOffers, 'madeByName', 'madeAt', 'decidedByName', 'decidedAt'),
    },
  },
  `SELECT id, party, client_cents AS clientCents, provider_cents AS providerCents, note, expires_on AS expiresOn, status,
          made_by_name AS madeByName, made_at AS madeAt, decided_by_name AS decidedByName, decided_at AS decidedAt
   FROM dispute_offers WHERE ${ofSubject} ORDER BY id DESC LIMIT 200`,
)

const decisionOf = sql(
  {
    params: subject,
    row: {
      ...columns(disputeDecisions, 'id', 'kind', 'clientCents', 'providerCents', 'reasons', 'offerId'),
      ...columns(disputeDecisions, 'decidedByName', 'at', 'documentText', 'documentHash'),
    },
  },
  `SELECT id, kind, client_cents AS clientCents, provider_cents AS providerCents, reasons, offer_id AS offerId,
          decided_by_name AS decidedByName, at, document_text AS documentText, document_hash AS documentHash FROM dispute_decisions WHERE ${ofSubject}`,
)

const opened = {
  milestone: sql(
    {
      params: { id: milestones.id },
      row: { ...columns(milestoneEvents, 'note', 'at'), actorName: nullable(users.name) },
    },
    `SELECT e.note, e.at, u.name AS actorName FROM milestone_events e LEFT JOIN users u ON u.id = e.actor_id
     WHERE e.milestone_id = :id AND e.action = 'dispute' ORDER BY e.id DESC LIMIT 1`,
  ),
  retention: sql(
    {
      params: { id: contracts.id },
      row: { note: contractEvents.reason, at: contractEvents.at, actorName: nullable(users.name) },
    },
    `SELECT e.reason AS note, e.at, u.name AS actorName FROM contract_events e LEFT JOIN users u ON u.id = e.actor_id
     WHERE e.contract_id = :id AND e.action = 'dispute_retention' ORDER BY e.id DESC LIMIT 1`,
  ),
}

/** A dispute as a page shows it; null for everybody who may not read it. */
export function getDispute(ctx: UserContext, subjectId: string) {
  const loaded = findDispute(ctx.db, ctx, subjectId)
  return loaded && shown(ctx, loaded)
}

export type DisputeDetail = NonNullable<ReturnType<typeof getDispute>>

function shown(ctx: UserContext, loaded: LoadedDispute) {
  const { contract, milestone, role, isOpen, heldCents } = loaded
  const of = subjectOf(loaded)
  const said = entries.all(ctx.db, of)
  const attached = entryFiles.all(ctx.db, { ids: said.map(({ id }) => id) })
  const today = businessDay(ctx.now)
  const { id, number, title, currency, clientCompanyId, providerCompanyId, documentText } = contract
  if (documentText === null) throw new Error(`A dispute about nothing that was signed: ${id}`)
  // As the signed contract names them, whatever the companies are called now.
  const { client, provider } = frozenParties(documentText)
  const answered = (party: string, after: string) =>
    said.some((entry) => entry.kind === 'statement' && entry.party === party && entry.id > after)
  return {
    subjectId: milestone?.id ?? id,
    contract: { id, number, title, currency, clientName: client.name, providerName: provider.name },
    companies: { client: clientCompanyId, provider: providerCompanyId },
    milestone: milestone && { id: milestone.id, position: milestone.position, title: milestone.title },
    role,
    isOpen,
    heldCents,
    opened: openingOf(ctx, loaded),
    entries: said.map((entry) => ({
      ...entry,
      files: attached.filter(({ subjectId }) => subjectId === entry.id),
      /** Of whom a statement is still missing after the day of a request. */
      missing:
        entry.asked && entry.answerBy && today > entry.answerBy
          ? addressees(entry.asked).filter((party) => !answered(party, entry.id))
          : [],
    })),
    offers: offers.all(ctx.db, of).map((offer) => ({ ...offer, ...stateOf(ctx, loaded, offer, today) })),
    decision: decisionOf.first(ctx.db, of),
    actions: actionsOf(ctx, loaded),
  }
}

function openingOf(ctx: UserContext, { milestone, contract }: LoadedDispute): Dispute | null {
  if (milestone) return opened.milestone.first(ctx.db, { id: milestone.id })
  return opened.retention.first(ctx.db, { id: contract.id })
}

const rights = {
  state: 'escrow.dispute',
  offer: 'escrow.release',
  ask: 'escrow.resolve',
  decide: 'escrow.resolve',
} as const satisfies Record<DisputeAction, string>

function actionsOf(ctx: UserContext, { isOpen, role }: LoadedDispute): DisputeAction[] {
  return disputeMachine.allowed(isOpen ? 'open' : 'closed', role).filter((action) => can(ctx, rights[action]))
}

type Offer = { status: 'open' | 'accepted' | 'declined' | 'withdrawn'; party: string; expiresOn: string }

function stateOf(ctx: UserContext, { isOpen, role }: LoadedDispute, offer: Offer, today: string) {
  const answers: OfferAction[] = offerMachine
    .allowed(offer.status, role === 'admin' ? 'admin' : role === offer.party ? 'proposer' : 'respondent', {
      disputeIsOpen: isOpen,
      expiresOn: offer.expiresOn,
      today,
    })
    .filter((action) => can(ctx, action === 'accept' ? 'escrow.release' : 'escrow.dispute'))
  const isOver = offer.status === 'open' && (!isOpen || hasLapsed({ expiresOn: offer.expiresOn, today }))
  return { answers, isOver }
}

const fileOf = sql(
  {
    params: { id: files.id },
    row: {
      ...columns(files, 'name', 'mime', 'sha256', 'storedAs'),
      ...columns(disputeEntries, 'contractId', 'milestoneId'),
    },
  },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs, e.contract_id AS contractId, e.milestone_id AS milestoneId
   FROM files f JOIN dispute_entries e ON e.id = f.subject_id WHERE f.id = :id AND f.subject_type = 'dispute'`,
)

/** A file of a statement, for whoever may read the dispute; null for everybody else. */
export function findDisputeFile(ctx: UserContext, id: string): ReadableFile | null {
  const row = fileOf.first(ctx.db, { id })
  if (!row || !can(ctx, 'escrow.read') || !findDispute(ctx.db, ctx, row.milestoneId ?? row.contractId)) return null
  const { name, mime, sha256, storedAs } = row
  return { name, mime, etag: sha256, storedAs }
}
