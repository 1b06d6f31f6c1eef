import type { ServerBuild } from '@remix-run/node'
import { expect, it } from 'vitest'
import { idsFor, patternHandler } from './pattern-handler.server.ts'

const told = (text: string) => ({ loader: () => new Response(text) })

const routes = Object.fromEntries(
  [
    { id: 'root', path: '', module: { default: () => null } },
    { id: 'frame', parentId: 'root', module: { default: () => null } },
    { id: 'home', parentId: 'frame', index: true, module: told('home') },
    { id: 'list', parentId: 'frame', path: 'projects', module: told('list') },
    { id: 'new', parentId: 'frame', path: 'projects/new', module: told('new') },
    { id: 'one', parentId: 'frame', path: 'projects/:projectId', module: told('one') },
    { id: 'below', parentId: 'one', path: 'below', module: told('below') },
    { id: 'team', parentId: 'frame', path: 'team', module: told('team') },
    { id: 'rest', parentId: 'root', path: '*', module: told('rest') },
  ].map((route) => [route.id, route]),
) as unknown as ServerBuild['routes']

const build = {
  entry: { module: { default: () => new Response('page') } },
  routes,
  assets: { routes, version: '1', url: '', entry: { module: '', imports: [] } },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: { v3_singleFetch: true, v3_lazyRouteDiscovery: true },
  isSpaMode: false,
} as unknown as ServerBuild

it.each([
  ['/', ['root', 'frame', 'home', 'rest']],
  ['/projects', ['root', 'frame', 'home', 'list', 'rest']],
  ['/projects/new', ['root', 'frame', 'home', 'list', 'new', 'rest']],
  ['/projects/:projectId/below', ['root', 'frame', 'home', 'list', 'one', 'below', 'rest']],
])('gives %s its routes, those above it, and those that could match anywhere', (pattern, ids) => {
  expect(idsFor(routes, pattern)).toEqual(ids)
})

it.each([
  ['/', 'home'],
  ['/projects', 'list'],
  ['/PROJECTS/', 'list'],
  ['/%70rojects', 'list'],
  ['/projects/%6eew', 'new'],
  ['//projects', 'rest'],
  ['/projects/new', 'new'],
  ['/projects/7', 'one'],
  ['/projects/7/below', 'below'],
  ['/projects/7/other', 'rest'],
  ['/team', 'team'],
  ['/nothing', 'rest'],
])('answers %s as the whole would', async (path, answer) => {
  const handler = patternHandler(build, 'production')
  expect(await (await handler(new Request(`http://localhost:3000${path}`))).text()).toBe(answer)
})

it('sends browsers the routes of every pattern', async () => {
  const handler = patternHandler(build, 'production')
  const answer = await handler(new Request('http://localhost:3000/__manifest?version=1&p=/team&p=/projects/new'))
  const told = Object.keys((await answer.json()) as object).sort()
  expect(told).toEqual(['frame', 'list', 'new', 'root', 'team'])
})
