import { eq } from 'drizzle-orm'
import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { blankClient } from '#app/features/clients/client.ts'
import { createClient } from '#app/features/clients/create-client.server.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { defaultAddendumDays } from '#app/features/projects/limits.ts'
import type { ProjectInput } from '#app/features/projects/schemas.server.ts'
import { env } from '#app/platform/env.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { changeQuoteRequest, loadQuoteRequest, requireAction } from './change-quote-request.server.ts'

/** The draft's words, in the language of whoever makes it. */
type Draft = Pick<ProjectInput, 'title' | 'description' | 'category' | 'location' | 'lines'>

/** How long the draft's bidding is open, in ms, until somebody sets another deadline before it is published. */
const biddingTime = 21 * 86_400_000

/** The company whose client and project a request becomes: the caller's own, or else the platform's (`PLATFORM_COMPANY_ID`). */
export function receivingCompany(db: Database | Transaction, ctx: UserContext): CompanyContext['company'] | null {
  if (ctx.company) return ctx.company
  if (!env.PLATFORM_COMPANY_ID) return null
  const { id, kind, name } = companies
  const of = eq(id, env.PLATFORM_COMPANY_ID)
  return db.select({ id, kind, name }).from(companies).where(of).get() ?? null
}

/**
 * Makes a client of whoever asked for a quote, and of what they asked for a draft project: both or neither.
 * @throws AppError not_found; conflict for one that is closed, has become a project or asks about a plan, or without a company that takes it; whatever
 * `createClient` and `createProject` refuse
 */
export function convertQuoteRequest(
  ctx: UserContext,
  input: { requestId: string; draft: Draft },
): { clientId: string; projectId: string } {
  requireRight(ctx, 'quoteRequests.handle')
  return transactNow(ctx, (tx, ctx) => {
    const before = loadQuoteRequest(tx, input.requestId)
    requireAction(before, 'convert')
    const company = receivingCompany(tx, ctx)
    if (!company) throw conflict('quoteinbox:refused.noCompany')
    // Staff who belong to no company act for the platform's own, as its managers; others only with their own rights.
    const actor = ctx.company ? ctx.actor : { ...ctx.actor, companyRole: 'manager' as const }
    const own = { ...ctx, company, actor }
    const { name, email, phone, address, city, locale } = before
    const content = { ...blankClient('FI'), name, email, phone, street: address, city, locale }
    const { id: clientId } = createClient(own, { content })
    const { id: projectId } = createProject(own, projectOf(input.draft, ctx.now))
    const after = changeQuoteRequest(tx, ctx, before, 'convert', { clientId, projectId })
    const subject = { type: 'quote_request', id: before.id }
    appendAudit(tx, ctx, { action: 'quote_request.convert', subject, before, after })
    return { clientId, projectId }
  })
}

/** A consumer deducts no VAT. Everything else is set before the project is published. */
const projectOf = (draft: Draft, now: number): ProjectInput => ({
  ...draft,
  ...{ budget: null, bidDeadline: now + biddingTime, startDate: null, endDate: null },
  ...{ vatTreatment: 'standard', buyerDeductsVat: false, sellsConstruction: false, addendumDays: defaultAddendumDays },
  ...{ mayCloseEarly: false, invitedOnly: false, closesWhenAnswered: false, standstillDays: 0 },
})
