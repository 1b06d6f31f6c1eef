// The baselines for our pages, in their own process: a stock Remix route that streams the same markup from constant
// data, Express serving static pages, and a bare Remix action with one insert. Argument: a folder with list.html and
// landing.html.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createRequestHandler } from '@remix-run/express'
import { createReadableStreamFromReadable, type EntryContext, redirect, type ServerBuild } from '@remix-run/node'
import { Links, Meta, Outlet, RemixServer, Scripts, ScrollRestoration, useLoaderData } from '@remix-run/react'
import Sqlite from 'better-sqlite3'
import compression from 'compression'
import express from 'express'
import { createElement as h } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { newId } from '#db/ids.ts'
import { elements, parseBody } from './markup.ts'

const folder = process.argv[2] ?? '.'
const list = parseBody(readFileSync(join(folder, 'list.html'), 'utf8'))
const landing = readFileSync(join(folder, 'landing.html'))
const rows = Array.from({ length: 50 }, (_, index) => ({
  id: newId(),
  title: `Kitchen of the school ${index}`,
  excerpt: 'A new kitchen for 600 portions a day; the school stays open.',
  companyName: 'Company Oy',
  category: 'kitchen',
  location: 'Espoo',
  budgetCents: 25_000_000,
  currency: 'EUR',
  status: 'open',
  bidDeadline: 1_796_000_000_000,
}))

const sqlite = new Sqlite(join(folder, 'floor.db'))
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) sqlite.pragma(pragma)
sqlite.exec('CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY, text TEXT NOT NULL, at INTEGER NOT NULL) STRICT')
const insert = sqlite.prepare('INSERT INTO notes VALUES (?, ?, ?)')
const write = sqlite.transaction((text: string) => insert.run(newId(), text, Date.now()))

const rootModule = {
  default: () =>
    h(
      'html',
      { lang: 'en' },
      h('head', null, h(Meta), h(Links)),
      h('body', null, h(Outlet), h(ScrollRestoration), h(Scripts)),
    ),
}
const listModule = {
  loader: () => ({ rows }),
  default: () => {
    useLoaderData()
    return elements(list)
  },
}
const writeModule = {
  async action({ request }: { request: Request }) {
    write.immediate(String((await request.formData()).get('title')))
    return redirect('/list', 303)
  },
  default: () => null,
}

/** The entry file that `create-remix` generates. */
function handleDocument(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(h(RemixServer, { context, url: request.url, abortDelay: 5000 }), {
      onShellReady() {
        const body = new PassThrough()
        headers.set('Content-Type', 'text/html')
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
        pipe(body)
      },
      onShellError: reject,
    })
    setTimeout(abort, 5000).unref()
  })
}

const entry = (id: string, path: string, module: object) => ({
  id,
  path,
  parentId: id === 'root' ? undefined : 'root',
  module: `/assets/${id}.js`,
  imports: [],
  hasAction: 'action' in module,
  hasLoader: 'loader' in module,
  hasClientAction: false,
  hasClientLoader: false,
  hasErrorBoundary: false,
})
const modules = { root: ['', rootModule], list: ['list', listModule], write: ['write', writeModule] } as const
const build = {
  mode: 'production',
  entry: { module: { default: handleDocument } },
  routes: Object.fromEntries(
    Object.entries(modules).map(([id, [path, module]]) => [
      id,
      { id, path, parentId: id === 'root' ? undefined : 'root', module },
    ]),
  ),
  assets: {
    entry: { module: '/assets/entry.js', imports: [] },
    routes: Object.fromEntries(Object.entries(modules).map(([id, [path, module]]) => [id, entry(id, path, module)])),
    url: '/assets/manifest.js',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: 'build/client',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
  },
  isSpaMode: false,
} as unknown as ServerBuild

const app = express()
app.disable('x-powered-by')
app.get('/memory', (_request, response) => {
  response.type('html').send(landing)
})
app.use('/compressed', compression(), (request, response, next) => {
  request.url = `/list`
  request.originalUrl = '/list'
  createStock(request, response, next)
})
const createStock = createRequestHandler({ build, mode: 'production' })
app.all('*', createStock)
const http = app.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ port: (http.address() as AddressInfo).port })),
)
// As long as ours, because connections wait while others are measured.
http.keepAliveTimeout = 75_000
process.on('SIGTERM', () => process.exit(0))
