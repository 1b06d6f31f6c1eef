// `npm run bench:chat` measures the delays of chat on the built server with up to 2 000 sockets, and search in its archive.
// `npm run bench:chat -- browser` measures what a sent message costs the browser of its author.
// `npm run bench -- chat` compares its throughput with a bare broadcast, and measures it beside pages.
import '#tests/setup/environment.ts'

// Imported afterwards, because the environment is read on the first import.
const { measureArchive } = await import('./archive.ts')
const { roomsOf, startLoad } = await import('./start-load.ts')
const { ended, residentMegabytes, withServers } = await import('#tests/bench/processes.ts')
const { startReport } = await import('#tests/bench/report.ts')
type Servers = import('#tests/bench/processes.ts').Servers

const report = startReport('bench-chat')
const { compare, note, print } = report
const seconds = Number(process.env.BENCH_SECONDS ?? 15)
/** Runs only this many sockets, for a run of ten minutes: `BENCH_SOCKETS=2000 BENCH_SECONDS=600`. */
const only = Number(process.env.BENCH_SOCKETS ?? 0)
const perRoom = 20

if (process.argv.includes('browser')) await (await import('./browser.ts')).measureBrowser(report)
else
  await withServers(async (servers) => {
    for (const sockets of only ? [only] : [200, 1000, 2000]) await atPace(servers, sockets)
    if (!only) await measureArchive(servers.folder, { compare, note })
  })
print()

/** 200 messages per second among this many people. */
async function atPace({ serve, folder }: Servers, sockets: number): Promise<void> {
  const chat = await serve(roomsOf(sockets, perRoom), { RATE_LIMITS: 'on' })
  const result = await startLoad(folder, chat, { rate: 200, seconds })
  const name = `${sockets} sockets, 200/s`
  compare(`${name}: not acknowledged`, result.sent - result.acknowledged, 0, 'less')
  compare(`${name}: not delivered`, result.acknowledged * perRoom - result.delivered, 0, 'less')
  for (const what of ['acknowledgement', 'delivery'] as const) {
    const { p50, p95, p99 } = result[what]
    note(`${name}: ${what} p50`, p50, 'ms')
    note(`${name}: ${what} p95`, p95, 'ms')
    compare(`${name}: ${what} p99`, p99, 100, 'less', ' ms')
  }
  note(`${name}: processor time for a delivery`, result.cpuPerDelivery, 'µs')
  compare(`${name}: memory of the server`, residentMegabytes(chat.server.process), 300, 'less', ' MB')
  await ended(chat.server.process)
}
