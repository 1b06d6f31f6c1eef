import type { ServerBuild } from '@remix-run/node'
import type { Request as HttpRequest } from 'express'
import { expect, it } from 'vitest'
import { backgroundContext, runInContext } from './request-context.server.ts'
import { unchangedPages, type VersionOf } from './unchanged-pages.server.ts'

const handle = { versioned: true }
const routes = {
  root: { id: 'root', path: '', module: {} },
  frame: { id: 'frame', parentId: 'root', module: {} },
  list: { id: 'list', parentId: 'frame', path: 'projects', module: { handle } },
  below: { id: 'below', parentId: 'list', path: 'below', module: { handle } },
  other: { id: 'other', parentId: 'frame', path: 'other', module: { handle: {} } },
} as unknown as ServerBuild['routes']

/** Asks for a page whose loaders give data with the digest `loaded`, or whose answer is none of them. */
function ask(
  path: string,
  headers: Record<string, string>,
  versionOf: VersionOf,
  { method = 'GET', loaded = 'same' }: { method?: string; loaded?: string | null } = {},
) {
  const request = { path, headers, method } as unknown as HttpRequest
  const context = backgroundContext()
  return runInContext(context, () =>
    unchangedPages({ routes }, versionOf)(request, async () => {
      const { unchanged } = context
      if (unchanged) unchanged.loaded = loaded
      return unchanged && loaded && unchanged.held === loaded
        ? new Response(null, { status: 304 })
        : new Response('rendered')
    }),
  )
}
const one: VersionOf = async () => ({ page: 'page', data: 1 })
const tag = 'W/"page.1.same"'
const held = { 'if-none-match': tag }

it.each(['/projects', '/projects/below'])(
  'answers whoever holds the version of %s without rendering it',
  async (path) => {
    const first = await ask(path, {}, one)
    expect([first.status, first.headers.get('ETag'), await first.text()]).toEqual([200, tag, 'rendered'])
    const second = await ask(path, held, one)
    expect([second.status, second.headers.get('Cache-Control'), second.body]).toEqual([304, 'private, no-cache', null])
  },
)

it.each<[string, { page: string; data: number }, string, [status: number, tag: string]]>([
  ['where others have changed what it does not show', { page: 'page', data: 2 }, 'same', [304, 'W/"page.2.same"']],
  ['not where what it shows has changed', { page: 'page', data: 2 }, 'other', [200, 'W/"page.2.other"']],
  [
    'not for another reader, language or minute, whatever is loaded',
    { page: 'b', data: 1 },
    'same',
    [200, 'W/"b.1.same"'],
  ],
])('answers whoever holds an earlier version: %s', async (_, version, loaded, expected) => {
  const answer = await ask('/projects', held, async () => version, { loaded })
  expect([answer.status, answer.headers.get('ETag')]).toEqual(expected)
})

it.each([
  ['a route that does not ask for it', ['/other', held, one]],
  ['no route', ['/', held, one]],
  ['no version', ['/projects', held, async () => null]],
  ['a version that fails', ['/projects', held, () => Promise.reject(new Error('no database'))]],
  ['another method', ['/projects', held, one, { method: 'POST' }]],
  ['what is no page', ['/projects', {}, one, { loaded: null }]],
  ['a tag of another kind', ['/other', { 'if-none-match': 'W/"one"' }, one]],
] as [string, Parameters<typeof ask>][])('renders %s', async (_, asked) => {
  const answer = await ask(...asked)
  expect([answer.status, answer.headers.get('ETag')]).toEqual([200, null])
})
