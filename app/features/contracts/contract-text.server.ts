import { createHash } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { type BidLine, listBidLines, listSeals } from '#app/features/bids/bid-document.server.ts'
import { lineNetCents } from '#app/features/bids/bid-totals.ts'
import { chosenOptions, requireOptions } from '#app/features/bids/options/options.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { bids } from '#db/schema/bids.ts'
import { milestones } from '#db/schema/escrow.ts'
import { paymentTermsProposals } from '#db/schema/negotiations.ts'
import { closingTermsOf } from './closing-terms.server.ts'
import { canonicalContract, type PaymentTermsInDocument, textOfRows } from './contract-document.ts'
import type { ContractRow } from './transition-contract.server.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The text of a contract as it stands, which both parties will sign, with its hash. */
export function contractText(tx: Database | Transaction, contract: ContractRow): { text: string; hash: string } {
  const parties = tx
    .select({
      ...columns(companies, 'name', 'businessId', 'street', 'postalCode', 'city', 'country'),
      companyId: companies.id,
    })
    .from(companies)
    .where(inArray(companies.id, [contract.clientCompanyId, contract.providerCompanyId]))
    .all()
  const party = (id: string) => {
    const found = parties.find((one) => one.companyId === id)
    if (!found) throw new Error(`A contract names a company that is not there: ${id}`)
    return found
  }
  const text = canonicalContract({
    ...rowsOf(tx, contract),
    client: party(contract.clientCompanyId),
    provider: party(contract.providerCompanyId),
  })
  return { text, hash: sha256(text) }
}

/** Whether the rows of a contract, by which the product works, still say what its frozen text says; true before it is sent. */
export function rowsMatchText(db: Database | Transaction, contract: ContractRow): boolean {
  const { documentText } = contract
  return documentText === null || textOfRows(documentText, rowsOf(db, contract)) === documentText
}

/** A contract as it was signed, with its milestones and the seal of its bid, as the document shows them: without what change orders added. */
function rowsOf(db: Database | Transaction, contract: ContractRow) {
  const rows = db
    .select()
    .from(milestones)
    .where(and(eq(milestones.contractId, contract.id), isNull(milestones.changeOrderId)))
    .orderBy(asc(milestones.position))
    .all()
    .map(({ agreedNetCents, agreedVatCents, ...row }) => ({
      ...row,
      netCents: row.netCents - agreedNetCents,
      vatCents: row.vatCents - agreedVatCents,
      amountCents: row.amountCents - agreedNetCents - agreedVatCents,
    }))
  const bidDigest = listSeals(db, contract.bidId)[0]?.digest ?? null
  const tenderSetDigest =
    db.select({ digest: bids.tenderSetDigest }).from(bids).where(eq(bids.id, contract.bidId)).get()?.digest ?? null
  const closing = closingTermsOf(db, contract)
  // Those of the award that the contract was drafted after: it can be taken back, and followed by another.
  const chosen = chosenOptions(db, contract.bidId, contract.createdAt)
  const options = requireOptions(chosen.length > 0 ? listBidLines(db, contract.bidId) : [], chosen)
  const paymentTerms = agreedPaymentTerms(db, contract.id)
  return {
    ...contract,
    bidDigest,
    tenderSetDigest,
    paymentTerms,
    closing,
    options: options.map(priced),
    milestones: rows,
  }
}

const priced = (line: BidLine) => ({ ...line, netCents: lineNetCents(line) })

/** The payment terms that both parties agreed on while the contract was a draft; null where they proposed none. */
export function agreedPaymentTerms(db: Database | Transaction, contractId: string): PaymentTermsInDocument | null {
  const { contractId: of, status, id, paymentDays, lateInterestBp, conditions } = paymentTermsProposals
  const accepted = db
    .select({ paymentDays, lateInterestBp, conditions })
    .from(paymentTermsProposals)
    .where(and(eq(of, contractId), eq(status, 'accepted')))
    .orderBy(desc(paymentTermsProposals.decidedAt), desc(id))
    .get()
  return accepted ?? null
}
