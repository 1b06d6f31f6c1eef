import { count, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { contractTemplates } from '#db/schema/templates.ts'
import { maxTemplates } from './template.ts'
import { type TemplateContent, validTemplate } from './template-rows.server.ts'

/**
 * Saves contract terms as a template of the company.
 * @throws AppError invalid as `validTemplate` says; conflict with too many templates
 */
export function createTemplate(
  ctx: CompanyContext,
  input: TemplateContent & { submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'contracts.draft')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'createTemplate', input }, () => {
      const own = eq(contractTemplates.companyId, ctx.company.id)
      const made = tx.select({ n: count() }).from(contractTemplates).where(own).get()
      if ((made?.n ?? 0) >= maxTemplates) throw conflict(`contracttemplates:refused.tooMany?count=${maxTemplates}`)
      const id = newId()
      const { name, terms } = validTemplate(tx, ctx, id, input)
      const stamps = { createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now }
      const row = { id, companyId: ctx.company.id, name, terms, ...stamps }
      tx.insert(contractTemplates).values(row).run()
      appendAudit(tx, ctx, {
        action: 'contract_template.create',
        subject: { type: 'contract_template', id },
        after: row,
      })
      return { id }
    }),
  )
}
