import type { ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'
import { connectInspector, freePort } from './inspector.ts'
import { benchEnvironment, ended, processorMilliseconds, residentMegabytes } from './processes.ts'
import { seedPages } from './seed-pages.ts'

const requests = Number(process.env.BENCH_REQUESTS ?? 200)

type Frame = { functionName: string; url: string }
type Profile = {
  nodes: Array<{ id: number; callFrame: Frame; children?: number[] }>
  samples: number[]
  timeDeltas: number[]
}

/** Where time goes, by the functions under which it is spent. A bucket within another counts in both. */
const buckets: Record<string, (frame: Frame) => boolean> = {
  React: ({ url, functionName }) => /\/react-dom\//.test(url) && functionName.includes('renderToString'),
  translations: ({ url, functionName }) =>
    /\/(react-)?i18next\//.test(url) || /^(useTranslation|useText|textOf|remembered)$/.test(functionName),
  icons: ({ url }) => /\/lucide-react\//.test(url),
  'router matching': ({ functionName }) =>
    /^(matchRoutes(Impl)?|matchServerRoutes|compilePath|flattenRoutes|createStaticHandler)$/.test(functionName),
  // Statements are native functions, without an address.
  queries: ({ url, functionName }) =>
    /\/(better-sqlite3|drizzle-orm)\//.test(url) || (url === '' && /^(all|get|run|Statement)$/.test(functionName)),
  session: ({ functionName }) => /^(loadSession|sessionOfRequest|readSession)$/.test(functionName),
  'data encoding': ({ url, functionName }) =>
    /\/turbo-stream\//.test(url) || /^(loadedData|encodeViaTurboStream)$/.test(functionName),
  gzip: ({ functionName }) => /^(gzipSync|zlibBufferSync|processChunkSync)$/.test(functionName),
  collector: ({ functionName }) => functionName === '(garbage collector)',
}

/**
 * Prints the processor time of each page, its size, and the share of each bucket, and writes a profile of each that Chrome's
 * developer tools open (`.cache/profiles`).
 */
export async function profilePages(): Promise<void> {
  const folder = temporaryFolder()
  const { cookie, pages } = await seedPages(folder.path)
  const agent = new Agent({ keepAlive: true })
  const inspector = await freePort()
  const { port, process: server } = await startBuilt({
    dataDir: folder.path,
    env: { ...benchEnvironment, NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` },
  })
  try {
    mkdirSync('.cache/profiles', { recursive: true })
    const profiler = await connectInspector(inspector)
    await profiler.send('Profiler.enable')
    for (const { name, path } of pages) {
      const headers = { Cookie: cookie, 'Accept-Encoding': 'gzip' }
      const once = () => read(`http://127.0.0.1:${port}${path}`, headers, agent)
      const load = (count: number) => repeat(count, once)
      await load(requests)
      const milliseconds = await spent(server, () => load(requests))
      await profiler.send('Profiler.start')
      await load(requests)
      const { profile } = (await profiler.send('Profiler.stop')) as { profile: Profile }
      const { body, plain } = await once()
      writeFileSync(`.cache/profiles/${name.replace(/\W+/g, '-')}.cpuprofile`, JSON.stringify(profile))
      console.log(
        `${name}: ${(milliseconds / requests).toFixed(1)} ms, ${kilobytes(plain)} KB, sent as ${kilobytes(body)} KB; ${shares(profile)}`,
      )
    }
    console.log(`memory after load: ${Math.round(residentMegabytes(server))} MB`)
    profiler.close()
  } finally {
    agent.destroy()
    await ended(server)
    folder.remove()
  }
}

/** The page as it is sent, and without its compression; a PDF has none. */
async function read(
  url: string,
  headers: Record<string, string>,
  agent: Agent,
): Promise<{ body: Buffer; plain: Buffer }> {
  const answer = await new Promise<IncomingMessage>((done, fail) =>
    get(url, { headers, agent }, done).on('error', fail),
  )
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  const body = await buffer(answer)
  return { body, plain: answer.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body }
}

async function repeat(count: number, run: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1) await run()
}

async function spent(server: ChildProcess, run: () => Promise<void>): Promise<number> {
  const before = processorMilliseconds(server)
  await run()
  return processorMilliseconds(server) - before
}

/** The percentage of busy time under each bucket, and outside of all of them. */
function shares({ nodes, samples, timeDeltas }: Profile): string {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  let busy = 0
  for (const [index, leaf] of samples.entries()) {
    const time = timeDeltas[index] ?? 0
    if (/^\((idle|root)\)$/.test(frames.get(leaf)?.functionName ?? '')) continue
    busy += time
    const found = new Set<string>()
    for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
      const frame = frames.get(id)
      for (const [name, has] of Object.entries(buckets)) if (frame && has(frame)) found.add(name)
    }
    if (found.size === 0) found.add('rest')
    for (const name of found) times.set(name, (times.get(name) ?? 0) + time)
  }
  const share = (name: string) => `${name} ${Math.round((100 * (times.get(name) ?? 0)) / busy)} %`
  return [...Object.keys(buckets), 'rest'].map(share).join(', ')
}

const kilobytes = (bytes: Buffer) => Math.round(bytes.length / 1024)
