import type { LoaderFunctionArgs } from '@remix-run/node'
import { avatarSvg } from '#app/features/accounts/avatar.ts'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { findAvatarOwner } from '#app/features/conversations/people-queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The picture of the caller or of a person the caller knows. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireRateLimitedUser(request, rateLimits.fileRead)
    const person = orNotFound(findAvatarOwner(ctx, params.userId ?? ''))
    return new Response(avatarSvg(person.id, person.name), {
      headers: {
        'Content-Type': 'image/svg+xml; charset=utf-8',
        'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Cache-Control': 'private, max-age=3600',
        Vary: 'Cookie',
      },
    })
  })
