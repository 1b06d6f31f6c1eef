import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { scriptsOf, workspaceScripts } from '#tests/setup/page-scripts.ts'
import type { Servers } from './processes.ts'
import type { Report } from './report.ts'

const publicPages = ['/', '/pricing', '/login', '/signup', '/forgot-password']
const workspaceLimit = 132
/** With what follows the page: navigation and the live chat. */
const limitsAfterwards = {
  'features/projects/routes/list': 120,
  'features/conversations/routes/messages': 130,
  'features/messages/routes/conversation': 150,
}

/** Gzipped KB of scripts that each page loads at first, including the texts of the longest language. */
export async function measureScripts({ serve }: Servers, { compare }: Report): Promise<void> {
  const { server } = await serve(async () => ({}))
  for (const page of publicPages) {
    const html = await (await fetch(`http://127.0.0.1:${server.port}${page}`)).text()
    const sizes = [...new Set(scriptsOf(html))].map((path) => gzipSync(readFileSync(join('build/client', path))).length)
    compare(`scripts of ${page}, gzip`, sizes.reduce((sum, size) => sum + size, 0) / 1024, 0, 'less', ' KB')
  }
  const heaviest = workspaceScripts()
    .sort((one, other) => other.kilobytes - one.kilobytes)
    .slice(0, 10)
  for (const { page, kilobytes } of heaviest)
    compare(`scripts of ${page}, gzip`, kilobytes, workspaceLimit, 'less', ' KB')
  const whole = workspaceScripts('afterwards')
  for (const [page, limit] of Object.entries(limitsAfterwards)) {
    const { kilobytes } = whole.find((each) => each.page === page) ?? { kilobytes: 0 }
    compare(`scripts of ${page} with what follows, gzip`, kilobytes, limit, 'less', ' KB')
  }
}
