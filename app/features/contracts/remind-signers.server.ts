// verb-rule: a scheduled job sends reminders; no user's right is involved
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { sql } from '#db/sql.server.ts'
import { contractParties } from '#db/vocabulary/contracts.ts'
import { addContractStep, contractEvent } from './contract-events.server.ts'
import { reminderDays } from './limits.ts'
import { hasSigned } from './transition-contract.server.ts'

const day = 86_400_000

/** The step in a contract's history is what keeps a second reminder back, also after a restart. */
const due = sql(
  { params: { now: integer, until: integer }, row: columns(contracts, 'id') },
  `SELECT c.id FROM contracts c INDEXED BY contracts_expiry
   WHERE c.status IN ('sent', 'partially_signed') AND c.expires_at > :now AND c.expires_at <= :until
     AND NOT EXISTS (SELECT 1 FROM contract_events WHERE contract_id = c.id AND action = 'remind')
   ORDER BY c.expires_at LIMIT 200`,
)

/** Reminds the parties that have not signed a contract a week before the time for it ends, once. Returns the number of contracts. */
export function remindSigners(ctx: Context): number {
  const ending = due.all(ctx.db, { now: ctx.now, until: ctx.now + reminderDays * day })
  let reminded = 0
  for (const { id } of ending) {
    const done = transact(ctx.db, (tx) => {
      const waiting = inArray(contracts.status, ['sent', 'partially_signed'])
      const [contract] = tx
        .select()
        .from(contracts)
        .where(and(eq(contracts.id, id), waiting))
        .all()
      // Another process was first.
      if (!contract || due.all(tx, { now: ctx.now, until: ctx.now + reminderDays * day }).every((row) => row.id !== id))
        return false
      const companies = { client: contract.clientCompanyId, provider: contract.providerCompanyId }
      const unsigned = contractParties.filter((party) => !hasSigned(tx, id, party)).map((party) => companies[party])
      addContractStep(tx, ctx, contract, { action: 'remind' })
      appendAudit(tx, ctx, {
        action: 'contract.remind',
        subject: { type: 'contract', id },
        detail: { companies: unsigned.join(' ') },
      })
      const daysLeft = Math.max(1, Math.ceil(((contract.expiresAt ?? ctx.now) - ctx.now) / day))
      recordEvent(tx, ctx, 'contract.expiring', { ...contractEvent(ctx, contract), unsigned, daysLeft })
      return true
    })
    if (done) reminded += 1
  }
  return reminded
}
