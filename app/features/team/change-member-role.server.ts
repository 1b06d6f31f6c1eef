import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { companyMembers } from '#db/schema/accounts.ts'
import type { CompanyRole } from '#db/vocabulary/accounts.ts'
import { loadColleague } from './colleague.server.ts'
import { requireRoleChange } from './require-role-change.server.ts'

/**
 * Changes a colleague's role in the company, which always keeps an owner.
 * @throws AppError not_found, forbidden, conflict
 */
export function changeMemberRole(
  ctx: CompanyContext,
  input: { userId: string; companyRole: CompanyRole },
): { name: string } {
  requireRight(ctx, 'team.changeRole')
  return transact(ctx.db, (tx) => {
    const colleague = loadColleague(tx, ctx, input.userId)
    const from = colleague.companyRole
    requireRoleChange(tx, ctx, { from, to: input.companyRole })
    if (from === input.companyRole) return { name: colleague.name }
    const { changes } = tx
      .update(companyMembers)
      .set({ role: input.companyRole })
      .where(
        and(
          eq(companyMembers.companyId, ctx.company.id),
          eq(companyMembers.userId, colleague.id),
          eq(companyMembers.role, from),
        ),
      )
      .run()
    if (changes !== 1) throw conflict('errors:concurrentChange')
    appendAudit(tx, ctx, {
      action: 'team.change_role',
      subject: { type: 'user', id: colleague.id },
      before: { companyRole: from },
      after: { companyRole: input.companyRole },
      detail: { from, to: input.companyRole },
    })
    return { name: colleague.name }
  })
}
