import type { CompanyContext } from '#app/features/accounts/context.ts'
import { awaitsHandover, extendedHandoverDue } from '#app/features/contracts/closing-days.server.ts'
import { splitByWeights, sumCents } from '#app/platform/money.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer, list, nullable, required, text, type Values } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { paymentCertificates } from '#db/schema/valuations.ts'
import { sql } from '#db/sql.server.ts'
import type { PaymentMethod } from '#db/vocabulary/contracts.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { WorkVatCategory } from '#db/vocabulary/invoicing.ts'
import { restOf } from './milestone.ts'

/**
 * What its provider may invoice of a milestone: what a payment certificate released of it (VAL-3), or the rest once it is closed. Net, VAT and
 * gross are the provider's, in cents.
 */
export type ReleasedMilestone = {
  milestoneId: string
  /** Null for the rest, which is all of it where nothing was certified. */
  certificateId: string | null
  /** 1 for the first of the milestone; null for the rest. */
  certificateNumber: number | null
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
const settledKinds = `('retention_release', 'retention_resolution')`
const certified = `(SELECT coalesce(sum(t.retained_cents), 0) FROM payment_certificates t WHERE t.milestone_id = m.id)`
const ofContract = `m.id AS milestoneId, m.title, m.description, c.id AS contractId, c.number AS contractNumber, c.title AS contractTitle,
  c.payment_method AS paymentMethod, c.client_company_id AS clientCompanyId, k.name AS clientName,
  c.provider_company_id AS providerCompanyId, c.currency, m.net_cents AS netCents, m.vat_rate_bp AS vatRateBp,
  m.vat_category AS vatCategory, m.vat_ground AS vatGround,
  m.vat_cents AS vatCents, m.amount_cents AS amountCents,
  (SELECT min(p.at) FROM ledger_postings p WHERE p.contract_id = c.id AND p.kind IN ${settledKinds}) AS retentionReleasedAt,
  ${returned} AS returnedCents`
const selected = `${ofContract}, m.closed_at AS releasedAt,
  m.certified_net_cents AS certifiedNetCents, m.certified_vat_cents AS certifiedVatCents, m.refunded_net_cents AS refundedNetCents, m.refunded_vat_cents AS refundedVatCents, ${certified} AS certifiedRetainedCents,
  (SELECT -sum(e.amount_cents) ${released} AND a.kind IN ('provider_payable', 'platform_fee')) AS providerCents,
  (SELECT -sum(e.amount_cents) ${released} AND a.kind = 'retention_held') AS heldBackCents`
const contractRow = {
  milestoneId: milestones.id,
  ...columns(milestones, 'title', 'description', 'netCents', 'vatRateBp', 'vatCents', 'amountCents'),
  ...columns(milestones, 'vatCategory', 'vatGround'),
  contractId: contracts.id,
  contractNumber: contracts.number,
  contractTitle: contracts.title,
  ...columns(contracts, 'paymentMethod', 'clientCompanyId', 'providerCompanyId', 'currency'),
  clientName: companies.name,
  returnedCents: integer,
  retentionReleasedAt: nullable(integer),
}
const row = {
  ...contractRow,
  ...columns(milestones, 'certifiedNetCents', 'certifiedVatCents', 'refundedNetCents', 'refundedVatCents'),
  certifiedRetainedCents: integer,
  releasedAt: required(milestones.closedAt),
  providerCents: nullable(integer),
  heldBackCents: nullable(integer),
}
type Row = Values<typeof row>
const source = `FROM released_milestones r CROSS JOIN contract_milestones m ON m.id = r.milestone_id
  CROSS JOIN contracts c ON c.id = m.contract_id CROSS JOIN companies k ON k.id = c.client_company_id
  WHERE r.company_id = :company`

const releasedMilestone = sql(
  { params: { company: companies.id, milestoneId: milestones.id }, row },
  `SELECT ${selected} ${source} AND r.milestone_id = :milestoneId`,
)

/** Which part of a milestone an invoice is for: a certificate's, or (null) the rest. */
export type MilestonePartId = { milestoneId: string; certificateId: string | null }

/**
 * What was released to the company as provider by a certificate of a milestone, or for the rest of it when it was released or resolved with a
 * share for it; null otherwise. Verbs ask it whoever acts; a page that shows it asks for the right to read escrow.
 */
export function getReleasedMilestone(
  ctx: CompanyContext,
  { milestoneId, certificateId }: MilestonePartId,
): ReleasedMilestone | null {
  const company = ctx.company.id
  if (certificateId !== null) {
    const row = releasedCertificate.first(ctx.db, { company, milestoneId, certificateId })
    return row && toReleasedCertificate(ctx.db, row)
  }
  const row = releasedMilestone.first(ctx.db, { company, milestoneId })
  return row && toReleasedMilestone(ctx.db, row)
}

const certificateRow = {
  ...contractRow,
  certificateId: paymentCertificates.id,
  certificateNumber: paymentCertificates.number,
  releasedAt: paymentCertificates.certifiedAt,
  ...columns(paymentCertificates, 'grossCents', 'retainedCents'),
  ownNetCents: paymentCertificates.netCents,
  ownVatCents: paymentCertificates.vatCents,
}
const selectedCertificate = `${ofContract}, t.id AS certificateId, t.number AS certificateNumber, t.certified_at AS releasedAt,
  t.gross_cents AS grossCents, t.retained_cents AS retainedCents, t.net_cents AS ownNetCents, t.vat_cents AS ownVatCents`
const certificateJoins = `CROSS JOIN contract_milestones m ON m.contract_id = c.id
  CROSS JOIN payment_certificates t ON t.milestone_id = m.id CROSS JOIN companies k ON k.id = c.client_company_id`

const releasedCertificate = sql(
  {
    params: { company: companies.id, milestoneId: milestones.id, certificateId: paymentCertificates.id },
    row: certificateRow,
  },
  `SELECT ${selectedCertificate} FROM payment_certificates t CROSS JOIN contract_milestones m ON m.id = t.milestone_id
   CROSS JOIN contracts c ON c.id = m.contract_id CROSS JOIN companies k ON k.id = c.client_company_id
   WHERE t.id = :certificateId AND m.id = :milestoneId AND c.provider_company_id = :company`,
)
const certificatesOf = sql(
  { params: { company: companies.id, contractId: nullable(contracts.id), limit: integer }, row: certificateRow },
  `SELECT ${selectedCertificate} FROM contracts c ${certificateJoins}
   WHERE c.provider_company_id = :company AND (:contractId IS NULL OR c.id = :contractId) ORDER BY t.id DESC LIMIT :limit`,
)
export const newestCertificates = sql(
  { params: { company: companies.id, limit: integer }, row: certificateRow },
  `SELECT ${selectedCertificate}
   FROM (SELECT id FROM contracts INDEXED BY contracts_provider WHERE provider_company_id = :company ORDER BY id DESC LIMIT :limit) n
   CROSS JOIN contracts c ON c.id = n.id ${certificateJoins} ORDER BY t.id DESC LIMIT :limit`,
)

/** A division of the retention may take from a certificate what it retained: its net and VAT are then proportional to the whole. */
function toReleasedCertificate(
  db: Database | Transaction,
  { amountCents: _, returnedCents, ownNetCents, ownVatCents, ...row }: Values<typeof certificateRow>,
): ReleasedMilestone {
  const takenCents = returnedCents > 0 ? returnedOf(db, row.milestoneId, returnedCents)(row.certificateId) : 0
  const retainedCents = row.retainedCents - takenCents
  const grossCents = row.grossCents - takenCents
  const [netCents = 0, vatCents = 0] =
    takenCents === 0 ? [ownNetCents, ownVatCents] : splitByWeights(grossCents, [ownNetCents, ownVatCents])
  return { ...row, netCents, vatCents, grossCents, retainedCents, releasedCents: row.grossCents - row.retainedCents }
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

/** What the company may invoice of milestones, or of those of one contract, latest first. Which parts are invoiced is known to the invoicing feature. */
export function listInvoiceableMilestones(
  ctx: CompanyContext,
  { contractId = null, limit = 200 }: { contractId?: string | null; limit?: number } = {},
): ReleasedMilestone[] {
  const which = contractId === null ? 'ofAll' : 'ofContract'
  const of = { company: ctx.company.id, contractId, limit }
  return latest(ctx.db, releasedMilestones[which].all(ctx.db, of), certificatesOf.all(ctx.db, of), limit)
}

/**
 * The same for a list that many pages count: the latest `limit` milestones that closed, and the certificates of the latest `limit` contracts, so
 * that it costs the same however many contracts the company has had.
 */
export function listNewestInvoiceable(ctx: CompanyContext, limit: number): ReleasedMilestone[] {
  const company = ctx.company.id
  const closed = releasedMilestones.ofAll.all(ctx.db, { company, contractId: null, limit })
  return latest(ctx.db, closed, newestCertificates.all(ctx.db, { company, limit }), limit)
}

function latest(
  db: Database,
  closed: readonly Row[],
  certificates: ReadonlyArray<Values<typeof certificateRow>>,
  limit: number,
): ReleasedMilestone[] {
  const parts = [
    ...closed.map((row) => toReleasedMilestone(db, row)),
    ...certificates.map((row) => toReleasedCertificate(db, row)),
  ]
  return parts
    .filter((part) => part !== null)
    .sort((one, other) => other.releasedAt - one.releasedAt)
    .slice(0, limit)
}

/** What certificates have left of a milestone. After a dispute the provider may get only a part; its net and VAT are proportional to the whole. */
function toReleasedMilestone(
  db: Database | Transaction,
  { providerCents, heldBackCents, returnedCents, certifiedRetainedCents, ...stored }: Row,
): ReleasedMilestone | null {
  const { certifiedNetCents, certifiedVatCents, refundedNetCents, refundedVatCents, amountCents: _, ...row } = stored
  const rest = restOf(stored)
  const isDirect = row.paymentMethod === 'direct_invoice'
  const takenCents = returnedCents > 0 ? returnedOf(db, row.milestoneId, returnedCents)(null) : 0
  const certifiedCents = rest.beforeCents - certifiedRetainedCents
  const releasedCents = isDirect ? 0 : sumCents([providerCents ?? 0, -certifiedCents])
  const retainedCents = isDirect ? 0 : sumCents([heldBackCents ?? 0, -certifiedRetainedCents, -takenCents])
  const grossCents = isDirect ? rest.amountCents : sumCents([releasedCents, retainedCents])
  if (grossCents <= 0) return null
  const whole = grossCents === rest.amountCents
  const [netCents = 0, vatCents = 0] = whole
    ? [rest.netCents, rest.vatCents]
    : splitByWeights(grossCents, [rest.netCents, rest.vatCents])
  const none = { certificateId: null, certificateNumber: null }
  return { ...row, ...none, netCents, vatCents, grossCents, releasedCents, retainedCents }
}

const retainedParts = sql(
  {
    params: { milestoneId: milestones.id },
    row: { certificateId: nullable(paymentCertificates.id), cents: integer },
  },
  `SELECT t.id AS certificateId, t.retained_cents AS cents FROM payment_certificates t WHERE t.milestone_id = :milestoneId
   UNION ALL
   SELECT NULL, (SELECT coalesce(-sum(e.amount_cents), 0)
     FROM ledger_postings p CROSS JOIN ledger_entries e ON e.posting_id = p.id CROSS JOIN ledger_accounts a ON a.id = e.account_id
     WHERE p.milestone_id = :milestoneId AND p.kind = 'release' AND a.kind = 'retention_held')
     - (SELECT coalesce(sum(t.retained_cents), 0) FROM payment_certificates t WHERE t.milestone_id = :milestoneId)`,
)

/** How what a decision gave back of a milestone's retention is spread over its parts: in proportion to what each retained, in cents. */
function returnedOf(db: Database | Transaction, milestoneId: string, returnedCents: number) {
  const parts = retainedParts.all(db, { milestoneId })
  const shares = splitByWeights(
    returnedCents,
    parts.map(({ cents }) => cents),
  )
  return (certificateId: string | null) => shares[parts.findIndex((part) => part.certificateId === certificateId)] ?? 0
}

const settled = sql(
  {
    params: { ids: list(milestones.id) },
    row: { milestoneId: milestones.id, at: integer, returnedCents: integer },
  },
  `SELECT m.id AS milestoneId, min(p.at) AS at, ${returned} AS returnedCents
   FROM contract_milestones m JOIN ledger_postings p ON p.contract_id = m.contract_id AND p.kind IN ${settledKinds}
   WHERE m.id IN (SELECT value FROM json_each(:ids)) GROUP BY m.id`,
)

export type SettledRetention = {
  /** UTC ms. */
  at: number
  /** What went back to the client after a dispute, in cents; the rest was released. */
  returnedCents: number
}

/** How the retention of a contract was settled for parts of its milestones (invoices of them); null while it is held. Checks no right. */
export function settledRetentions(db: Database | Transaction, milestoneIds: readonly string[]) {
  const rows = settled.all(db, { ids: milestoneIds })
  const byMilestone = new Map(rows.map((row) => [row.milestoneId, row]))
  return (part: { milestoneId: string | null; certificateId: string | null }): SettledRetention | null => {
    const found = byMilestone.get(part.milestoneId ?? '')
    if (!found) return null
    const { at, milestoneId, returnedCents } = found
    return { at, returnedCents: returnedCents > 0 ? returnedOf(db, milestoneId, returnedCents)(part.certificateId) : 0 }
  }
}

const retentionContract = sql(
  {
    params: { id: contracts.id },
    row: { ...columns(contracts, 'id', 'status', 'retentionStatus', 'handoverDue'), lastDue: nullable(text) },
  },
  `SELECT c.id, c.status, c.retention_status AS retentionStatus, c.handover_due AS handoverDue, 
          nullif(max(coalesce(c.handover_due, ''), coalesce((SELECT max(coalesce(m.extended_due_date, m.due_date)) FROM contract_milestones m WHERE m.contract_id = c.id), '')), '') AS lastDue
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
