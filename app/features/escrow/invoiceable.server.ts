import type { CompanyContext } from '#app/features/accounts/context.ts'
import { awaitsHandover, extendedHandoverDue } from '#app/features/contracts/closing-days.server.ts'
import { splitByWeights, sumCents } from '#app/platform/money.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer, list, nullable, required, text, type Values } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import type { PaymentMethod } from '#db/vocabulary/contracts.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { WorkVatCategory } from '#db/vocabulary/invoicing.ts'

/** A closed milestone that its provider may invoice; net, VAT and gross are the provider's, in cents. */
export type ReleasedMilestone = {
  milestoneId: string
  title: string
  description: string
  contractId: string
  contractNumber: string
  contractTitle: string
  paymentMethod: PaymentMethod
  clientCompanyId: string
  clientName: string
  providerCompanyId: string
  currency: Currency
  netCents: number
  vatRateBp: number
  /** By the project's VAT treatment, with the ground of an exemption; null where it states none. */
  vatCategory: WorkVatCategory | null
  vatGround: string | null
  vatCents: number
  grossCents: number
  /** The amount escrow paid to the provider on release, including the fee, in cents; 0 for direct payment. */
  releasedCents: number
  /** The amount that escrow retained from the release, without what went back to the client after a dispute, in cents. */
  retainedCents: number
  /** When the retention was released or divided after the end of the contract, UTC ms; null while it is held. */
  retentionReleasedAt: number | null
  /** UTC ms. */
  releasedAt: number
}

const released = `FROM ledger_postings p CROSS JOIN ledger_entries e ON e.posting_id = p.id CROSS JOIN ledger_accounts a ON a.id = e.account_id
  WHERE p.milestone_id = m.id AND p.kind IN ('release', 'resolution')`
const returned = `(SELECT coalesce(-sum(e.amount_cents), 0)
   FROM ledger_postings p CROSS JOIN ledger_entries e ON e.posting_id = p.id CROSS JOIN ledger_accounts a ON a.id = e.account_id
   WHERE p.milestone_id = m.id AND p.kind = 'retention_resolution' AND a.kind = 'client_funds')`
const settled = `('retention_release', 'retention_resolution')`
const selected = `m.id AS milestoneId, m.title, m.description, c.id AS contractId, c.number AS contractNumber, c.title AS contractTitle,
  c.payment_method AS paymentMethod, c.client_company_id AS clientCompanyId, k.name AS clientName,
  c.provider_company_id AS providerCompanyId, c.currency, m.net_cents AS netCents, m.vat_rate_bp AS vatRateBp,
  m.vat_category AS vatCategory, m.vat_ground AS vatGround,
  m.vat_cents AS vatCents, m.amount_cents AS amountCents, m.closed_at AS releasedAt,
  (SELECT -sum(e.amount_cents) ${released} AND a.kind IN ('provider_payable', 'platform_fee')) AS providerCents,
  (SELECT -sum(e.amount_cents) ${released} AND a.kind = 'retention_held') AS heldBackCents, ${returned} AS returnedCents,
  (SELECT min(p.at) FROM ledger_postings p WHERE p.contract_id = c.id AND p.kind IN ${settled}) AS retentionReleasedAt`
const row = {
  milestoneId: milestones.id,
  ...columns(milestones, 'title', 'description', 'netCents', 'vatRateBp', 'vatCents', 'amountCents'),
  ...columns(milestones, 'vatCategory', 'vatGround'),
  contractId: contracts.id,
  contractNumber: contracts.number,
  contractTitle: contracts.title,
  ...columns(contracts, 'paymentMethod', 'clientCompanyId', 'providerCompanyId', 'currency'),
  clientName: companies.name,
  releasedAt: required(milestones.closedAt),
  providerCents: nullable(integer),
  heldBackCents: nullable(integer),
  returnedCents: integer,
  retentionReleasedAt: nullable(integer),
}
type Row = Values<typeof row>
const source = `FROM released_milestones r CROSS JOIN contract_milestones m ON m.id = r.milestone_id
  CROSS JOIN contracts c ON c.id = m.contract_id CROSS JOIN companies k ON k.id = c.client_company_id
  WHERE r.company_id = :company`

const releasedMilestone = sql(
  { params: { company: companies.id, milestoneId: milestones.id }, row },
  `SELECT ${selected} ${source} AND r.milestone_id = :milestoneId`,
)

/**
 * A milestone that was released to the company as provider, or resolved with a share for it; null otherwise. Verbs ask it whoever
 * acts; a page that shows it asks for the right to read escrow.
 */
export function getReleasedMilestone(ctx: CompanyContext, milestoneId: string): ReleasedMilestone | null {
  const row = releasedMilestone.first(ctx.db, {
    company: ctx.company.id,
    milestoneId,
  })
  return row && toReleasedMilestone(row)
}

