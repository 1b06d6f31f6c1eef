import { and, asc, eq, isNotNull, lte, notInArray, sql } from 'drizzle-orm'
import { contractSumOf } from '#app/features/change-orders/contract-sum.server.ts'
import {
  extendedHandoverDue,
  extensionDaysOf,
  partsTakenOver,
  takenOverOn,
} from '#app/features/contracts/closing-days.server.ts'
import { closingTermsOf } from '#app/features/contracts/closing-terms.server.ts'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { postingsByContract } from '#app/features/escrow/check-ledger.server.ts'
import { contractPosition } from '#app/features/escrow/ledger.ts'
import { escrowSources } from '#app/features/invoicing/payment-source.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { changeOrders } from '#db/schema/escrow.ts'
import { finalAccountItems, type finalAccounts } from '#db/schema/final-accounts.ts'
import { invoicePayments, invoices } from '#db/schema/invoices/invoicing.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import { delayDamages } from './delay-damages.ts'
import { finalAccountName } from './final-account.ts'
import { canonicalFinalAccount } from './final-account-document.ts'

export type FinalAccountRow = typeof finalAccounts.$inferSelect
export type FinalItemRow = typeof finalAccountItems.$inferSelect

/** The items of a final account: the provider's, then the client's, in their order. Checks no right: the caller has. */
export const listFinalItems = (db: Database | Transaction, finalAccountId: string): FinalItemRow[] =>
  db
    .select()
    .from(finalAccountItems)
    .where(eq(finalAccountItems.finalAccountId, finalAccountId))
    .orderBy(sql`${finalAccountItems.claimant} DESC`, asc(finalAccountItems.position))
    .all()

/** The amounts of a contract that a final account begins with, as they are now. Checks no right: the caller has. */
export function finalFigures(db: Database | Transaction, contract: ContractRow) {
  const { netCents, vatCents } = contractSumOf(db, contract.id)?.toDate ?? contract
  const position = contractPosition(postingsByContract(db, [contract.id]).get(contract.id) ?? [])
  const invoiced = (kind: 'invoice' | 'credit_note') =>
    db
      .select({ cents: sql<number>`coalesce(sum(${invoices.grossCents}), 0)` })
      .from(invoices)
      .where(and(eq(invoices.contractId, contract.id), eq(invoices.kind, kind), isNotNull(invoices.number)))
      .get()?.cents ?? 0
  const { source, amountCents, invoiceId } = invoicePayments
  const outside = db
    .select({ cents: sql<number>`coalesce(sum(${amountCents}), 0)` })
    .from(invoicePayments)
    .innerJoin(invoices, eq(invoices.id, invoiceId))
    .where(and(eq(invoices.contractId, contract.id), notInArray(source, [...escrowSources])))
    .get()
  return {
    ...{ netCents, vatCents },
    // Into escrow, less what went back; and what the provider has entered as paid or paid back outside it.
    paidCents: position.fundedCents - position.refundedCents + (outside?.cents ?? 0),
    heldCents: position.heldCents,
    retentionCents: position.retentionCents,
    invoicedCents: invoiced('invoice') - Math.abs(invoiced('credit_note')),
  }
}

/**
 * The delay damages by the contract's terms up to the handover, as they were when a final account was first signed (`proposedAt`; null: as they
 * are now); null where none are agreed, and before the work is taken over.
 */
export function finalDelay(db: Database | Transaction, contract: ContractRow, proposedAt: number | null) {
  const { delay } = closingTermsOf(db, contract)
  const at = proposedAt ?? undefined
  const [dueOn, until] = [extendedHandoverDue(db, contract, at), takenOverOn(db, contract.id, at)]
  if (!delay || dueOn === null || until === null) return null
  const extensionDays = extensionDaysOf(db, contract.id, at)
  const parts = partsTakenOver(db, contract.id, at)
  return { ...delayDamages(delay, { dueOn, until, netCents: contract.netCents, parts }), extensionDays }
}

/**
 * The first item with which the delay damages come to more than the contract's terms do now, and what those come to, for a refusal; null where
 * they do not, however many items claim them.
 */
export function delayAboveTerms(
  db: Database | Transaction,
  contract: ContractRow,
  items: readonly Pick<FinalItemRow, 'kind' | 'amountCents'>[],
): { index: number; params: { amountCents: number; currency: string } } | null {
  const amountCents = finalDelay(db, contract, null)?.cents ?? 0
  let claimedCents = 0
  const index = items.findIndex((item) => {
    if (item.kind === 'delay_damages') claimedCents += item.amountCents
    return claimedCents > amountCents
  })
  return index < 0 ? null : { index, params: { amountCents, currency: contract.currency } }
}

/** The change orders that were agreed up to a time (UTC ms), in their order. */
function agreedChanges(db: Database | Transaction, contractId: string, until: number) {
  const { contractId: of, status, decidedAt, number } = changeOrders
  return db
    .select()
    .from(changeOrders)
    .where(and(eq(of, contractId), eq(status, 'accepted'), lte(decidedAt, until)))
    .orderBy(asc(number))
    .all()
    .map((change) => ({ name: changeOrderName(change.number), title: change.title, grossCents: change.grossCents }))
}

/** The text of a final account as its rows give it now, with its hash. Once signed by one party, it equals the frozen one unless a row was changed. */
export function finalAccountText(db: Database | Transaction, contract: ContractRow, account: FinalAccountRow) {
  const { number: contractNumber, documentText, documentHash, currency } = contract
  if (!documentText || !documentHash) throw new Error(`A final account of a contract without a text: ${account.id}`)
  const live = finalFigures(db, contract)
  const figures = {
    netCents: account.netCents ?? live.netCents,
    vatCents: account.vatCents ?? live.vatCents,
    paidCents: account.paidCents ?? live.paidCents,
    heldCents: account.heldCents ?? live.heldCents,
    retentionCents: account.retentionCents ?? live.retentionCents,
    invoicedCents: account.invoicedCents ?? live.invoicedCents,
  }
  const items = listFinalItems(db, account.id)
  const text = canonicalFinalAccount({
    ...figures,
    ...{ name: finalAccountName(account.number), contractNumber, contractDigest: documentHash, currency },
    parties: frozenParties(documentText),
    signedCents: contract.grossCents,
    changes: agreedChanges(db, contract.id, account.proposedAt ?? Number.MAX_SAFE_INTEGER),
    delay: finalDelay(db, contract, account.proposedAt),
    items,
  })
  return { text, hash: sha256(text), figures, items }
}
