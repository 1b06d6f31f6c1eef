import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import type { Signature } from '#app/features/contracts/queries.server.ts'
import type { CertifiedSignature } from '#app/features/contracts/signing-certificate.server.ts'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, oneOf } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrderSignatures, changeOrders, milestones } from '#db/schema/escrow.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { contractParties, contractStatuses } from '#db/vocabulary/contracts.ts'
import { type ChangeFile, listChangeFiles } from './change-files.server.ts'
import { type ChangeOrderAction, changeOrderMachine, changeOrderRight } from './change-order.ts'
import { type ChangeOrderRow, changeOrderText, listChangeLines } from './change-order-text.server.ts'
import { deductionFit, extensionFits, findChangeRole, type LoadedChangeOrder } from './load-change-order.server.ts'

const contractOf = sql(
  {
    params: { id: contracts.id, company: companies.id },
    row: {
      ...columns(contracts, 'id', 'number', 'title', 'currency', 'bidId', 'projectId', 'sentAt'),
      status: oneOf(contractStatuses, contracts.status),
      party: oneOf(contractParties),
    },
  },
  `SELECT id, number, title, currency, bid_id AS bidId, project_id AS projectId, sent_at AS sentAt, status,
          CASE WHEN client_company_id = :company THEN 'client' ELSE 'provider' END AS party
   FROM contracts WHERE id = :id AND activated_at IS NOT NULL AND :company IN (client_company_id, provider_company_id)`,
)

export type ChangedContract = RowOf<typeof contractOf> & {
  /** Whether the user can propose a change now. */
  mayPropose: boolean
}

/** A contract in force or ended, for the pages of its changes and its parties; null for everybody else. */
export function getChangedContract(ctx: CompanyContext, contractId: string): ChangedContract | null {
  const row = contractOf.first(ctx.db, { id: contractId, company: companyInScope(ctx, 'contracts.read') })
  return row
    ? { ...row, mayPropose: row.status === 'active' && can(withinProject(ctx, row.projectId), changeOrderRight) }
    : null
}

const list = sql(
  {
    params: { contract: contracts.id },
    row: {
      ...columns(changeOrders, 'id', 'number', 'proposer', 'title', 'reason', 'netCents', 'vatCents', 'grossCents'),
      ...columns(changeOrders, 'extensionDays', 'status', 'proposedAt', 'decidedAt', 'updatedAt', 'documentHash'),
    },
  },
  `SELECT id, number, proposer, title, reason, net_cents AS netCents, vat_cents AS vatCents, gross_cents AS grossCents,
          extension_days AS extensionDays, status, proposed_at AS proposedAt, decided_at AS decidedAt, updated_at AS updatedAt,
          document_hash AS documentHash
   FROM change_orders WHERE contract_id = :contract ORDER BY number NULLS LAST, id`,
)

export type ChangeListItem = RowOf<typeof list>

/** The change orders of a contract as one of its parties sees them, in their order: without the other's drafts. Checks no right: the caller has. */
export function listChangeOrders(ctx: CompanyContext, { id, party }: Pick<ChangedContract, 'id' | 'party'>) {
  return list.all(ctx.db, { contract: id }).filter((row) => findChangeRole(row, party) !== null)
}

/** The change orders of a contract that were proposed, in their order. Checks no right: the caller has. */
export function listProposedChanges(db: Database | Transaction, contractId: string): ChangeOrderRow[] {
  const { contractId: of, documentHash, number } = changeOrders
  const proposed = and(eq(of, contractId), isNotNull(documentHash))
  return db.select().from(changeOrders).where(proposed).orderBy(asc(number)).all()
}

const signaturesOf = sql(
  {
    params: { id: changeOrders.id },
    row: {
      ...columns(
        changeOrderSignatures,
        'party',
        'ordinal',
        'typedName',
        'accountName',
        'accountEmail',
        'accountSource',
      ),
      ...columns(
        changeOrderSignatures,
        'nameReason',
        'jobTitle',
        'authority',
        'drawing',
        'recordHash',
        'signedAt',
        'documentHash',
      ),
    },
  },
  `SELECT party, ordinal, typed_name AS typedName, account_name AS accountName, account_email AS accountEmail,
          account_source AS accountSource, name_reason AS nameReason, job_title AS jobTitle, authority, drawing,
          record_hash AS recordHash, signed_at AS signedAt, document_hash AS documentHash
   FROM change_order_signatures WHERE change_order_id = :id ORDER BY id, ordinal`,
)

