import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { contractTemplates } from '#db/schema/templates.ts'
import { loadTemplate } from './template-rows.server.ts'

/**
 * Deletes a template of the company. Contracts that were drafted with it stay as they are.
 * @throws AppError not_found
 */
export function deleteTemplate(ctx: CompanyContext, { templateId }: { templateId: string }): void {
  requireRight(ctx, 'contracts.draft')
  transact(ctx.db, (tx) => {
    const before = loadTemplate(tx, ctx, templateId)
    tx.delete(contractTemplates).where(eq(contractTemplates.id, before.id)).run()
    const subject = { type: 'contract_template' as const, id: before.id }
    appendAudit(tx, ctx, { action: 'contract_template.delete', subject, before })
  })
}
