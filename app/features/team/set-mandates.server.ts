import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { forbidden } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companyMandates } from '#db/schema/accounts.ts'
import { powers } from '#db/vocabulary/accounts.ts'
import { loadColleague } from './colleague.server.ts'
import { getMandates, type Mandates } from './mandates.server.ts'
import { countOwners } from './require-role-change.server.ts'

/**
 * Sets how far a colleague may bind the company, for an owner and with the password. Owners set their own only while nobody
 * else could.
 * @throws AppError not_found; forbidden for others and for one's own; invalid for a wrong password
 */
export async function setMandates(
  ctx: CompanyContext,
  input: { userId: string; mandates: Mandates; password: string },
): Promise<{ name: string }> {
  requireRight(ctx, 'team.setMandates')
  await requirePassword(ctx, input.password)
  return transact(ctx.db, (tx) => {
    const { id: userId, name } = loadColleague(tx, ctx, input.userId)
    if (!canSetMandatesOf(tx, ctx, userId)) throw forbidden('team:mandate.own')
    const companyId = ctx.company.id
    const before = getMandates(tx, companyId, userId)
    for (const power of powers) {
      const set = { limitCents: input.mandates[power], updatedAt: ctx.now }
      tx.insert(companyMandates)
        .values({ companyId, userId, power, ...set })
        .onConflictDoUpdate({
          target: [companyMandates.companyId, companyMandates.userId, companyMandates.power],
          set,
        })
        .run()
    }
    appendAudit(tx, ctx, {
      action: 'team.set_mandates',
      subject: { type: 'user', id: userId },
      before: { mandates: before },
      after: { mandates: input.mandates },
      detail: input.mandates,
    })
    recordEvent(tx, ctx, 'company.mandates.set', { companyId, userId, name, actor: ctx.actor.name })
    return { name }
  })
}

/** Whether the actor, an owner, may set this colleague's mandates: their own only as the only owner. */
export function canSetMandatesOf(db: Parameters<typeof countOwners>[0], ctx: CompanyContext, userId: string): boolean {
  return userId !== ctx.actor.id || countOwners(db, ctx.company.id) === 1
}
