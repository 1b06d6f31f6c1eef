import { and, asc, eq } from 'drizzle-orm'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { invoiceText } from '#app/features/invoicing/assign-invoice-number.server.ts'
import { getInvoiceContent } from '#app/features/invoicing/content/content-rows.server.ts'
import { sumCents } from '#app/platform/money.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, nullable, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import {
  deliverables,
  ledgerAccounts,
  ledgerEntries,
  ledgerPostings,
  milestoneEvents,
  milestones,
} from '#db/schema/escrow.ts'
import { files } from '#db/schema/files.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { ChainLink, Finding } from './chain.ts'
import { heldAfter, postingText, stepText } from './money-texts.ts'

/** The contract's own steps and those of its milestones. Sending and signing are links of their own, and drafts nobody's but the client's. */
const stepsOf = sql(
  {
    params: { contract: contracts.id },
    row: {
      ...columns(milestoneEvents, 'id', 'action', 'note', 'actorId', 'at'),
      fromStatus: text,
      toStatus: text,
      milestoneId: nullable(milestones.id),
      position: nullable(milestones.position),
      title: nullable(milestones.title),
      person: nullable(users.name),
    },
  },
  `SELECT e.id, e.action, e.note, e.actor_id AS actorId, e.at, e.from_status AS fromStatus, e.to_status AS toStatus,
          m.id AS milestoneId, m.position, m.title, u.name AS person
   FROM contract_milestones m CROSS JOIN milestone_events e ON e.milestone_id = m.id LEFT JOIN users u ON u.id = e.actor_id
   WHERE m.contract_id = :contract
   UNION ALL
   SELECT e.id, e.action, e.reason, e.actor_id, e.at, e.from_status, e.to_status, NULL, NULL, NULL, u.name
   FROM contract_events e LEFT JOIN users u ON u.id = e.actor_id
   WHERE e.contract_id = :contract AND e.action NOT IN ('edit', 'send', 'sign')
   ORDER BY 5, 1`,
)

const deliveredWith = sql(
  {
    params: { contract: contracts.id },
    row: { ...columns(deliverables, 'milestoneId', 'submittedAt'), ...columns(files, 'name', 'sha256') },
  },
  `SELECT d.milestone_id AS milestoneId, d.submitted_at AS submittedAt, f.name, f.sha256
   FROM contract_milestones m JOIN milestone_deliverables d ON d.milestone_id = m.id JOIN files f ON f.id = d.file_id
   WHERE m.contract_id = :contract ORDER BY d.id`,
)

type StepLink = ChainLink & { step: RowOf<typeof stepsOf> }

function stepsWithLinks(db: Database | Transaction, { id, documentHash }: ContractRow): StepLink[] {
  const delivered = deliveredWith.all(db, { contract: id })
  let before: string | null = null
  return stepsOf.all(db, { contract: id }).map((row) => {
    const { milestoneId, position, title, person, ...step } = row
    const milestone = milestoneId === null ? null : { id: milestoneId, position: position ?? 0, title: title ?? '' }
    const isWith = (file: { milestoneId: string; submittedAt: number }) =>
      row.action === 'submit' && file.milestoneId === milestoneId && file.submittedAt === row.at
    const of = { contractId: id, contractHash: documentHash }
    const written: string = stepText({ ...step, milestone, files: delivered.filter(isWith) }, of, before)
    before = sha256(written)
    return {
      ...{ kind: 'step', id: row.id, at: row.at, person, company: null, text: written, hash: before },
      ...{ isStored: false, facts: { action: row.action, milestone: title }, findings: [], step: row },
    }
  })
}

/** What was done with the contract and its milestones since it was signed. */
export const stepLinks = (db: Database | Transaction, contract: ContractRow): ChainLink[] =>
  stepsWithLinks(db, contract).map(({ step: _step, ...link }) => link)

