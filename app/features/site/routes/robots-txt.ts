import { env } from '#app/platform/env.server.ts'

/**
 * What crawlers leave alone (RFC 9309): addresses that carry a secret, and what is no page. Everything else is for them; what must not be
 * indexed says so itself.
 */
const closed = [
  '/api/',
  '/dev/',
  '/shared/',
  '/verify/',
  '/set-password',
  '/reset-password',
  '/verify-email',
  '/unsubscribe/',
  '/quote/replies/',
]

export function loader(): Response {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${env.origin}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  })
}
