import type { ServerBuild } from '@remix-run/node'
import type { Request as HttpRequest } from 'express'
import { expect, it } from 'vitest'
import { unchangedPages, type VersionOf } from './unchanged-pages.server.ts'

const handle = { versioned: true }
const routes = {
  root: { id: 'root', path: '', module: {} },
  frame: { id: 'frame', parentId: 'root', module: {} },
  list: { id: 'list', parentId: 'frame', path: 'projects', module: { handle } },
  below: { id: 'below', parentId: 'list', path: 'below', module: { handle } },
  other: { id: 'other', parentId: 'frame', path: 'other', module: { handle: {} } },
} as unknown as ServerBuild['routes']

function ask(path: string, headers: Record<string, string>, versionOf: VersionOf, method = 'GET') {
  const request = { path, headers, method } as unknown as HttpRequest
  return unchangedPages({ routes }, versionOf)(request, async () => new Response('rendered'))
}
const one: VersionOf = async () => 'one'
const held = { 'if-none-match': 'W/"one"' }

it.each(['/projects', '/projects/below'])(
  'answers whoever holds the version of %s without rendering it',
  async (path) => {
    const first = await ask(path, {}, one)
    expect([first.status, first.headers.get('ETag'), await first.text()]).toEqual([200, 'W/"one"', 'rendered'])
    const second = await ask(path, held, one)
    expect([second.status, second.headers.get('Cache-Control'), second.body]).toEqual([304, 'private, no-cache', null])
    expect((await ask(path, held, async () => 'two')).status).toBe(200)
  },
)

it.each([
  ['a route that does not ask for it', ['/other', held, one]],
  ['no route', ['/', held, one]],
  ['no version', ['/projects', held, async () => null]],
  ['a version that fails', ['/projects', held, () => Promise.reject(new Error('no database'))]],
  ['another method', ['/projects', held, one, 'POST']],
] as [string, Parameters<typeof ask>][])('renders %s', async (_, asked) => {
  const answer = await ask(...asked)
  expect([answer.status, answer.headers.get('ETag')]).toEqual([200, null])
})
