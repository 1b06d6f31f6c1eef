import type { Context } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'

/** The context of scheduled jobs. */
export function systemContext(db: Database, now: number): Context {
  return {
    db,
    now,
    actor: null,
    company: null,
    requestId: `job-${newId()}`,
    ip: null,
    userAgent: null,
    sessionHash: null,
    via: 'job',
  }
}
