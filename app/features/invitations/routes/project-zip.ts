import { Readable } from 'node:stream'
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { exportEntries } from '#app/features/invitations/export-files.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { zipBytes } from '#app/platform/files/zip-stream.server.ts'

/** A project with all its parts and its documents, for its company. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'projects.read')
    const entries = orNotFound(exportEntries(ctx, params.projectId ?? ''))
    const bytes = Readable.from(zipBytes(entries), { objectMode: false, highWaterMark: 65_536 })
    return new Response(createReadableStreamFromReadable(bytes), {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename="project.zip"',
        'Cache-Control': 'no-store',
      },
    })
  })
