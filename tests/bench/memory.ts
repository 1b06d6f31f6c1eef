import { WebSocket } from 'ws'
import { seedRooms } from './chat/seed-rooms.ts'
import { connectInspector, freePort } from './inspector.ts'
import { interleaved, page } from './measure.ts'
import { residentMegabytes, type Servers } from './processes.ts'
import type { Report } from './report.ts'
import { seedPages } from './seed-pages.ts'

const sockets = 1000
const first = 500
const origin = 'http://localhost:3000'

/** The memory of the server after every page has been loaded, and of sockets on which nothing happens. */
export async function measureMemory({ serve }: Servers, { compare }: Report): Promise<void> {
  const { server, cookie, pages } = await serve(seedPages)
  for (const { name, path } of pages) await interleaved({ [name]: page(server, path, { Cookie: cookie }) })
  compare('memory after load', residentMegabytes(server.process), 250, 'less', ' MB')

  const port = await freePort()
  const idle = await serve(seedPeople, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` })
  const cookies = idle.rooms.flatMap(({ people }) => people.map((person) => person.cookie))
  const inspector = await connectInspector(port)
  await inspector.send('HeapProfiler.enable')
  const measure = async () => {
    await inspector.send('HeapProfiler.collectGarbage')
    return residentMegabytes(idle.server.process)
  }
  const opened: WebSocket[] = []
  const openTo = async (count: number) => {
    for (const cookie of cookies.slice(opened.length, count)) opened.push(await openSocket(idle.server.port, cookie))
  }
  // The first ones pay for code and buffers that all share.
  await openTo(first)
  const before = await measure()
  await openTo(first + sockets)
  const kilobytes = ((await measure()) - before) * 1024
  compare('memory of an idle socket', kilobytes / sockets, 30, 'less', ' KB')
  for (const socket of opened) socket.terminate()
  inspector.close()
}

const seedPeople = async (dataDir: string) => ({ rooms: await seedRooms(dataDir, first + sockets, 20) })

/** A socket that has joined the server's namespace and answers its pings. */
function openSocket(port: number, cookie: string): Promise<WebSocket> {
  return new Promise((ready, fail) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      headers: { Cookie: cookie, Origin: origin },
      perMessageDeflate: false,
    })
    socket.on('error', fail)
    socket.on('message', (data: Buffer) => {
      const packet = data.toString('latin1')
      if (packet === '2') socket.send('3')
      else if (packet.startsWith('0{')) socket.send('40')
      else if (packet.startsWith('40')) ready(socket)
    })
  })
}
