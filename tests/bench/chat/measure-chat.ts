import { middle, paced, page } from '#tests/bench/measure.ts'
import { ended, type Servers } from '#tests/bench/processes.ts'
import type { Report } from '#tests/bench/report.ts'
import { seedProjects } from '#tests/bench/seed-projects.ts'
import type { LoadResult } from './load.ts'
import { roomsOf, startLoad } from './start-load.ts'

const goals: Record<number, number> = { 10: 0.5, 100: 0.9 }
const rounds = 3

/** Chat in rooms of 10 and of 100 beside a bare broadcast, and its delay while the same process renders pages. */
export async function measureChat(servers: Servers, report: Report): Promise<void> {
  for (const perRoom of [10, 100]) await inRooms(servers, report, perRoom)
  await underPages(servers, report)
}

/** As many messages as a server takes, in rounds that take turns. */
async function inRooms({ serve, startFloor, folder }: Servers, { compare }: Report, perRoom: number): Promise<void> {
  const ours = await serve(roomsOf(500, perRoom))
  const bare = { server: await startFloor('tests/bench/chat/bare-server.ts'), rooms: ours.rooms }
  const results: Array<Record<'ours' | 'bare', LoadResult>> = []
  for (let round = 0; round < rounds; round += 1) {
    const plan = { rate: 'full' as const, seconds: 4 }
    results.push({ bare: await startLoad(folder, bare, plan), ours: await startLoad(folder, ours, plan) })
  }
  const ratio = middle(results.map((round) => round.ours.perSecond / round.bare.perSecond))
  const each = (what: 'ours' | 'bare') => {
    const rate = Math.round(middle(results.map((round) => round[what].perSecond)).median)
    return `${rate}/s, processor ${middle(results.map((round) => round[what].cpuPerDelivery)).median.toFixed(1)} µs`
  }
  const detail = `${ratio.least.toFixed(2)} to ${ratio.most.toFixed(2)}; ${each('ours')}; bare ${each('bare')}`
  compare(`chat in rooms of ${perRoom}, of the bare broadcast`, ratio.median, goals[perRoom] ?? 0, 'more', ' ×', detail)
}

const seedBoth = async (dataDir: string) => {
  const { cookie } = await seedProjects(dataDir, 1000)
  return { cookie, ...(await roomsOf(100, 20)(dataDir)) }
}

/** A hundred people write 50 messages per second in rooms of 20 while pages are rendered at an even rate. */
async function underPages({ serve, folder }: Servers, { compare, note }: Report): Promise<void> {
  const alone = await serve(seedBoth)
  for (const rate of [0, 25, 50, 100, 150]) await atRate(alone, `chat with ${rate} pages/s`, rate, 25)
  await ended(alone.server.process)
  const apart = await serve(seedBoth, { WEB_PROCESSES: '2' })
  await atRate(apart, 'chat with 300 pages/s in two processes', 300, 20)

  async function atRate(chat: typeof alone, name: string, rate: number, goal: number): Promise<void> {
    const seconds = 8
    const list = page(chat.server, '/projects?view=open', { Cookie: chat.cookie })
    // Opening the sockets and warming up take two to three seconds.
    const pages = rate > 0 ? paced(list, rate, (seconds + 3) * 1000) : null
    const { delivery, sent, acknowledged } = await startLoad(folder, chat, { rate: 50, seconds })
    const paging = await pages
    const delay = paging ? `; pages p99 ${paging.whole.p99.toFixed(0)} ms` : ''
    const detail = `p50 ${delivery.p50.toFixed(1)}; ${sent - acknowledged} of ${sent} not acknowledged${delay}`
    if (rate === 0) note(`${name}: delivery p99`, delivery.p99, 'ms', detail)
    else compare(`${name}: delivery p99`, delivery.p99, goal, 'less', ' ms', detail)
  }
}
