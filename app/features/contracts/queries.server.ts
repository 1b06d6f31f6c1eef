import type { CompanyContext } from '#app/features/accounts/context.ts'
import { permittedActions } from '#app/features/accounts/require-right.server.ts'
import type { Database } from '#db/client.server.ts'
import { allRows, firstRow } from '#db/prepared.server.ts'
import type { ContractParty, ContractStatus, PaymentMethod } from '#db/vocabulary/contracts.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { type ContractBid, findAwardedBid } from './awarded-bid.server.ts'
import { type ContractAction, contractMachine } from './contract.ts'
import { contractRights } from './contract-rights.ts'
import { sha256 } from './contract-text.server.ts'
import { pageSize } from './limits.ts'

export type ContractListItem = {
  id: string
  number: string
  title: string
  status: ContractStatus
  paymentMethod: PaymentMethod
  currency: Currency
  grossCents: number
  party: ContractParty
  counterparty: string
  updatedAt: number
}

const listColumns = `c.id, c.number, c.title, c.status, c.payment_method AS paymentMethod, c.currency,
  c.gross_cents AS grossCents, c.updated_at AS updatedAt`

/** Each side is read in the order of its own index, and limited, before the two are merged. */
const listQuery = (filtered: boolean) => `
  SELECT * FROM (
    SELECT * FROM (
      SELECT ${listColumns}, 'client' AS party, p.name AS counterparty
      FROM contracts c JOIN companies p ON p.id = c.provider_company_id
      WHERE c.client_company_id = @company ${filtered ? 'AND c.status = @status' : ''}
      ORDER BY c.id DESC LIMIT @end)
    UNION ALL
    SELECT * FROM (
      SELECT ${listColumns}, 'provider' AS party, p.name AS counterparty
      FROM contracts c JOIN companies p ON p.id = c.client_company_id
      WHERE c.provider_company_id = @company AND c.status <> 'draft' ${filtered ? 'AND c.status = @status' : ''}
      ORDER BY c.id DESC LIMIT @end))
  ORDER BY id DESC LIMIT ${pageSize} OFFSET @start`
const listQueries = { all: listQuery(false), filtered: listQuery(true) }

/** The company's contracts on either side, newest first; `page` starts at 1. */
export function listContracts(
  ctx: CompanyContext,
  filter: { status: ContractStatus | null; page: number },
): ContractListItem[] {
  const start = (filter.page - 1) * pageSize
  const place = { company: ctx.company.id, start, end: start + pageSize }
  if (!filter.status) return allRows<ContractListItem>(ctx.db, listQueries.all, place)
  return allRows<ContractListItem>(ctx.db, listQueries.filtered, { ...place, status: filter.status })
}

