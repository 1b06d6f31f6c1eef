import type { Database, Transaction } from '#db/client.server.ts'
import { integer, oneOf, required } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { ledgerAccounts, ledgerPostings } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import type { LedgerAccountKind } from '#db/vocabulary/escrow.ts'

/** How the money of a closed milestone was divided, in cents. */
export type Settlement = { providerCents: number; retainedCents: number; feeCents: number; clientCents: number }

const fields = {
  provider_payable: 'providerCents',
  retention_held: 'retainedCents',
  platform_fee: 'feeCents',
  client_funds: 'clientCents',
} as const satisfies Partial<Record<LedgerAccountKind, keyof Settlement>>

const sums = sql(
  {
    params: { contractId: contracts.id },
    row: {
      milestoneId: required(ledgerPostings.milestoneId),
      account: oneOf(['provider_payable', 'retention_held', 'platform_fee', 'client_funds'], ledgerAccounts.kind),
      cents: integer,
    },
  },
  `SELECT p.milestone_id AS milestoneId, a.kind AS account, -sum(e.amount_cents) AS cents
   FROM ledger_postings p CROSS JOIN ledger_entries e ON e.posting_id = p.id CROSS JOIN ledger_accounts a ON a.id = e.account_id
   WHERE p.contract_id = :contractId AND p.kind IN ('release', 'refund', 'resolution') AND a.kind <> 'escrow_held'
   GROUP BY p.milestone_id, a.kind`,
)

const retained = sql(
  {
    params: { contractId: contracts.id },
    row: { milestoneId: required(ledgerPostings.milestoneId), cents: integer },
  },
  `SELECT p.milestone_id AS milestoneId, -sum(e.amount_cents) AS cents
   FROM ledger_postings p CROSS JOIN ledger_entries e ON e.posting_id = p.id CROSS JOIN ledger_accounts a ON a.id = e.account_id
   WHERE p.contract_id = :contractId AND p.kind = 'release' AND a.kind = 'retention_held'
   GROUP BY p.milestone_id ORDER BY p.milestone_id`,
)

/** What was retained of each milestone when it was released, in cents. Checks no right. */
export function retainedByMilestone(
  db: Database | Transaction,
  contractId: string,
): { milestoneId: string; cents: number }[] {
  return retained.all(db, { contractId })
}

/**
 * By milestone, what the ledger released, retained and returned when the milestone was closed. The later release of the
 * retention concerns the whole contract and is not part of it. Checks no right.
 */
export function settlementsByMilestone(db: Database, contractId: string): Record<string, Settlement> {
  const settlements: Record<string, Settlement> = {}
  for (const { milestoneId, account, cents } of sums.all(db, { contractId })) {
    settlements[milestoneId] ??= { providerCents: 0, retainedCents: 0, feeCents: 0, clientCents: 0 }
    settlements[milestoneId][fields[account]] += cents
  }
  return settlements
}
