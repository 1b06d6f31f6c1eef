import { setImmediate } from 'node:timers/promises'
import type { ReadableDocument } from '#app/documents/document.ts'
import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { type Reader, sharedReaderOf } from '#app/i18n/reader.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'
import { type CsvCell, csvText } from '#app/platform/text/csv.ts'
import { type Period, periodOf } from './period.ts'

type Statement<S> = {
  /** The file's name without its extension. */
  name: string
  /** The postings after a key. */
  find: (period: Period, after: string) => S
  read: (statement: S, reader: Reader) => ReadableDocument
  rows: (statement: S, isFirst: boolean, reader: Reader) => CsvCell[][]
}

/** A statement as a PDF, its rows after the key of the page that it was asked from, or, where the address ends in .csv, all of its rows. */
export async function statementAnswer<S extends { next: string | null }>(
  ctx: UserContext,
  request: Request,
  { name, find, read, rows }: Statement<S>,
): Promise<Response> {
  await requireRateLimit(ctx, rateLimits.pdf)
  const reader = await sharedReaderOf(request, ctx.actor)
  const search = new URL(request.url).searchParams
  const period = periodOf(search)
  if (!lastPathSegment(request).endsWith('.csv')) {
    const document = read(find(period, search.get('after') ?? ''), reader)
    return pdfAnswer(request, { name: `${name}.pdf`, document, options: { locale: reader.locale, createdAt: ctx.now } })
  }
  const cells: CsvCell[][] = []
  let after: string | null = ''
  while (after !== null) {
    const statement: S = find(period, after)
    cells.push(...rows(statement, after === '', reader))
    after = statement.next
    // Other requests go on between the parts of a long statement.
    await setImmediate()
  }
  return new Response(csvText(cells), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
