import { roomsOf, startLoad } from './chat/start-load.ts'
import { interleaved, middle, paced, page, type Server } from './measure.ts'
import type { Servers } from './processes.ts'
import type { Report } from './report.ts'
import { seedProjects } from './seed-projects.ts'

const seconds = 8

/**
 * What `WEB_PROCESSES=2` gives over one process: pages per second, and the delay of messages while pages are rendered. The
 * clients need most of a core, so on a machine with two the first figure says what is left of it.
 */
export async function measureCores({ serve, folder }: Servers, { compare }: Report): Promise<void> {
  const seed = async (dataDir: string) => {
    const { cookie } = await seedProjects(dataDir, 1000)
    return { cookie, ...(await roomsOf(100, 20)(dataDir)) }
  }
  const servers = {
    'one process': await serve(seed, { WEB_PROCESSES: '1' }),
    'two renderers': await serve(seed, { WEB_PROCESSES: '2' }),
  }
  const list = ({ server, cookie }: { server: Server; cookie: string }) =>
    page(server, '/projects?view=open', { Cookie: cookie })

  const { one, two } = await interleaved({ one: list(servers['one process']), two: list(servers['two renderers']) })
  const ratio = middle(two.map(({ rate }, round) => rate / (one[round]?.rate ?? 0)))
  const rates = [one, two].map((rounds) => `${Math.round(middle(rounds.map(({ rate }) => rate)).median)}/s`)
  const detail = `${ratio.least.toFixed(2)} to ${ratio.most.toFixed(2)}; ${rates.join(', ')}`
  compare('list of 50 by two renderers, of one process', ratio.median, 1.8, 'more', ' ×', detail)

  for (const rate of [100, 300])
    for (const [name, chat] of Object.entries(servers)) {
      // Opening the sockets and warming up take two to three seconds.
      const pages = paced(list(chat), rate, (seconds + 3) * 1000)
      const { delivery } = await startLoad(folder, chat, { rate: 50, seconds })
      const { whole } = await pages
      const others = `p50 ${delivery.p50.toFixed(1)}; pages p50 ${whole.p50.toFixed(0)}, p99 ${whole.p99.toFixed(0)} ms`
      compare(`chat with ${rate} pages/s, ${name}: delivery p99`, delivery.p99, 20, 'less', ' ms', others)
    }
}
