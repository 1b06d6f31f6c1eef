import type { CompanyContext } from '#app/features/accounts/context.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { listFinancialAccounts } from './accounts.server.ts'
import { listOwnCategories, listTaggedProjects } from './tags.server.ts'

/** What a form or a list of rows names: projects and the company's own categories. */
export const loadTags = (ctx: CompanyContext) => ({ projects: listTaggedProjects(ctx), own: listOwnCategories(ctx) })

/** What the form of a row chooses from. `kept` is an account that it may keep though it is out of use. */
export function loadFormChoices(ctx: CompanyContext, kept: string | null = null) {
  const accounts = listFinancialAccounts(ctx)
    .filter(({ id, archivedAt }) => archivedAt === null || id === kept)
    .map(({ id, name, currency }) => ({ id, name, currency }))
  return { accounts, tags: loadTags(ctx), today: businessDay(ctx.now) }
}
