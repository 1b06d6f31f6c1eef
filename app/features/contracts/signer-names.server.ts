import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getProfile } from '#app/features/accounts/queries.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { formerNames } from '#db/schema/accounts.ts'
import { contractSignatures, contracts } from '#db/schema/contracts.ts'
import { sql } from '#db/sql.server.ts'

/** How long before a contract is sent the changes of a signer's name are shown (ms): 30 days. */
export const shownBefore = 30 * 24 * 3_600_000

const nameAfter = sql(
  { params: { user: formerNames.userId, at: formerNames.changedAt }, row: columns(formerNames, 'name') },
  'SELECT name FROM former_names WHERE user_id = :user AND changed_at > :at ORDER BY changed_at, id LIMIT 1',
)

/**
 * The name that a signer's account had when the contract was sent. It is the one to sign with: a name that was chosen while the
 * contract waited for the signature says nothing about who signs (eIDAS, article 26 (b)).
 * @param sentAt when the contract was sent (UTC ms)
 */
export function nameAtSending(
  db: Database | Transaction,
  signer: { id: string; name: string },
  sentAt: number | null,
): string {
  return (sentAt !== null && nameAfter.first(db, { user: signer.id, at: sentAt })?.name) || signer.name
}

/** Who signs a paper for a company. */
export type Signer = {
  company: string
  /** Of the profile; null where it says none. */
  jobTitle: string | null
  /** The name to sign with. */
  name: string
  email: string
  /** Whether the address has been confirmed. */
  verified: boolean
}

/**
 * The user, as signer of a paper.
 * @param sentAt when the paper was sent or proposed (UTC ms), null for one that has not been
 */
export const getSigner = (ctx: CompanyContext, sentAt: number | null): Signer => ({
  company: ctx.company.name,
  jobTitle: getProfile(ctx)?.jobTitle ?? null,
  name: nameAtSending(ctx.db, ctx.actor, sentAt),
  email: ctx.actor.email,
  verified: ctx.actor.emailVerified,
})

const formerNamesOf = sql(
  {
    params: { contract: contracts.id, shownBefore: formerNames.changedAt },
    row: { ...columns(contractSignatures, 'party', 'ordinal'), ...columns(formerNames, 'name', 'changedAt') },
  },
  `SELECT s.party, s.ordinal, f.name, f.changed_at AS changedAt FROM contract_signatures s
   JOIN contracts c ON c.id = s.contract_id
   JOIN former_names f ON f.user_id = s.user_id
   WHERE c.id = :contract AND f.changed_at <= s.signed_at AND f.changed_at > c.sent_at - :shownBefore
   ORDER BY f.changed_at, f.id`,
)

/** The names that the signers' accounts had in the month before a contract was sent and until they signed, by party and person. */
export const listFormerNames = (db: Database | Transaction, contract: string) =>
  formerNamesOf.all(db, { contract, shownBefore })
