import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { contractTemplates } from '#db/schema/templates.ts'
import { loadTemplate, type TemplateContent, validTemplate } from './template-rows.server.ts'

/**
 * Changes a template of the company. Contracts that were drafted with it stay as they are.
 * @throws AppError not_found; conflict when a colleague has changed it meanwhile; invalid as `validTemplate` says
 */
export function updateTemplate(
  ctx: CompanyContext,
  input: TemplateContent & { templateId: string; expectedVersion?: number | undefined },
): void {
  requireRight(ctx, 'contracts.draft')
  transact(ctx.db, (tx) => {
    const before = loadTemplate(tx, ctx, input.templateId)
    const same = before.name === input.name && before.terms === input.terms
    if (same) return
    requireUnchanged(before.updatedAt, input.expectedVersion)
    const set = { ...validTemplate(tx, ctx, before.id, input), updatedAt: ctx.now }
    tx.update(contractTemplates).set(set).where(eq(contractTemplates.id, before.id)).run()
    appendAudit(tx, ctx, {
      action: 'contract_template.update',
      subject: { type: 'contract_template', id: before.id },
      before,
      after: { ...before, ...set },
    })
  })
}
