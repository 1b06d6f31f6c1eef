import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { listVisits } from '#app/features/projects/site-visits.server.ts'
import { visitCalendar } from '#app/features/visits/calendar.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'

/** A site visit for the reader's calendar. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireUser(request, 'projects.read')
    const project = orNotFound(getProject(ctx, params.projectId ?? ''))
    const visit = orNotFound(listVisits(ctx.db, project.id).find(({ id }) => id === params.visitId) ?? null)
    const { locale } = await detectLanguage(request, ctx.actor.locale)
    const t = i18nFor(locale).getFixedT(locale, 'visits')
    const summary = t('calendarTitle', { title: project.title })
    return new Response(visitCalendar(visit, project, { summary, description: visit.meetingPoint }), {
      headers: {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': `attachment; filename="site-visit-${visit.number}.ics"`,
        'Cache-Control': 'no-store',
      },
    })
  })
