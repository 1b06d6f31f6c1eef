import { eq, inArray } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { permittedActions } from '#app/features/accounts/require-right.server.ts'
import { type PublicSignature, publicSignatures } from '#app/features/contracts/signing/public-signature.ts'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import { findStandstill } from '#app/features/standstill/find-standstill.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, columns, integer, nullable, oneOf, required, text } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { contractEvents, contractSignatures, contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { projects } from '#db/schema/projects.ts'
import { companyCounts } from '#db/schema/summaries.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import {
  type AuthorityBasis,
  type accountSources,
  type ContractParty,
  type ContractStatus,
  contractParties,
  contractStatuses,
  type PaymentMethod,
} from '#db/vocabulary/contracts.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { RetentionStatus } from '#db/vocabulary/escrow.ts'
import { type ContractBid, findAwardedBid } from './awarded-bid.server.ts'
import { type ContractAction, type ContractStep, contractMachine, contractSteps } from './contract.ts'
import { type FrozenParty, frozenParties } from './contract-document.ts'
import { contractRights } from './contract-rights.ts'
import { rowsMatchText, sha256 } from './contract-text.server.ts'
import { extensionsByMilestone } from './due-dates/extensions.server.ts'
import { pageSize } from './limits.ts'
import { listFormerNames } from './signer-names.server.ts'

const listColumns = `c.id, c.number, c.title, c.status, c.payment_method AS paymentMethod, c.currency,
  c.updated_at AS updatedAt`
const shown = `id, number, title, status, paymentMethod, currency, (
    SELECT sum(amount_cents) FROM contract_milestones WHERE contract_id = found.id) AS grossCents, (
    SELECT coalesce(sum(amount_cents), 0) FROM contract_milestones
    WHERE contract_id = found.id AND found.status = 'active' AND status IN ('planned', 'funded', 'changes_requested')) AS undeliveredCents, updatedAt, party, counterparty`

/** Each side is read in the order of its own index, and limited, before the two are merged. */
const list = {
  params: { company: companies.id, status: nullable(contracts.status), start: integer, end: integer },
  row: {
    ...columns(contracts, 'id', 'number', 'title', 'status', 'paymentMethod', 'currency', 'updatedAt'),
    /** The sum to date: as signed, with the change orders agreed since (CON-7). */
    grossCents: integer,
    /** What of it is not delivered yet, while the contract runs. */
    undeliveredCents: integer,
    party: oneOf(contractParties),
    counterparty: companies.name,
  },
}
const sideQuery = (party: ContractParty, filtered: boolean) => `SELECT * FROM (
      SELECT ${listColumns}, '${party}' AS party, p.name AS counterparty
      FROM contracts c INDEXED BY contracts_${party}${filtered ? '_status' : ''}
      CROSS JOIN companies p ON p.id = c.${party === 'client' ? 'provider' : 'client'}_company_id
      WHERE c.${party}_company_id = :company ${party === 'provider' ? 'AND c.sent_at IS NOT NULL' : ''} ${filtered ? 'AND c.status = :status' : ''}
      ORDER BY c.id DESC LIMIT :end)`
const listQuery = (sides: readonly ContractParty[], filtered: boolean) =>
  sql(
    list,
    `SELECT ${shown} FROM (${sides.map((party) => sideQuery(party, filtered)).join(' UNION ALL ')}) found
  ORDER BY id DESC LIMIT ${pageSize} OFFSET :start`,
  )
const listsOf = (sides: readonly ContractParty[]) => ({
  all: listQuery(sides, false),
  ofStatus: listQuery(sides, true),
})
const lists = { both: listsOf(contractParties), client: listsOf(['client']), provider: listsOf(['provider']) }

export type ContractListItem = RowOf<typeof lists.both.all>

/** The company's contracts, on one side or either, newest first; `page` starts at 1. */
export function listContracts(
  ctx: CompanyContext,
  filter: { status: ContractStatus | null; party?: ContractParty | null; page: number },
): ContractListItem[] {
  const start = (filter.page - 1) * pageSize
  const place = { company: companyInScope(ctx, 'contracts.read'), status: filter.status, start, end: start + pageSize }
  return lists[filter.party ?? 'both'][filter.status ? 'ofStatus' : 'all'].all(ctx.db, place)
}

