import { openConnections } from './connections.ts'
import { interleaved, middle, page } from './measure.ts'
import type { Servers } from './processes.ts'
import type { Report } from './report.ts'
import { seedPages } from './seed-pages.ts'

/** Milliseconds of the processor and KB of HTML. */
const goals: Record<string, { processor: number; html?: number }> = {
  'thread of 50 messages': { processor: 8, html: 90 },
  'comparison of 8 × 10': { processor: 10 },
  'comparison of 30 × 40': { processor: 60 },
  'contract of 40 lines as PDF': { processor: 300 },
  'invoice of 10 lines as PDF': { processor: 200 },
  'statement of 6 000 rows, a page': { processor: 60 },
  'conversation list': { processor: 6 },
  'invoice list': { processor: 6 },
}

/** The processor time of the pages with the most rows, and the size of their HTML. */
export async function measureWork({ serve }: Servers, { compare, note }: Report): Promise<void> {
  const { server, cookie, pages } = await serve(seedPages)
  const headers = { Cookie: cookie }
  const measured = pages.filter(({ name }) => goals[name])
  for (const { name, path } of measured) {
    const { processor = 0, html } = goals[name] ?? {}
    // One page after another, so that no connection waits for longer than the server keeps it open.
    const rounds = await interleaved({ [name]: page(server, path, headers) })
    const { median, least, most } = middle(rounds[name]?.map((round) => round.processor) ?? [])
    const detail = `${least.toFixed(1)} to ${most.toFixed(1)}`
    compare(`${name}: processor`, median, processor, 'less', ' ms', detail)
    const [connection] = await openConnections(server.port, 1)
    const kilobytes = ((await connection?.ask({ path, headers }))?.bytes ?? 0) / 1024
    if (html) compare(`${name}: HTML`, kilobytes, html, 'less', ' KB')
    else note(`${name}: sent`, kilobytes, 'KB')
    connection?.close()
  }
}
