import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#db/client.server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { seededDatabase, seededId } from './growth/seed-rows.ts'
import { interleaved, middle, paced, page } from './measure.ts'
import type { Servers } from './processes.ts'
import type { Report } from './report.ts'

const lists = [
  '/projects',
  '/projects?view=open',
  '/bids',
  '/contracts',
  '/escrow',
  '/invoicing',
  '/messages',
  '/notifications',
  '/dashboard',
]

/** Latencies of every list at half of its top rate, for a company with 500 rows of each kind. */
export async function measureLists({ serve }: Servers, { compare }: Report): Promise<void> {
  const { server, cookie } = await serve(seedLists)
  const targets = Object.fromEntries(lists.map((path) => [path, page(server, path, { Cookie: cookie })]))
  const slowest = { p50: 0, p99: 0 }
  for (const [path, rounds] of Object.entries(await interleaved(targets))) {
    const top = middle(rounds.map(({ rate }) => rate)).median
    const target = targets[path]
    if (!target) continue
    const { firstByte, whole } = await paced(target, top / 2)
    const detail = `top rate ${Math.round(top)}/s; first byte ${firstByte.p50.toFixed(1)} and ${firstByte.p99.toFixed(1)} ms`
    compare(`${path} at half its top rate: p50`, whole.p50, 5, 'less', ' ms', detail)
    compare(`${path} at half its top rate: p99`, whole.p99, 25, 'less', ' ms')
    slowest.p50 = Math.max(slowest.p50, whole.p50)
    slowest.p99 = Math.max(slowest.p99, whole.p99)
  }
  compare('the slowest list at half its top rate: p50', slowest.p50, 5, 'less', ' ms')
  compare('the slowest list at half its top rate: p99', slowest.p99, 25, 'less', ' ms')
}

async function seedLists(dataDir: string): Promise<{ cookie: string }> {
  const path = join(dataDir, 'groundwork.db')
  copyFileSync(seededDatabase(1000), path)
  const db = openDatabase(path)
  const { cookie } = await signedIn({ db, actor: { id: seededId('user', 2) } })
  db.$client.close()
  return { cookie }
}
