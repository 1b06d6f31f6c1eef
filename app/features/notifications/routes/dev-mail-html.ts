import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { getMail } from '#app/features/notifications/mail-queries.server.ts'

/** The HTML of a mail as a mail client shows it: with inline styles, and without loading or running anything else. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const { html } = orNotFound(getMail(ctx, params.mailId ?? ''))
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-top-navigation-by-user-activation",
      'Cache-Control': 'no-store',
    },
  })
}
