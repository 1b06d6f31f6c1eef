import { eq } from 'drizzle-orm'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { type PublicSignature, publicSignatures } from '#app/features/contracts/signing/public-signature.ts'
import type { Database } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrders } from '#db/schema/escrow.ts'
import type { ChangeOrderStatus } from '#db/vocabulary/change-orders.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import { changeOrderText } from './change-order-text.server.ts'
import { listChangeSignatures } from './queries.server.ts'

export type ChangeCertificate = {
  /** CO-1 */
  name: string
  contractNumber: string
  contractHash: string
  status: ChangeOrderStatus
  clientName: string
  providerName: string
  proposedAt: number | null
  documentHash: string
  signatures: PublicSignature[]
  /** Whether the stored text, and every signature, still has the hash. */
  matches: boolean
  /** Whether the rows that the product works with still say what the text says. */
  rowsMatch: boolean
}

/** The public facts of a change order, by its hash: who signed it and when, but neither content nor amounts; null for unknown hashes. */
export function getChangeCertificate(db: Database, hash: string): ChangeCertificate | null {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null
  const row = db
    .select({ change: changeOrders, contract: contracts })
    .from(changeOrders)
    .innerJoin(contracts, eq(contracts.id, changeOrders.contractId))
    .where(eq(changeOrders.documentHash, hash))
    .get()
  if (!row) return null
  const { change, contract } = row
  const text = change.documentText ?? ''
  const { client, provider } = frozenParties(text)
  const signatures = publicSignatures(listChangeSignatures(db, change.id))
  return {
    name: changeOrderName(change.number),
    contractNumber: contract.number,
    contractHash: contract.documentHash ?? '',
    status: change.status,
    clientName: client.name,
    providerName: provider.name,
    proposedAt: change.proposedAt,
    documentHash: hash,
    signatures,
    matches: sha256(text) === hash && signatures.every(({ documentHash }) => documentHash === hash),
    rowsMatch: changeOrderText(db, contract, change).text === text,
  }
}
