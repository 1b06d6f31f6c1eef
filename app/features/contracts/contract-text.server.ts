import { createHash } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { findBidDigest } from './awarded-bid.server.ts'
import { canonicalContract } from './contract-document.ts'
import type { ContractRow } from './transition-contract.server.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The text of a contract as it stands, which both parties will sign, with its hash. */
export function contractText(tx: Transaction, contract: ContractRow): { text: string; hash: string } {
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
  const rows = tx
    .select()
    .from(milestones)
    .where(eq(milestones.contractId, contract.id))
    .orderBy(asc(milestones.position))
    .all()
  const text = canonicalContract({
    ...contract,
    bidDigest: findBidDigest(tx, contract.bidId),
    client: party(contract.clientCompanyId),
    provider: party(contract.providerCompanyId),
    paymentTerms: null,
    milestones: rows,
  })
  return { text, hash: sha256(text) }
}
