import { interleaved, page, type Server, type Target } from './measure.ts'
import type { Servers } from './processes.ts'
import type { Report } from './report.ts'
import { seedPages } from './seed-pages.ts'
import { startWriting } from './writes.ts'

const gzip = { 'Accept-Encoding': 'gzip' }
const openProjects = '/projects?view=open'
const publicPages = ['/', '/pricing', '/login'] as const

/** The list of 50 and the public pages beside their baselines, and the list asked for again. */
export async function measurePages({ serve, startFloor }: Servers, { compareRounds }: Report): Promise<void> {
  const { server, cookie, writer } = await serve(seedPages)
  const signedIn = { Cookie: cookie }
  const floor = await startFloor('tests/bench/floor-server.ts', {
    'list.html': await textOf(server, openProjects, signedIn),
    'landing.html': await textOf(server, '/'),
  })
  const list = page(server, openProjects, signedIn)
  const rounds = await interleaved({
    list,
    stock: page(floor, '/list'),
    listGzip: page(server, openProjects, { ...signedIn, ...gzip }),
    stockGzip: page(floor, '/compressed', gzip),
    memory: page(floor, '/memory'),
    '/': page(server, '/'),
    '/pricing': page(server, '/pricing'),
    '/login': page(server, '/login'),
  })
  compareRounds('list of 50, of stock', rounds.list, rounds.stock, 1)
  compareRounds('list of 50 with gzip, of stock with compression', rounds.listGzip, rounds.stockGzip, 1.5)
  for (const path of publicPages)
    compareRounds(`${path}, of finished HTML from memory`, rounds[path], rounds.memory, 0.4)

  /** As a browser asks that has the last version. */
  const again: Target = {
    server,
    call: (last) => ({
      path: openProjects,
      headers: last?.etag ? { ...signedIn, 'If-None-Match': last.etag } : signedIn,
    }),
  }
  const quiet = await interleaved({ list, again })
  compareRounds('the same list again, of its first rendering', quiet.again, quiet.list, 10)
  const stopWriting = startWriting(server, writer, 10)
  const busy = await interleaved({ list, again })
  await stopWriting()
  compareRounds('the same list again while others write, of its first rendering', busy.again, busy.list, 10)
}

async function textOf({ port }: Server, path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return answer.text()
}
