import { createHash } from 'node:crypto'
import type { ServerBuild } from '@remix-run/node'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import type { VersionOf } from '#app/platform/requests/unchanged-pages.server.ts'
import { dataVersion } from '#db/data-version.server.ts'
import { database } from '#db/handle.server.ts'
import { sessionOfRequest } from './sessions/session.server.ts'

const minute = 60_000

/**
 * Names what a signed-in person's page is made from: the build, who, where, in which language and theme (cookies), in which
 * minute, and the data. The same on every process that runs this build over the same data.
 * Null for pages that must be made anew: of visitors, and with a message that is shown once.
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
      dataVersion(database().$client),
    ]
    return createHash('sha1').update(JSON.stringify(madeFrom)).digest('base64url')
  }
}
