import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { readClientFilter } from '#app/features/clients/client-filter.ts'
import { clientHead, clientTable } from '#app/features/clients/files/client-table.server.ts'
import { type ExportedClient, exportClients } from '#app/features/clients/files/export-queries.server.ts'
import { vcardText } from '#app/features/clients/files/write-vcard.server.ts'
import { getClient } from '#app/features/clients/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { pacedText } from '#app/platform/files/paced-text.server.ts'
import { startExport } from '#app/platform/files/running-exports.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { csvLines, csvText } from '#app/platform/text/csv.ts'

const types = { csv: 'text/csv; charset=utf-8', vcf: 'text/vcard; charset=utf-8' }

/** The clients that a filter leaves as CSV or vCards; or one client as vCards. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'clients.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const { pathname, searchParams } = new URL(request.url)
    const kind = pathname.toLowerCase().endsWith('.csv') ? 'csv' : 'vcf'
    const { locale, format } = await readerOf(request, ctx.actor)
    const one = params.clientId === undefined ? null : orNotFound(getClient(ctx, params.clientId))
    // The record that it was merged into stands for it.
    if (one?.mergedIntoId) throw redirect(`/clients/${one.mergedIntoId}/client.vcf`)
    const slices = one ? [[one]] : exportClients(ctx, readClientFilter(searchParams))
    const textOf = (some: readonly ExportedClient[], isFirst: boolean) => {
      if (kind === 'vcf') return vcardText(some, format.country)
      return `${isFirst ? csvText([clientHead(locale)]) : ''}${csvLines(clientTable(some))}`
    }
    // Nobody takes the text that a HEAD would describe.
    const text = request.method === 'HEAD' ? null : pacedText(slices, textOf, startExport(ctx.actor.id))
    return new Response(text, {
      headers: {
        'Content-Type': types[kind],
        'Content-Disposition': `attachment; filename="${one ? 'client' : 'clients'}.${kind}"`,
        'Cache-Control': 'no-store',
      },
    })
  })