const countByStatus = sql(
  {
    params: { company: companies.id, client: boolean, provider: boolean },
    row: { status: oneOf(contractStatuses, companyCounts.status), count: integer },
  },
  // A draft that went with its award was never sent: its provider knows nothing of it.
  `SELECT status, sum(count) - unsent AS count FROM (SELECT status, count, CASE WHEN status = 'voided' AND :provider THEN (SELECT count(*) FROM contracts
       WHERE provider_company_id = :company AND status = 'voided' AND sent_at IS NULL) ELSE 0 END AS unsent FROM company_counts
     WHERE company_id = :company AND ((:client AND subject = 'contract_as_client') OR (:provider AND subject = 'contract_as_provider' AND status <> 'draft')))
   GROUP BY status HAVING sum(count) > unsent`,
)

/** The number of the company's contracts in each state, on one side or either. */
export function countContracts(
  ctx: CompanyContext,
  party: ContractParty | null = null,
): Partial<Record<ContractStatus, number>> {
  const rows = countByStatus.all(ctx.db, {
    company: companyInScope(ctx, 'contracts.read'),
    ...{ client: party !== 'provider', provider: party !== 'client' },
  })
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

export type ContractMilestone = ReturnType<typeof listMilestones>[number]

/** A party of a draft is as its company is; once sent, as the frozen text names it. */
export type Party = FrozenParty & {
  id: string
  /** The company's name now, where it is another than in the frozen text. */
  laterName: string | null
  /** The company's address now, where the frozen text has none. */
  laterAddress: Pick<FrozenParty, 'street' | 'postalCode' | 'city'> | null
}

export type Signature = {
  party: ContractParty
  /** 2 for the second person of the party, where the sum is above the mandate of the first. */
  ordinal: number
  typedName: string
  /** The signer's account when they signed, or (`later`) when that was first recorded. */
  accountName: string
  accountEmail: string
  accountSource: (typeof accountSources)[number]
  /** Why another name than the account's was typed. */
  nameReason: string | null
  /** The signer's role and the basis of their authority; null where they were not asked. */
  jobTitle: string | null
  authority: AuthorityBasis | null
  /** `drawing.ts`; null where nothing was drawn. */
  drawing: string | null
  /** SHA-256 of `signatureRecord`. */
  recordHash: string | null
  /** Names that the account had shortly before, until when (UTC ms). */
  formerNames: Array<{ name: string; changedAt: number }>
  signedAt: number
  documentHash: string
}

export type ContractDetail = {
  id: string
  number: string
  projectId: string
  projectTitle: string
  /** The zone (IANA) of the project's deadlines, if known. */
  timeZone: string | null
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
  /** Whether the rows still say what the frozen text says. */
  rowsMatch: boolean
  sentAt: number | null
  expiresAt: number | null
  activatedAt: number | null
  closedAt: number | null
  /** Once the contract has ended with a retention. */
  retentionStatus: RetentionStatus | null
  updatedAt: number
  client: Party
  provider: Party
  /** The side of the caller's company. */
  party: ContractParty
  milestones: ContractMilestone[]
  signatures: Signature[]
  events: {
    id: string
    action: ContractStep
    toStatus: ContractStatus
    actorName: string | null
    reason: string | null
    at: number
  }[]
  /** The actions that the caller may take now. */
  actions: ContractAction[]
}

const contractDetail = sql(
  {
    params: { id: contracts.id, company: companies.id },
    row: {
      ...columns(contracts, 'id', 'number', 'projectId', 'title', 'terms', 'status', 'paymentMethod', 'currency'),
      ...columns(contracts, 'netCents', 'vatCents'),
      ...columns(contracts, 'grossCents', 'retentionBp', 'platformFeeBp', 'documentText', 'documentHash', 'sentAt'),
      ...columns(contracts, 'expiresAt', 'activatedAt', 'closedAt', 'retentionStatus', 'updatedAt'),
      ...columns(contracts, 'clientCompanyId', 'providerCompanyId'),
      projectTitle: projects.title,
      timeZone: projects.timeZone,
    },
  },
  `SELECT c.id, c.number, c.project_id AS projectId, p.title AS projectTitle, p.time_zone AS timeZone, c.title, c.terms, c.status,
          c.payment_method AS paymentMethod, c.currency, c.net_cents AS netCents, c.vat_cents AS vatCents,
          c.gross_cents AS grossCents, c.retention_bp AS retentionBp, c.platform_fee_bp AS platformFeeBp,
          c.document_text AS documentText, c.document_hash AS documentHash, c.sent_at AS sentAt, c.expires_at AS expiresAt,
          c.activated_at AS activatedAt, c.closed_at AS closedAt,
          c.retention_status AS retentionStatus, c.updated_at AS updatedAt,
          c.client_company_id AS clientCompanyId, c.provider_company_id AS providerCompanyId
   FROM contracts c JOIN projects p ON p.id = c.project_id
   WHERE c.id = :id AND (c.client_company_id = :company OR (c.provider_company_id = :company AND c.sent_at IS NOT NULL))`,
)

const signaturesOf = sql(
  {
    params: { id: contracts.id },
    row: {
      ...columns(
        contractSignatures,
        'party',
        'ordinal',
        'typedName',
        'accountName',
        'accountEmail',
        'accountSource',
        'nameReason',
      ),
      ...columns(contractSignatures, 'jobTitle', 'authority', 'drawing', 'recordHash'),
      ...columns(contractSignatures, 'signedAt', 'documentHash'),
    },
  },
  `SELECT party, ordinal, typed_name AS typedName, account_name AS accountName, account_email AS accountEmail,
          account_source AS accountSource, name_reason AS nameReason, job_title AS jobTitle, authority, drawing,
          record_hash AS recordHash, signed_at AS signedAt, document_hash AS documentHash
   FROM contract_signatures WHERE contract_id = :id ORDER BY id, ordinal`,
)

/** Who has signed a contract, with the account that did. Checks no right: the caller has. */
export function listSignatures(db: Database | Transaction, id: string): Signature[] {
  const former = listFormerNames(db, id)
  const isOf = (signature: { party: ContractParty; ordinal: number }) => (name: typeof signature) =>
    name.party === signature.party && name.ordinal === signature.ordinal
  return signaturesOf
    .all(db, { id })
    .map((signature) => ({ ...signature, formerNames: former.filter(isOf(signature)) }))
}

/** A contract as seen by one of its parties; null for everybody else, and for the provider while it is a draft. */
export function getContract(ctx: CompanyContext, id: string): ContractDetail | null {
  const row = contractDetail.first(ctx.db, { id, company: companyInScope(ctx, 'contracts.read') })
  if (!row) return null
  const { clientCompanyId, providerCompanyId, ...contract } = row
  const parties = ctx.db
    .select(columns(companies, 'id', 'name', 'businessId', 'street', 'postalCode', 'city'))
    .from(companies)
    .where(inArray(companies.id, [clientCompanyId, providerCompanyId]))
    .all()
  const frozen = contract.documentText === null ? null : frozenParties(contract.documentText)
  const named = (companyId: string, side: ContractParty) =>
    partyOf(parties.find((one) => one.id === companyId) as CompanyNow, frozen?.[side] ?? null)
  const party: ContractParty = clientCompanyId === ctx.company.id ? 'client' : 'provider'
  const signatures = listSignatures(ctx.db, id)
  return {
    ...contract,
    rowsMatch: hasMatchingRows(ctx.db, id),
    client: named(clientCompanyId, 'client'),
    provider: named(providerCompanyId, 'provider'),
    ...{ party, signatures },
    milestones: listMilestones(ctx.db, id),
    events: listEvents(ctx.db, id),
    actions: permittedActions(
      withinProject(ctx, contract.projectId),
      contractMachine.allowed(contract.status, party, {
        ...{ now: ctx.now, expiresAt: contract.expiresAt, isSender: party === 'client' },
        standstillEndsAt: findStandstill(ctx.db, contract.projectId)?.endsAt ?? null,
        hasSigned: signatures.some((signature) => signature.party === party),
      }),
      contractRights,
    ),
  }
}

type CompanyNow = FrozenParty & { id: string }

function partyOf(now: CompanyNow, frozen: FrozenParty | null): Party {
  if (!frozen) return { ...now, laterName: null, laterAddress: null }
  const { id, name, street, postalCode, city } = now
  return {
    ...frozen,
    id,
    laterName: name === frozen.name ? null : name,
    laterAddress: frozen.street === null && street !== null ? { street, postalCode, city } : null,
  }
}

function listMilestones(db: Database, id: string) {
  const extensionsOf = extensionsByMilestone(db, id)
  return db
    .select({
      ...columns(milestones, 'id', 'position', 'title', 'description', 'netCents', 'vatRateBp', 'vatCents'),
      ...columns(milestones, 'vatCategory', 'vatGround', 'amountCents', 'dueDate', 'extendedDueDate', 'status'),
    })
    .from(milestones)
    .where(eq(milestones.contractId, id))
    .orderBy(milestones.position)
    .all()
    .map((row) => ({ ...row, extensions: extensionsOf(row.id) }))
}

const eventsOf = sql(
  {
    params: { id: contracts.id },
    row: {
      ...columns(contractEvents, 'id', 'toStatus', 'reason', 'at'),
      action: oneOf(contractSteps, contractEvents.action),
      actorName: nullable(users.name),
    },
  },
  `SELECT e.id, e.action, e.to_status AS toStatus, u.name AS actorName, e.reason, e.at
   FROM contract_events e LEFT JOIN users u ON u.id = e.actor_id
   WHERE e.contract_id = :id AND e.action <> 'edit' ORDER BY e.id DESC LIMIT 100`,
)

function listEvents(db: Database, id: string): ContractDetail['events'] {
  return eventsOf.all(db, { id })
}

export type Certificate = {
  number: string
  status: ContractStatus
  clientName: string
  providerName: string
  sentAt: number | null
  documentHash: string
  signatures: PublicSignature[]
  /** Whether the stored text, and every signature, still has the hash. */
  matches: boolean
  /** Whether the rows that the product works with still say what the text says. */
  rowsMatch: boolean
}

const documentByHash = sql(
  {
    params: { hash: text },
    row: {
      ...columns(contracts, 'id', 'number', 'status', 'sentAt'),
      documentHash: required(contracts.documentHash),
      documentText: required(contracts.documentText),
    },
  },
  `SELECT id, number, status, sent_at AS sentAt, document_hash AS documentHash, document_text AS documentText
   FROM contracts WHERE document_hash = :hash`,
)

function hasMatchingRows(db: Database, id: string): boolean {
  const row = db.select().from(contracts).where(eq(contracts.id, id)).get()
  return row !== undefined && rowsMatchText(db, row)
}

/**
 * The public facts of a document, by its hash: who signed it and when, but no amounts; null for unknown hashes. The parties
 * are those of the frozen text, not what their companies are called now.
 */
export function getCertificate(db: Database, hash: string): Certificate | null {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null
  const row = documentByHash.first(db, { hash })
  if (!row) return null
  const { id, documentText, ...certificate } = row
  const { client, provider } = frozenParties(documentText)
  const signatures = publicSignatures(listSignatures(db, id))
  const matches = sha256(documentText) === hash && signatures.every((signature) => signature.documentHash === hash)
  const rowsMatch = hasMatchingRows(db, id)
  return { ...certificate, clientName: client.name, providerName: provider.name, signatures, matches, rowsMatch }
}

export type ContractBasis = ContractBid & {
  /** The standing contract of the project, if there is one. */
  contractId: string | null
}

const standingContract = sql(
  { params: columns(contracts, 'projectId'), row: columns(contracts, 'id') },
  `SELECT id FROM contracts WHERE project_id = :projectId
   AND status IN ('draft','sent','partially_signed','active','completed')`,
)

/** The basis for drafting a project's contract; null unless the project is the company's and has a standing award. */
export function getContractBasis(ctx: CompanyContext, projectId: string): ContractBasis | null {
  const bid = findAwardedBid(ctx.db, ctx.company.id, projectId)
  if (!bid) return null
  const standing = standingContract.first(ctx.db, { projectId })
  return { ...bid, contractId: standing?.id ?? null }
}
