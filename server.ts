import cluster from 'node:cluster'
import type { ServerResponse } from 'node:http'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import type { ServerBuild } from '@remix-run/node'
import sirv from 'sirv'
import { expressServer } from './app/platform/requests/express-server.server.ts'

type Build = ServerBuild & { entry: { module: typeof import('./app/entry.server.tsx') } }

const development = process.env.NODE_ENV === 'development'
// React reads NODE_ENV when the build loads it; without it, React would run its slow development version.
if (!development) Object.assign(process.env, { NODE_ENV: 'production' })
// Some elements of every page outlive a young collection, so V8 would create all of them among the long-lived objects,
// where they stay for seconds: 100 MB more under load (docs/performance.md).
setFlagsFromString('--no-allocation-site-pretenuring')
// Whatever this process writes is for its own user only.
process.umask(0o077)
const program = fileURLToPath(import.meta.url)
const here = dirname(program)
const root = here.endsWith('build') ? dirname(here) : here

// Of several processes the first only starts the others and watches them (decision 53).
if (!development && cluster.isPrimary && Number(process.env.WEB_PROCESSES) > 1)
  await (await import('./app/supervisor.server.ts')).supervise(program)

// A proxy keeps connections open for a minute. If we closed one sooner, a request could meet it half closed and get a
// 502.
const { http, app } = expressServer({ requestTimeout: 300_000, headersTimeout: 20_000, keepAliveTimeout: 75_000 })
const hmr = { server: http, path: '/vite-hmr' }
const vite = development
  ? await (await import('vite')).createServer({ root, server: { middlewareMode: true, hmr } })
  : null
const load = async (): Promise<Build> =>
  vite
    ? ((await vite.ssrLoadModule('virtual:remix/server-build')) as Build)
    : ((await import(pathToFileURL(resolve(root, 'build/server/index.js')).href)) as Build)

const first = await load()
const {
  env,
  logger,
  middleware,
  pages,
  failed,
  prepare,
  start,
  listen,
  limitUnread,
  endIfFileFails,
  keepAssetHeaders,
  dispatchUpgrades,
} = first.entry.module.server

await prepare()

app.set('trust proxy', env.TRUST_PROXY)
app.use(...middleware)
if (vite) {
  app.use(vite.middlewares)
} else {
  const client = resolve(root, 'build/client')
  // A file is read at its reader's pace: what waits in memory is a piece of it.
  const setHeaders = (response: ServerResponse) => {
    limitUnread(response, 65_536)
    endIfFileFails(response)
  }
  const files = { gzip: true, brotli: true, etag: true, setHeaders }
  const setAssetHeaders = (response: ServerResponse) => {
    keepAssetHeaders(response)
    setHeaders(response)
  }
  const forever = { immutable: true, maxAge: 31_536_000, setHeaders: setAssetHeaders }
  app.use('/assets', sirv(`${client}/assets`, { ...files, ...forever }))
  app.use(sirv(client, { ...files, maxAge: 3600 }))
}
if (vite) app.use(async (request, response, next) => pages(await load())(request, response, next))
else app.use(pages(first))
app.use(failed)

http.on('request', app)
const viteUpgrades = http.listeners('upgrade')
const running = start(http, resolve(root, 'db/migrations'))

dispatchUpgrades(http, running.upgrade, (request, socket, head) => {
  if (!vite || !request.url?.startsWith('/vite-hmr')) return false
  for (const listener of viteUpgrades) listener.call(http, request, socket, head)
  return true
})

listen(http)

let stopping = false
/**
 * Stops accepting connections, closes sockets and the broker, finishes open requests and closes the database, all
 * within 5 seconds.
 */
async function stop(signal: string): Promise<void> {
  if (stopping) return
  stopping = true
  logger.info({ signal }, 'stopping')
  setTimeout(() => process.exit(1), 5000).unref()
  const closed = new Promise((done) => http.close(done))
  running.disconnect()
  http.closeIdleConnections()
  await Promise.race([closed, new Promise((done) => setTimeout(done, 3000))])
  http.closeAllConnections()
  running.stop()
  await vite?.close()
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
