import { and, eq, ne, sql } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { invalid, notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { contractTemplates } from '#db/schema/templates.ts'
import { unknownVariables } from './template.ts'

export type TemplateContent = { name: string; terms: string }

/** @throws AppError not_found, for other companies' templates too */
export function loadTemplate(tx: Transaction, ctx: CompanyContext, id: string) {
  const own = and(eq(contractTemplates.id, id), eq(contractTemplates.companyId, ctx.company.id))
  const template = tx.select().from(contractTemplates).where(own).get()
  if (!template) throw notFound()
  return template
}

/**
 * The content of a template, by itself (`id`) or a new one.
 * @throws AppError invalid for a name that another template of the company has, or for braces around what is no variable
 */
export function validTemplate(
  tx: Transaction,
  ctx: CompanyContext,
  id: string,
  { name, terms }: TemplateContent,
): TemplateContent {
  const [unknown] = unknownVariables(terms)
  if (unknown !== undefined) {
    throw invalid('contracttemplates:invalid.variable', { field: 'terms', params: { name: `{{${unknown}}}` } })
  }
  const sameName = sql`lower(${contractTemplates.name}) = lower(${name})`
  const taken = tx
    .select({ id: contractTemplates.id })
    .from(contractTemplates)
    .where(and(eq(contractTemplates.companyId, ctx.company.id), sameName, ne(contractTemplates.id, id)))
    .get()
  if (taken) throw invalid('contracttemplates:invalid.nameTaken', { field: 'name' })
  return { name, terms }
}
