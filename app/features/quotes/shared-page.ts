import type { HeadersFunction, MetaFunction } from '@remix-run/node'

/** Pages behind a public link are indexed by nobody. */
export const unlisted: MetaFunction = () => [{ name: 'robots', content: 'noindex, nofollow' }]

/** The address is the secret: the page must not be cached, indexed, or sent to other sites as a referrer. */
export const secretHeaders: HeadersFunction = () => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
})
