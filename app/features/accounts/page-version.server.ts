import { createHash, randomUUID } from 'node:crypto'
import type { Statement } from 'better-sqlite3'
import type { Request } from 'express'
import { requestContext } from '#app/platform/request-context.server.ts'
import { database } from '#db/handle.server.ts'
import { sessionOfRequest } from './session.server.ts'

/** Another process may run another build: its pages are other pages. */
const process = randomUUID()
const minute = 60_000

let statement: { of: object; get: Statement<[], { changes: number; version: number }> } | null = null

/**
 * Names what a signed-in person's page is made from: who, where, in which language and theme (cookies), in which minute,
 * and the last write to the database. While the name is the same, so is the page, and nothing need be rendered.
 * Null for pages that must not be kept: of visitors, and with a message that is shown once.
 */
export async function pageVersion(request: Request): Promise<string | null> {
  if (request.method !== 'GET' || !request.accepts('html') || request.path.endsWith('.data')) return null
  const { session, user, hash } = await sessionOfRequest(request.headers.cookie ?? null)
  if (!user || session.has('flash')) return null
  const { changes, version } = writesSoFar()
  return createHash('sha1')
    .update(
      JSON.stringify([
        process,
        hash,
        user,
        request.originalUrl,
        request.headers.cookie,
        request.headers['accept-language'],
        Math.floor(requestContext().now / minute),
        changes,
        version,
      ]),
    )
    .digest('base64url')
}

/** `total_changes` counts our own writes, `data_version` moves with everybody else's. */
function writesSoFar(): { changes: number; version: number } {
  const { $client } = database()
  if (statement?.of !== $client) {
    statement = {
      of: $client,
      get: $client.prepare('SELECT total_changes() AS changes, data_version AS version FROM pragma_data_version'),
    }
  }
  return statement.get.get() ?? { changes: Math.random(), version: 0 }
}
