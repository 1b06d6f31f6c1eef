import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { mayTakePart } from '#app/features/projects/taking-part.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { integer } from '#db/fields.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { siteVisits, visitSignUps } from '#db/schema/site-visits.ts'
import { sql } from '#db/sql.server.ts'
import { maxPeopleOfCompany, signUpRefusal } from './visit.ts'

type Input = { visitId: string; submissionId?: string | undefined }

const others = sql(
  { params: { visit: siteVisits.id, company: companies.id }, row: { people: integer } },
  `SELECT coalesce(sum(people), 0) AS people FROM visit_sign_ups
   WHERE visit_id = :visit AND company_id <> :company AND withdrawn_at IS NULL`,
)

/**
 * Signs the caller's company up for a site visit, or changes with how many people it comes. Nobody else learns of it, the client
 * included (PROJ-22): it is recorded in no event.
 * @throws AppError not found; conflict for the company's own project, a closed sign-up, or too few places; invalid for too many people
 */
export function signUp(ctx: CompanyContext, input: Input & { people: number }): { projectId: string } {
  requireRight(ctx, 'bids.create')
  return transactNow(ctx, (tx, ctx) => {
    const { visit, project } = loadVisit(tx, ctx, input.visitId)
    return withIdempotencyKey(tx, ctx, { verb: 'signUp', input, otherContent: 'replace' }, () => {
      requireSignUp(ctx, project, visit)
      const { people } = input
      if (people > (visit.maxPeople ?? maxPeopleOfCompany))
        throw invalid('visits:refused.tooManyPeople', {
          field: 'people',
          params: { count: visit.maxPeople ?? maxPeopleOfCompany },
        })
      const taken = others.one(tx, { visit: visit.id, company: ctx.company.id }).people
      if (visit.maxPeople !== null && taken + people > visit.maxPeople) throw conflict('visits:refused.full')
      const before = ownSignUp(tx, ctx, visit.id)
      const set = { people, signedUpBy: ctx.actor.id, signedUpAt: ctx.now, withdrawnAt: null }
      if (before) tx.update(visitSignUps).set(set).where(eq(visitSignUps.id, before.id)).run()
      else
        tx.insert(visitSignUps)
          .values({ id: newId(), visitId: visit.id, companyId: ctx.company.id, ...set })
          .run()
      appendAudit(tx, ctx, {
        action: 'visit.sign_up',
        subject: { type: 'company', id: ctx.company.id },
        before,
        after: { visitId: visit.id, ...set },
      })
      return { projectId: project.id }
    })
  })
}

/**
 * Takes the company's sign-up back. Does nothing without one.
 * @throws AppError not found; conflict once the sign-up has closed
 */
export function withdrawSignUp(ctx: CompanyContext, input: Input): { projectId: string } {
  requireRight(ctx, 'bids.create')
  return transactNow(ctx, (tx, ctx) => {
    const { visit, project } = loadVisit(tx, ctx, input.visitId)
    const before = ownSignUp(tx, ctx, visit.id)
    if (!before || before.withdrawnAt !== null) return { projectId: project.id }
    requireSignUp(ctx, project, visit)
    tx.update(visitSignUps).set({ withdrawnAt: ctx.now }).where(eq(visitSignUps.id, before.id)).run()
    appendAudit(tx, ctx, {
      action: 'visit.withdraw_sign_up',
      subject: { type: 'company', id: ctx.company.id },
      before,
      after: { ...before, withdrawnAt: ctx.now },
    })
    return { projectId: project.id }
  })
}

/** @throws AppError not found, for a project that the company may not take part in too */
function loadVisit(tx: Transaction, ctx: CompanyContext, visitId: string) {
  const found = tx
    .select({ visit: siteVisits, project: projects })
    .from(siteVisits)
    .innerJoin(projects, eq(projects.id, siteVisits.projectId))
    .where(eq(siteVisits.id, visitId))
    .get()
  const isOwn = found?.project.companyId === ctx.company.id
  if (!found || (!isOwn && !mayTakePart(tx, found.project.id, ctx.company.id))) throw notFound()
  return found
}

function requireSignUp(
  ctx: CompanyContext,
  project: typeof projects.$inferSelect,
  visit: typeof siteVisits.$inferSelect,
): void {
  const role = project.companyId === ctx.company.id ? 'owner' : 'other'
  const refused = signUpRefusal({ ...project, role }, visit, ctx.now)
  if (refused) throw conflict(`visits:refused.${refused}`)
}

const ownSignUp = (tx: Transaction, ctx: CompanyContext, visitId: string) =>
  tx
    .select()
    .from(visitSignUps)
    .where(and(eq(visitSignUps.visitId, visitId), eq(visitSignUps.companyId, ctx.company.id)))
    .get()
