import { matchRoutes } from '@remix-run/router'
import { expect, it } from 'vitest'
import { allRoutes, sourceBuild } from '#tests/setup/pages.ts'
import { routePatterns } from './route-patterns.server.ts'

it('finds the pattern that Remix matches for every route, whatever the letters and ids', async () => {
  const { routes } = await sourceBuild()
  const patternOf = routePatterns(routes)
  const tree = (parentId?: string): object[] =>
    Object.values(routes)
      .filter((route) => route?.parentId === parentId)
      .map((route) => ({ ...route, path: route?.path, children: route?.index ? undefined : tree(route?.id) }))
  const all = tree() as never
  const paths = (await allRoutes()).flatMap(({ path }) => (path === null ? [] : [path]))
  expect(paths.length).toBeGreaterThan(100)
  for (const path of paths) {
    const url = `/${path.replace(/:\w+/g, '0193-Id').replace('*', 'any/thing')}`
    const matched = matchRoutes(all, url)
    const remix = `/${(matched ?? [])
      .map(({ route }) => route.path)
      .filter(Boolean)
      .join('/')}`
    expect([url, patternOf(url)]).toEqual([url, remix])
    expect(patternOf(`${url.toUpperCase()}/`)).toBe(patternOf(url))
  }
})

it('gives the data of a page the pattern of the page', async () => {
  const patternOf = routePatterns((await sourceBuild()).routes)
  expect(patternOf('/bids/7.data')).toBe('/bids/:bidId')
  expect(patternOf('/_root.data')).toBe('/')
})

it('gives no part of an unknown path back', async () => {
  const patternOf = routePatterns((await sourceBuild()).routes)
  expect(patternOf('/secret-0193/x')).toBe('/*')
  expect(patternOf('/api/secret-0193')).toBe('/api/*')
  expect(patternOf('//')).toBe('/')
})