/** The number of the company's contracts in each state. */
export function countContracts(ctx: CompanyContext): Partial<Record<ContractStatus, number>> {
  const rows = allRows<{ status: ContractStatus; count: number }>(
    ctx.db,
    `SELECT status, sum(n) AS count FROM (
       SELECT status, count(*) AS n FROM contracts WHERE client_company_id = @company GROUP BY status
       UNION ALL
       SELECT status, count(*) AS n FROM contracts WHERE provider_company_id = @company AND status <> 'draft' GROUP BY status)
     GROUP BY status`,
    { company: ctx.company.id },
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

export type ContractMilestone = {
  id: string
  position: number
  title: string
  description: string
  netCents: number
  vatRateBp: number
  vatCents: number
  amountCents: number
  dueDate: string | null
  status: MilestoneStatus
}

type Party = {
  id: string
  name: string
  businessId: string | null
  street: string | null
  postalCode: string | null
  city: string | null
}

export type Signature = {
  party: ContractParty
  typedName: string
  signerName: string
  signedAt: number
  documentHash: string
}

export type ContractDetail = {
  id: string
  number: string
  projectId: string
  projectTitle: string
  title: string
  terms: string
  status: ContractStatus
  paymentMethod: PaymentMethod
  currency: Currency
  netCents: number
  vatCents: number
  grossCents: number
  retentionBp: number
  platformFeeBp: number
  documentText: string | null
  documentHash: string | null
  sentAt: number | null
  expiresAt: number | null
  activatedAt: number | null
  closedAt: number | null
  updatedAt: number
  client: Party
  provider: Party
  /** The side of the caller's company. */
  party: ContractParty
  milestones: ContractMilestone[]
  signatures: Signature[]
  events: {
    id: string
    action: ContractAction
    toStatus: ContractStatus
    actorName: string | null
    reason: string | null
    at: number
  }[]
  /** The actions that the caller may take now. */
  actions: ContractAction[]
}

type DetailRow = Omit<
  ContractDetail,
  'client' | 'provider' | 'party' | 'milestones' | 'signatures' | 'events' | 'actions'
> & {
  clientCompanyId: string
  providerCompanyId: string
}

const detailQuery = `
  SELECT c.id, c.number, c.project_id AS projectId, p.title AS projectTitle, c.title, c.terms, c.status,
         c.payment_method AS paymentMethod, c.currency, c.net_cents AS netCents, c.vat_cents AS vatCents,
         c.gross_cents AS grossCents, c.retention_bp AS retentionBp, c.platform_fee_bp AS platformFeeBp,
         c.document_text AS documentText, c.document_hash AS documentHash, c.sent_at AS sentAt, c.expires_at AS expiresAt,
         c.activated_at AS activatedAt, c.closed_at AS closedAt, c.updated_at AS updatedAt,
         c.client_company_id AS clientCompanyId, c.provider_company_id AS providerCompanyId
  FROM contracts c JOIN projects p ON p.id = c.project_id
  WHERE c.id = @id AND (c.client_company_id = @company OR (c.provider_company_id = @company AND c.status <> 'draft'))`

const signaturesQuery = `
  SELECT s.party, s.typed_name AS typedName, u.name AS signerName, s.signed_at AS signedAt, s.document_hash AS documentHash
  FROM contract_signatures s JOIN users u ON u.id = s.user_id WHERE s.contract_id = @id ORDER BY s.id`

/** A contract as seen by one of its parties; null for everybody else, and for the provider while it is a draft. */
export function getContract(ctx: CompanyContext, id: string): ContractDetail | null {
  const row = firstRow<DetailRow>(ctx.db, detailQuery, { id, company: ctx.company.id })
  if (!row) return null
  const { clientCompanyId, providerCompanyId, ...contract } = row
  const parties = allRows<Party>(
    ctx.db,
    `SELECT id, name, business_id AS businessId, street, postal_code AS postalCode, city FROM companies
     WHERE id IN (@clientCompanyId, @providerCompanyId)`,
    { clientCompanyId, providerCompanyId },
  )
  const named = (companyId: string) => parties.find((one) => one.id === companyId) as Party
  const party: ContractParty = clientCompanyId === ctx.company.id ? 'client' : 'provider'
  const signatures = allRows<Signature>(ctx.db, signaturesQuery, { id })
  return {
    ...contract,
    client: named(clientCompanyId),
    provider: named(providerCompanyId),
    party,
    milestones: listMilestones(ctx.db, id),
    signatures,
    events: listEvents(ctx.db, id),
    actions: permittedActions(
      ctx,
      contractMachine.allowed(contract.status, party, {
        now: ctx.now,
        expiresAt: contract.expiresAt,
        isSender: party === 'client',
        hasSigned: signatures.some((signature) => signature.party === party),
        // The escrow feature knows what is held; its page refuses to terminate while there is any.
        heldCents: 0,
      }),
      contractRights,
    ),
  }
}

function listMilestones(db: Database, id: string): ContractMilestone[] {
  return allRows<ContractMilestone>(
    db,
    `SELECT id, position, title, description, net_cents AS netCents, vat_rate_bp AS vatRateBp, vat_cents AS vatCents,
            amount_cents AS amountCents, due_date AS dueDate, status
     FROM contract_milestones WHERE contract_id = @id ORDER BY position`,
    { id },
  )
}

function listEvents(db: Database, id: string): ContractDetail['events'] {
  return allRows(
    db,
    `SELECT e.id, e.action, e.to_status AS toStatus, u.name AS actorName, e.reason, e.at
     FROM contract_events e LEFT JOIN users u ON u.id = e.actor_id
     WHERE e.contract_id = @id AND e.action <> 'edit' ORDER BY e.id DESC LIMIT 100`,
    { id },
  )
}

export type Certificate = {
  number: string
  status: ContractStatus
  clientName: string
  providerName: string
  sentAt: number | null
  documentHash: string
  signatures: Omit<Signature, 'signerName'>[]
  /** Whether the stored text, and every signature, still has the hash. */
  matches: boolean
}

/** The public facts of a document, by its hash: who signed it and when, but no amounts; null for unknown hashes. */
export function getCertificate(db: Database, hash: string): Certificate | null {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null
  const row = firstRow<Omit<Certificate, 'signatures' | 'matches'> & { id: string; documentText: string }>(
    db,
    `SELECT c.id, c.number, c.status, a.name AS clientName, b.name AS providerName, c.sent_at AS sentAt,
            c.document_hash AS documentHash, c.document_text AS documentText
     FROM contracts c JOIN companies a ON a.id = c.client_company_id JOIN companies b ON b.id = c.provider_company_id
     WHERE c.document_hash = @hash`,
    { hash },
  )
  if (!row) return null
  const { id, documentText, ...certificate } = row
  const signatures = allRows<Signature>(db, signaturesQuery, { id }).map(({ signerName: _, ...signature }) => signature)
  const matches = sha256(documentText) === hash && signatures.every((signature) => signature.documentHash === hash)
  return { ...certificate, signatures, matches }
}

export type ContractBasis = ContractBid & {
  /** The standing contract of the project, if there is one. */
  contractId: string | null
}

/** The basis for drafting a project's contract; null unless the project is the company's and has a standing award. */
export function getContractBasis(ctx: CompanyContext, projectId: string): ContractBasis | null {
  const bid = findAwardedBid(ctx.db, ctx.company.id, projectId)
  if (!bid) return null
  const standing = firstRow<{ id: string }>(
    ctx.db,
    `SELECT id FROM contracts WHERE project_id = @projectId
     AND status IN ('draft','sent','partially_signed','active','completed')`,
    { projectId },
  )
  return { ...bid, contractId: standing?.id ?? null }
}
