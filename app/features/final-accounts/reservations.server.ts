import { handoverName } from '#app/features/handover/handover.ts'
import type { Database } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { handovers } from '#db/schema/handover.ts'
import { sql } from '#db/sql.server.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'

const signed = sql(
  { params: { contract: contracts.id }, row: columns(handovers, 'number', 'clientClaims', 'providerClaims') },
  `SELECT number, client_claims AS clientClaims, provider_claims AS providerClaims FROM handovers
   WHERE contract_id = :contract AND status = 'signed' ORDER BY number`,
)

/**
 * What a party reserved and claimed in the handover protocols that both have signed, with their names: it has to be repeated in the final account
 * with its amount, or may be lost (YSE 1998, §§ 71 and 73). Checks no right: the caller has.
 */
export const reservationsOf = (
  db: Database,
  contractId: string,
  party: ContractParty,
): { name: string; text: string }[] =>
  signed.all(db, { contract: contractId }).flatMap(({ number, clientClaims, providerClaims }) => {
    const text = (party === 'client' ? clientClaims : providerClaims).trim()
    return text ? [{ name: handoverName(number), text }] : []
  })
