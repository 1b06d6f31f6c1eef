import type { RequestListener, Server } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'
import { closeDatabase, migrateDatabase } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { database } from '#db/handle.server.ts'
import { checkSealKey } from './documents/seal/seal-certificate.server.ts'
import { apiErrorResponse, errorText } from './features/accounts/answer-api.server.ts'
import { findBearerOwner } from './features/accounts/api/bearer-owner.server.ts'
import { lastChange } from './features/accounts/last-change.server.ts'
import { pageVersion } from './features/accounts/page-version.server.ts'
import { leaveSessionWrites } from './features/accounts/sessions/leave-session-writes.server.ts'
import { findSessionOwner } from './features/accounts/sessions/session-owner.server.ts'
import { startMessages } from './features/messages/start-messages.server.ts'
import { briefPage } from './features/site/brief-page.server.tsx'
import { publicPages } from './features/site/public-pages.server.ts'
import { startJobs } from './jobs.server.ts'
import { listeners } from './listeners.server.ts'
import { startMetrics } from './metrics.server.ts'
import { env, orExitLater, startWarnings } from './platform/env.server.ts'
import { logger } from './platform/logger.server.ts'
import { measureRequest } from './platform/metrics.server.ts'
import { shareMetrics } from './platform/processes/cluster-metrics.server.ts'
import { showClient } from './platform/processes/forward.server.ts'
import { takeOver } from './platform/processes/hand-over.server.ts'
import { listen } from './platform/processes/listen.server.ts'
import { role } from './platform/processes/process-role.server.ts'
import { endIfFileFails } from './platform/requests/asset-failure.server.ts'
import { refuseBlocked, refuseBlockedForm } from './platform/requests/blocked-people.server.ts'
import { countConnections, limitConcurrency } from './platform/requests/concurrency-limit.server.ts'
import { answerEarlyRefusals } from './platform/requests/early-refusal.server.ts'
import { oneAtATime } from './platform/requests/one-at-a-time.server.ts'
import { originCheckMiddleware } from './platform/requests/origin-check.server.ts'
import { pagePipeline, refuseOtherMethods } from './platform/requests/page-pipeline.server.ts'
import { proxyCheckMiddleware } from './platform/requests/proxy-check.server.ts'
import { remixHandler, remixResponder } from './platform/requests/remix-handler.server.ts'
import { receiveBody } from './platform/requests/request-body.server.ts'
import { requestContextMiddleware } from './platform/requests/request-context.server.ts'
import { requestFailure } from './platform/requests/request-failure.server.ts'
import { paceRequests } from './platform/requests/request-pace.server.ts'
import { routePatterns } from './platform/requests/route-patterns.server.ts'
import { keepAssetHeaders, securityHeadersMiddleware } from './platform/requests/security-headers.server.ts'
import { unchangedPages } from './platform/requests/unchanged-pages.server.ts'
import { limitUnread } from './platform/requests/unread-bytes.server.ts'
import { limitWritten } from './platform/requests/written-bytes.server.ts'
import { startRealtime } from './realtime/start.server.ts'
import { dispatchUpgrades } from './realtime/upgrades.server.ts'
import { forwarding, forwardingWrites, rendererSteps, startRenderer } from './renderer.server.ts'

const renders = role === 'renderer'

/**
 * The parts of the build that server.ts uses, in one object so that there is one module graph with one database handle
 * and one event bus. Every request waits its turn in `oneAtATime` and `paceRequests`, passes `middleware`, then static
 * files, then the steps of `pages`.
 */
export const server = {
  env,
  logger,
  middleware: [
    measureRequest,
    requestContextMiddleware({
      ofSession: (session) => findSessionOwner(database(), session),
      ofToken: (token, now) => findBearerOwner(database(), token, now),
      lastChange: (path, person, now) => lastChange(database(), path, person, now),
    }),
    proxyCheckMiddleware,
    securityHeadersMiddleware,
    originCheckMiddleware,
  ] satisfies RequestHandler[],
  pages(build: ServerBuild): RequestHandler {
    const patternOf = routePatterns(build.routes)
    const remix = remixHandler(build)
    const development = process.env.NODE_ENV === 'development'
    const steps = [
      ...(renders ? rendererSteps.first : []),
      refuseOtherMethods,
      ...(development ? [] : [publicPages(remix, limitConcurrency)]),
      refuseBlocked,
      receiveBody,
      ...(renders ? [rendererSteps.received] : []),
      refuseBlockedForm,
      limitConcurrency,
      limitWritten,
      answerEarlyRefusals,
      ...(renders ? [leaveSessionWrites] : []),
      unchangedPages(build, pageVersion(build)),
    ]
    const pipeline = pagePipeline(steps, remixResponder(remix))
    const run = renders ? forwardingWrites(pipeline) : pipeline
    return (request, response, next) => {
      response.locals.route = patternOf(request.path)
      return run(request, response, next)
    }
  },
  failed: requestFailure({ api: apiErrorResponse, text: errorText, page: briefPage }),
  limitUnread,
  endIfFileFails,
  keepAssetHeaders,
  dispatchUpgrades,
  listen,
  /** Ends the process if the key of the seal, which every process that seals needs, cannot be used. */
  prepare: () => orExitLater(checkSealKey),
  /**
   * Starts what this process runs beside requests, the migrations first. `http` already has its request listener. Returns
   * the functions that stop it.
   */
  start: (http: Server, migrations: string) => (renders ? startRendering(http) : startEverything(http, migrations)),
}

function startRendering(http: Server) {
  queueRequests(http, forwarding)
  return startRenderer(http)
}

/** Everything, or in the writer everything but what renderers do. */
function startEverything(http: Server, migrations: string) {
  for (const warning of startWarnings(env)) logger.warn(warning)
  migrateDatabase(database(), migrations)
  const stopMessages = startMessages()
  const dispatcher = startDispatcher(database(), listeners)
  const stopJobs = startJobs()
  const realtime = startRealtime(http, database())
  queueRequests(http)
  if (role === 'writer') {
    // Before anything asks for the client's address.
    http.prependListener('request', showClient)
    takeOver(http)
    shareMetrics()
  }
  const stopMetrics = startMetrics({ http, db: database(), listeners, countSockets: realtime.count })
  return {
    upgrade: realtime.upgrade,
    disconnect: realtime.close,
    stop() {
      stopMetrics()
      stopJobs()
      dispatcher.stop()
      stopMessages()
      closeDatabase(database())
    },
  }
}

/** Puts the queues of connections and addresses before all request listeners: Socket.IO answers handshakes before Express. */
function queueRequests(http: Server, around = (handle: RequestListener) => handle): void {
  const handlers = http.listeners('request')
  http.removeAllListeners('request')
  const handleAll: RequestListener = (...exchange) => {
    for (const handle of handlers) handle.apply(http, exchange)
  }
  http.on('request', oneAtATime(paceRequests(around(handleAll))))
  countConnections(http)
}