/** Who has signed a change order for each party. Checks no right: the caller has. */
export const listChangeSignatures = (db: Database | Transaction, id: string): Signature[] =>
  signaturesOf.all(db, { id }).map((signature) => ({ ...signature, formerNames: [] }))

const addresses = sql(
  { params: { id: changeOrders.id }, row: columns(changeOrderSignatures, 'party', 'ordinal', 'ip') },
  'SELECT party, ordinal, ip FROM change_order_signatures WHERE change_order_id = :id',
)

/** The same with the addresses that they signed from, for its parties. Checks no right: the caller has. */
export function listCertifiedSignatures(db: Database | Transaction, id: string): CertifiedSignature[] {
  const from = addresses.all(db, { id })
  return listChangeSignatures(db, id).map((signature) => {
    const stored = from.find(({ party, ordinal }) => party === signature.party && ordinal === signature.ordinal)
    return { ...signature, ip: stored?.ip ?? null }
  })
}

const effect = sql(
  {
    params: { change: changeOrders.id, milestone: milestones.id },
    row: columns(milestones, 'id', 'position', 'title', 'status'),
  },
  `SELECT id, position, title, status FROM contract_milestones WHERE change_order_id = :change OR id = :milestone LIMIT 1`,
)

/** What a change order is read from, on a page or as a PDF. */
export type ChangeOrderPaper = {
  status: ChangeListItem['status']
  text: string
  /** SHA-256 of the text; null for a draft, whose text can still change. */
  hash: string | null
}

export type ChangeOrderDetail = {
  change: ReturnType<typeof changeOf>
  contract: ChangedContract
  role: LoadedChangeOrder['role']
  paper: ChangeOrderPaper
  /** SHA-256 of the text as it is shown, also of a draft's. */
  shownHash: string
  /** Whether the rows still say what the frozen text says. */
  rowsMatch: boolean
  lines: ReturnType<typeof listChangeLines>
  files: Omit<ChangeFile, 'storedAs'>[]
  signatures: Signature[]
  /** The milestone that it has added, or reduces. */
  milestone: RowOf<typeof effect> | null
  createdBy: string
  actions: ChangeOrderAction[]
}

const author = sql({ params: { id: users.id }, row: columns(users, 'name') }, 'SELECT name FROM users WHERE id = :id')

/** A change order for a party that may see it; null for everybody else. */
export function getChangeOrder(ctx: CompanyContext, contractId: string, id: string): ChangeOrderDetail | null {
  const contract = getChangedContract(ctx, contractId)
  const found = rowsOf(ctx.db, id)
  if (!contract || found?.change.contractId !== contractId) return null
  const role = findChangeRole(found.change, contract.party)
  if (!role) return null
  const { change } = found
  const { text, hash } = changeOrderText(ctx.db, found.contract, change)
  const fits = { deduction: deductionFit(ctx.db, change), extensionFits: extensionFits(ctx.db, change) }
  const facts = { contractIsActive: contract.status === 'active', ...fits }
  return {
    change: changeOf(change),
    contract,
    role,
    paper: { status: change.status, text: change.documentText ?? text, hash: change.documentHash },
    shownHash: change.documentHash ?? hash,
    rowsMatch: change.documentText === null || change.documentText === text,
    lines: listChangeLines(ctx.db, id),
    files: listChangeFiles(ctx.db, id).map(({ storedAs: _place, ...file }) => file),
    signatures: listChangeSignatures(ctx.db, id),
    milestone: effect.first(ctx.db, { change: id, milestone: change.milestoneId ?? '' }) ?? null,
    createdBy: author.first(ctx.db, { id: change.createdBy })?.name ?? '',
    actions: can(withinProject(ctx, contract.projectId), changeOrderRight)
      ? changeOrderMachine.allowed(change.status, role, facts)
      : [],
  }
}

/** What a colleague reads who is asked to sign a change order of their company; null for everybody else. */
export function changeOrderToSign(ctx: CompanyContext, id: string) {
  const contractId = rowsOf(ctx.db, id)?.change.contractId
  const found = contractId === undefined ? null : getChangeOrder(ctx, contractId, id)
  return found && { paper: found.paper, proposedAt: found.change.proposedAt }
}

const changeOf = ({ documentText: _text, createdBy: _author, ...change }: ChangeOrderRow) => change

function rowsOf(db: Database | Transaction, id: string) {
  return db
    .select({ change: changeOrders, contract: contracts })
    .from(changeOrders)
    .innerJoin(contracts, eq(contracts.id, changeOrders.contractId))
    .where(eq(changeOrders.id, id))
    .get()
}
