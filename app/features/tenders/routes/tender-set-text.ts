import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { getTenderSetText } from '#app/features/tenders/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'

/** The text of a tender set, byte by byte what its hash is of. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireUser(request, 'projects.read')
    const edition = Number(params.edition)
    const text = orNotFound(getTenderSetText(ctx, params.projectId ?? '', Number.isInteger(edition) ? edition : 0))
    return new Response(text, {
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Disposition': `attachment; filename="tender-set-${edition}.txt"`,
        'Cache-Control': 'no-store',
      },
    })
  })