const entriesOf = sql(
  {
    params: { contract: contracts.id },
    row: {
      ...columns(ledgerPostings, 'id', 'kind', 'milestoneId', 'actorId', 'currency', 'at'),
      account: ledgerAccounts.kind,
      ...columns(ledgerAccounts, 'ownerId'),
      ...columns(ledgerEntries, 'amountCents'),
      milestone: nullable(milestones.title),
      person: nullable(users.name),
    },
  },
  `SELECT p.id, p.kind, p.milestone_id AS milestoneId, p.actor_id AS actorId, p.currency, p.at, a.kind AS account,
          a.owner_id AS ownerId, e.amount_cents AS amountCents, m.title AS milestone, u.name AS person
   FROM ledger_postings p CROSS JOIN ledger_entries e ON e.posting_id = p.id CROSS JOIN ledger_accounts a ON a.id = e.account_id
   LEFT JOIN contract_milestones m ON m.id = p.milestone_id LEFT JOIN users u ON u.id = p.actor_id
   WHERE p.contract_id = :contract ORDER BY p.at, p.id, e.id`,
)

/** The ledger of a contract, a link for each posting, with what is held after it. */
export function postingLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const steps = stepsWithLinks(db, contract)
  const of = { contractId: contract.id, contractHash: contract.documentHash }
  const byPosting = new Map<string, RowOf<typeof entriesOf>[]>()
  for (const row of entriesOf.all(db, { contract: contract.id }))
    byPosting.set(row.id, [...(byPosting.get(row.id) ?? []), row])
  let held = { heldCents: 0, retainedCents: 0 }
  let before: string | null = null
  return [...byPosting.values()].map((entries) => {
    const { id, kind, milestoneId, actorId, currency, at, milestone, person } = entries[0] as RowOf<typeof entriesOf>
    held = heldAfter(held, { entries })
    const step = steps.find((one) => one.at === at && one.step.milestoneId === milestoneId)?.hash ?? null
    const posting = { id, kind, milestoneId, actorId, currency, at, entries }
    const written: string = postingText(posting, of, { held, step, before })
    before = sha256(written)
    const isBalanced = sumCents(entries.map(({ amountCents }) => amountCents)) === 0
    const findings: Finding[] = [
      ...(isBalanced ? [] : ['unbalanced' as const]),
      ...(held.heldCents < 0 || held.retainedCents < 0 ? ['belowZero' as const] : []),
    ]
    const movedCents = sumCents(entries.map(({ amountCents }) => Math.max(0, amountCents)))
    return {
      ...{ kind: 'posting', id, at, person, company: null, text: written, hash: before },
      ...{ isStored: false, findings },
      facts: { posting: kind, milestone, movedCents, ...held, currency },
    }
  })
}

/** The invoices and credit notes of a contract that were issued, by a company: who did it for the company is its own affair. Their text is made from their rows. */
export function invoiceLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const { id: contractId, providerCompanyId } = contract
  // Only the provider invoices a contract; there is an index by company, and none by contract.
  const ofContract = and(eq(invoices.companyId, providerCompanyId), eq(invoices.contractId, contractId))
  const rows = db.select().from(invoices).where(ofContract).orderBy(asc(invoices.id)).all()
  return rows.flatMap((invoice) => {
    const { id, number, hash, seller, kind, issuedAt, creditedInvoiceId, grossCents, currency } = invoice
    if (number === null || hash === null) return []
    const credited = rows.find((one) => one.id === creditedInvoiceId)?.number ?? null
    const written = invoiceText(invoice, getInvoiceContent(db, id), credited)
    return [
      {
        ...{ kind: 'invoice' as const, id, at: issuedAt ?? 0, text: written, hash, isStored: true },
        ...{ person: null, company: seller?.name ?? null },
        facts: { number, invoice: kind, grossCents, currency },
        findings: sha256(written) === hash ? [] : ['rowsDiffer' as const],
      },
    ]
  })
}
