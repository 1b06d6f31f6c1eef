import type { Stake } from '#app/features/team/mandate.ts'
import type { CanonicalFields } from '#app/platform/text/canonical-text.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import type { ApprovalDetails, approvals } from '#db/schema/approvals.ts'
import type { ApprovalAct } from '#db/vocabulary/approvals.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'

export type ApprovalRow = typeof approvals.$inferSelect
/** What an act is asked for, on behalf of a company. */
export type Asked = { companyId: string; act: ApprovalAct; subjectId: string; details: ApprovalDetails }

export type Subject = {
  title: string
  path: string
  amountCents: number
  currency: Currency
  /** What the mandate is compared with, where that is not the amount. */
  stake?: Stake
  /** UTC ms; null if it does not end by itself. */
  endsAt: number | null
  /** What must not change until the approval. */
  fields: CanonicalFields
}

/** What is asked for, as it is now; null if it cannot be done (any more). Checks no right: the caller has. */
export type LoadSubject = (db: Database | Transaction, asked: Asked, now: number) => Subject | null
