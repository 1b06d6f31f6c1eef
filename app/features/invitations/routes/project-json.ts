import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { exportProject } from '#app/features/invitations/export-project.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'

/** A project with all its parts, for its company. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'projects.read')
    const exported = orNotFound(exportProject(ctx, params.projectId ?? ''))
    return new Response(`${JSON.stringify(exported, null, 2)}\n`, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="project.json"',
        'Cache-Control': 'no-store',
      },
    })
  })
