import type { ServerBuild } from '@remix-run/node'

type Node = { pattern?: string; rest?: string; named: Map<string, Node>; parameter?: Node }

/**
 * Returns the function that finds the pattern of a path, such as `/bids/:bidId` of `/bids/7`, among the routes of a
 * build; `/*` where there is none. It gives no part of the path back, so an id in a URL never becomes a metric's label.
 * Remix's own matching compiles every pattern again for each request; this takes a microsecond.
 */
export function routePatterns(routes: ServerBuild['routes']): (path: string) => string {
  const root: Node = { named: new Map() }
  for (const [id, route] of Object.entries(routes)) {
    // A layout has no URL of its own.
    if (route?.path === undefined && !route?.index) continue
    const pattern = fullPathOf(routes, id)
    const segments = segmentsOf(pattern)
    let node = root
    for (const segment of segments) {
      if (segment === '*') node.rest = pattern
      else if (segment.startsWith(':')) {
        node.parameter ??= { named: new Map() }
        node = node.parameter
      } else {
        const next: Node = node.named.get(segment.toLowerCase()) ?? { named: new Map() }
        node.named.set(segment.toLowerCase(), next)
        node = next
      }
    }
    if (segments.at(-1) !== '*') node.pattern = pattern
  }
  // A page's data has the page's URL with an ending (Remix's single fetch).
  return (path) => find(root, segmentsOf(path.replace(/(?:^\/_root)?\.data$/, ''))) ?? '/*'
}

/** The whole path of a route with those of the routes around it, such as `/bids/:bidId`; of a layout, where it begins. */
export function fullPathOf(routes: ServerBuild['routes'], id: string): string {
  const path: string[] = []
  for (let route = routes[id]; route; route = route.parentId === undefined ? undefined : routes[route.parentId])
    path.unshift(...segmentsOf(route.path ?? ''))
  return `/${path.join('/')}`
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean)

/** A named segment goes before a parameter, and a parameter before the rest of a path, as in Remix. */
function find(node: Node, segments: string[], at = 0): string | undefined {
  const segment = segments[at]
  if (segment === undefined) return node.pattern ?? node.rest
  const named = node.named.get(segment.toLowerCase())
  return (
    (named && find(named, segments, at + 1)) ?? (node.parameter && find(node.parameter, segments, at + 1)) ?? node.rest
  )
}
