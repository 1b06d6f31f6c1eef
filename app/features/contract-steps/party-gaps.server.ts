import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { boolean, columns, oneOf } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { sql } from '#db/sql.server.ts'
import { contractParties } from '#db/vocabulary/contracts.ts'

const gapsOf = (party: 'client' | 'provider') =>
  `SELECT '${party}' AS party, p.id, p.name,
     c.status = 'draft' AND p.kind = 'organization' AND (p.business_id IS NULL OR p.business_id_disputed = 1) AS lacksId,
     NOT EXISTS (SELECT 1 FROM contract_signatures s WHERE s.contract_id = c.id AND s.party = '${party}') AS isUnsigned,
     NOT EXISTS (SELECT 1 FROM company_members m JOIN users u ON u.id = m.user_id
                 WHERE m.company_id = p.id AND u.status = 'active' AND u.email_verified_at IS NOT NULL) AS nobodyVerified
   FROM contracts c JOIN companies p ON p.id = c.${party}_company_id
   WHERE c.id = :contract AND c.status IN ('draft', 'sent', 'partially_signed')
     AND :company IN (c.client_company_id, c.provider_company_id)`

const gaps = sql(
  {
    params: { contract: contracts.id, company: companies.id },
    row: {
      party: oneOf(contractParties),
      ...columns(companies, 'id', 'name'),
      ...{ lacksId: boolean, isUnsigned: boolean, nobodyVerified: boolean },
    },
  },
  `${gapsOf('client')} UNION ALL ${gapsOf('provider')}`,
)

/** What a party still lacks. `isOwn`: the reader's own company, which can mend it. */
export type PartyGap = { kind: 'businessId' | 'email'; name: string; isOwn: boolean }

/**
 * What the parties of a contract lack before both can sign: a business ID, which the text freezes when it is sent (CON-3), and somebody
 * with a verified email address, without which nobody signs (CON-2); of the reader's own side, the reader. Nothing for
 * strangers, nor once it is in force; the caller has found the contract, or its negotiation, for the reader.
 */
export function findPartyGaps(ctx: CompanyContext, contractId: string): PartyGap[] {
  const company = companyInScope(ctx, 'contracts.read')
  return gaps
    .all(ctx.db, { contract: contractId, company })
    .flatMap(({ id, name, lacksId, isUnsigned, nobodyVerified }) => {
      const isOwn = id === company
      const lacksEmail = isUnsigned && (isOwn ? !ctx.actor.emailVerified : nobodyVerified)
      const found: PartyGap[] = []
      if (lacksId) found.push({ kind: 'businessId', name, isOwn })
      if (lacksEmail) found.push({ kind: 'email', name, isOwn })
      return found
    })
}
