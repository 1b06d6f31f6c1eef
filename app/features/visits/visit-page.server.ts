import type { CompanyContext } from '#app/features/accounts/context.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { suggestedDeadline } from '#app/features/projects/addendum.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { listVisits } from '#app/features/projects/site-visits.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { localDateTimeText } from '#app/platform/local-time.ts'
import { movingRefusal, planningRefusal } from './visit.ts'

/** The caller's project, and one of its visits, for a form that plans, moves or cancels one. */
function loadOwnVisit(ctx: CompanyContext, projectId = '', visitId?: string) {
  const project = orNotFound(getOwnProject(ctx, projectId))
  const visit = visitId ? orNotFound(listVisits(ctx.db, projectId).find(({ id }) => id === visitId) ?? null) : null
  return { project, visit }
}

/**
 * Loads the page of such a form.
 * @throws Response 404 for others; redirects to the list of visits if it cannot be changed now
 */
export async function loadVisitPage(request: Request, projectId?: string, visitId?: string) {
  const ctx = await requireCompany(request, 'projects.update')
  const { project, visit } = loadOwnVisit(ctx, projectId, visitId)
  const { id, title, status, addendumDays, bidDeadline } = project
  const isOpen = status === 'open'
  if (planningRefusal(project, ctx.now) || (visit && isOpen && movingRefusal(visit, ctx.now)))
    leavePage(`/projects/${id}/visits`)
  const { timeZone } = await localeContextOf(request, ctx.actor)
  const local = (ms: number) => localDateTimeText(ms, timeZone)
  const deadline = visit?.isMandatory ? suggestedDeadline(project, ctx.now) : bidDeadline
  return {
    project: { id, title },
    visit: visit && {
      ...{ number: visit.number, place: visit.place, meetingPoint: visit.meetingPoint },
      ...{ startsAt: local(visit.startsAt), signUpUntil: local(visit.signUpUntil) },
      durationMinutes: String(visit.durationMinutes),
      maxPeople: visit.maxPeople === null ? '' : String(visit.maxPeople),
      isMandatory: visit.isMandatory ? 'on' : '',
    },
    location: project.location,
    addendum: isOpen ? { addendumDays, bidDeadline: local(deadline) } : null,
    expectedVersion: project.updatedAt,
    submissionId: newSubmissionId(),
  }
}

/** The caller, and what the form of such a page is checked against. */
export async function visitAction(request: Request, projectId?: string, visitId?: string) {
  const ctx = await requireCompany(request, 'projects.update')
  const { project } = loadOwnVisit(ctx, projectId, visitId)
  const form = { isOpen: project.status === 'open', bidDeadline: project.bidDeadline }
  return { ctx, project, form, localeContext: await localeContextOf(request, ctx.actor) }
}
