import { createHash } from 'node:crypto'
import type { ServerBuild } from '@remix-run/node'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import type { VersionOf } from '#app/platform/requests/unchanged-pages.server.ts'
import { dataVersion } from '#db/data-version.server.ts'
import { database } from '#db/handle.server.ts'
import { sessionOfRequest } from './sessions/session.server.ts'

const minute = 60_000

/**
 * Computes the version of a signed-in user's page: of the page from the build, the user, the address, the language and theme
 * (cookies) and the current minute, and of what is stored the data version. It is the same in every process that runs this build on the same data. Null for pages
 * that must be rendered anew: those of guests, and those that show a flash message.
 */
export function pageVersion({ assets }: Pick<ServerBuild, 'assets'>): VersionOf {
  return async ({ headers, originalUrl }) => {
    const { session, user, hash } = await sessionOfRequest(headers.cookie ?? null)
    if (!user || session.has('flash')) return null
    const madeFrom = [
      assets.version,
      hash,
      user,
      originalUrl,
      headers.cookie,
      headers['accept-language'],
      Math.floor(requestContext().now / minute),
    ]
    const page = createHash('sha1').update(JSON.stringify(madeFrom)).digest('base64url')
    return { page, data: dataVersion(database().$client) }
  }
}