const listed = {
  params: { company: companies.id, contractId: nullable(contracts.id), limit: integer },
  row,
}
const releasedMilestones = {
  ofAll: sql(listed, `SELECT ${selected} ${source} ORDER BY r.closed_at DESC LIMIT :limit`),
  ofContract: sql(
    listed,
    `SELECT ${selected} FROM contract_milestones m CROSS JOIN released_milestones r ON r.milestone_id = m.id
     CROSS JOIN contracts c ON c.id = m.contract_id CROSS JOIN companies k ON k.id = c.client_company_id
     WHERE m.contract_id = :contractId AND r.company_id = :company ORDER BY r.closed_at DESC LIMIT :limit`,
  ),
}

/** The company's released milestones, or those of one contract, latest first. Which of them are invoiced is known to the invoicing feature. */
export function listInvoiceableMilestones(
  ctx: CompanyContext,
  { contractId = null, limit = 200 }: { contractId?: string | null; limit?: number } = {},
): ReleasedMilestone[] {
  return releasedMilestones[contractId === null ? 'ofAll' : 'ofContract']
    .all(ctx.db, { company: ctx.company.id, contractId, limit })
    .map(toReleasedMilestone)
    .filter((milestone) => milestone !== null)
}

/** After a dispute the provider may get only a part; its net and VAT are proportional to the whole. */
function toReleasedMilestone({
  amountCents,
  providerCents,
  heldBackCents,
  returnedCents,
  ...row
}: Row): ReleasedMilestone | null {
  const isDirect = row.paymentMethod === 'direct_invoice'
  const releasedCents = isDirect ? 0 : (providerCents ?? 0)
  const retainedCents = isDirect ? 0 : sumCents([heldBackCents ?? 0, -returnedCents])
  const grossCents = isDirect ? amountCents : sumCents([releasedCents, retainedCents])
  if (grossCents <= 0) return null
  const whole = grossCents === amountCents
  const [netCents = 0, vatCents = 0] = whole
    ? [row.netCents, row.vatCents]
    : splitByWeights(grossCents, [row.netCents, row.vatCents])
  return { ...row, netCents, vatCents, grossCents, releasedCents, retainedCents }
}

const settledRetentions = sql(
  {
    params: { ids: list(milestones.id) },
    row: { milestoneId: milestones.id, at: integer, returnedCents: integer },
  },
  `SELECT m.id AS milestoneId, min(p.at) AS at, ${returned} AS returnedCents
   FROM contract_milestones m JOIN ledger_postings p ON p.contract_id = m.contract_id AND p.kind IN ${settled}
   WHERE m.id IN (SELECT value FROM json_each(:ids)) GROUP BY m.id`,
)

export type SettledRetention = {
  /** UTC ms. */
  at: number
  /** What went back to the client after a dispute, in cents; the rest was released. */
  returnedCents: number
}

/** By milestone, how the retention of its contract was settled; without those whose retention is held. Checks no right. */
export function listSettledRetentions(
  db: Database | Transaction,
  milestoneIds: readonly string[],
): Map<string, SettledRetention> {
  const rows = settledRetentions.all(db, { ids: milestoneIds })
  return new Map(rows.map(({ milestoneId, ...settled }) => [milestoneId, settled]))
}

const retentionContract = sql(
  {
    params: { id: contracts.id },
    row: { ...columns(contracts, 'id', 'status', 'retentionStatus', 'handoverDue'), lastDue: nullable(text) },
  },
  `SELECT c.id, c.status, c.retention_status AS retentionStatus, c.handover_due AS handoverDue, 
          nullif(max(coalesce(c.handover_due, ''), coalesce((SELECT max(m.due_date) FROM contract_milestones m WHERE m.contract_id = c.id), '')), '') AS lastDue
   FROM contracts c WHERE c.id = :id`,
)

/**
 * When a retention becomes due under the terms of its contract (ESC-4, ESC-9): `completion`: with the release of the last milestone, which
 * is expected on `expectedOn` (YYYY-MM-DD), the latest day that the contract agrees; `handover`: once the handover, agreed
 * for `expectedOn` with its extensions, is accepted, where both have signed so (CON-22); `client`: when the client releases it, since the contract ended otherwise; `decision`: when the dispute about it is decided; `returned`: never, because a decision gave it back to the client. YSE 1998 leaves retention to the contract: its own securities (section 36) are separate.
 */
export type RetentionDue = {
  when: 'completion' | 'handover' | 'client' | 'decision' | 'returned'
  expectedOn: string | null
}

/** Null once it is released. Checks no right. */
export function retentionDueOf(db: Database | Transaction, contractId: string): RetentionDue | null {
  const contract = retentionContract.first(db, { id: contractId })
  if (!contract || contract.retentionStatus === 'released') return null
  if (contract.retentionStatus === 'disputed') return { when: 'decision', expectedOn: null }
  if (contract.retentionStatus === 'resolved') return { when: 'returned', expectedOn: null }
  if (awaitsHandover(db, contractId)) return { when: 'handover', expectedOn: extendedHandoverDue(db, contract) }
  if (contract.status === 'active') return { when: 'completion', expectedOn: contract.lastDue }
  return { when: 'client', expectedOn: null }
}
