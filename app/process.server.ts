import type { Server } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'
import { closeDatabase, migrateDatabase } from '#db/client.server.ts'
import { database } from '#db/handle.server.ts'
import { refuseApi } from './features/accounts/answer-api.server.ts'
import { pageVersion } from './features/accounts/page-version.server.ts'
import { startGroups } from './features/groups/start-groups.server.ts'
import { startMessages } from './features/messages/start-messages.server.ts'
import { startNotifications } from './features/notifications/listen.server.ts'
import { publicPages } from './features/site/public-pages.server.ts'
import { startJobs } from './jobs.server.ts'
import { env } from './platform/env.server.ts'
import { logger } from './platform/logger.server.ts'
import { originCheckMiddleware } from './platform/origin-check.server.ts'
import { pageHandler } from './platform/page-handler.server.ts'
import { requestContextMiddleware } from './platform/request-context.server.ts'
import { requestFailure } from './platform/request-failure.server.ts'
import { securityHeadersMiddleware } from './platform/security-headers.server.ts'
import { startRealtime } from './realtime/start.server.ts'
import { dispatchUpgrades } from './realtime/upgrades.server.ts'

/**
 * What server.ts takes from the build, so that there is one module graph: one database handle, one event bus.
 * The order of `middleware` is the order in which every request passes them.
 */
export const server = {
  env,
  logger,
  middleware: [requestContextMiddleware, securityHeadersMiddleware, originCheckMiddleware] satisfies RequestHandler[],
  pages: (build: ServerBuild) =>
    pageHandler(build, pageVersion, process.env.NODE_ENV === 'development' ? undefined : publicPages()),
  failed: requestFailure(refuseApi),
  dispatchUpgrades,
  /** Brings the database up to date and starts what runs beside requests. Gives the way to stop. */
  start(http: Server, migrations: string) {
    migrateDatabase(database(), migrations)
    const stopNotifications = startNotifications()
    const stopGroups = startGroups()
    const stopMessages = startMessages()
    const stopJobs = startJobs()
    const realtime = startRealtime(http, database())
    return {
      upgrade: realtime.upgrade,
      disconnect: realtime.close,
      stop() {
        stopJobs()
        stopMessages()
        stopGroups()
        stopNotifications()
        closeDatabase(database())
      },
    }
  },
}
