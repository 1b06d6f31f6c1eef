import { env } from '#app/platform/env.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'

/** How long the file promises that its contact is read (ms). RFC 9116 recommends less than a year. */
const validity = 180 * 24 * 3_600_000

/** Where to report a security hole (RFC 9116). It expires half a year after today, so it never needs a release. */
export function loader(): Response {
  const expires = new Date(requestContext().now + validity)
  expires.setUTCHours(0, 0, 0, 0)
  const lines = [
    `Contact: mailto:${env.SUPPORT_EMAIL}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, fi, sv',
    `Canonical: ${env.origin}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  })
}
