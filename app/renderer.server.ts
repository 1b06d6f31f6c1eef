import type { RequestListener, Server } from 'node:http'
import type { RequestHandler } from 'express'
import { database } from '#db/handle.server.ts'
import { readElsewhere } from './features/presence/connections.server.ts'
import { startNodeMetrics } from './metrics.server.ts'
import { AppError } from './platform/errors.ts'
import { logger } from './platform/logger.server.ts'
import { shareMetrics } from './platform/processes/cluster-metrics.server.ts'
import { forward, isForWriter } from './platform/processes/forward.server.ts'
import { handOver } from './platform/processes/hand-over.server.ts'
import { leaveToWriter, NeedsWriter } from './platform/processes/needs-writer.server.ts'
import type { Step } from './platform/requests/page-pipeline.server.ts'

/** How often presence is read (ms), as often as the writer stores it. */
const readPresenceEvery = 1000
/** When a person may try again while there is no writer (s). */
const retryAfter = 5

/**
 * The first steps of a renderer's pages, and the one after a form has been received. A form gets so far only when there is no
 * writer; its refusal gives back what was typed.
 */
export const rendererSteps = {
  first: [
    (request, next) => {
      if (lost.has(request)) throw new Error('the writer ended before it answered')
      return next()
    },
    leaveToWriter,
  ] satisfies Step[],
  received: (async (request, next) => {
    if (isForWriter(request)) throw noWriter()
    return next()
  }) satisfies Step,
}

const noWriter = () => new AppError('busy', 'errors:busy', { retryAfterSeconds: retryAfter })

/** Requests that the writer has read without answering them. */
const lost = new WeakSet<object>()

/** Starts what a renderer runs beside requests. Returns the functions that `server.ts` calls. */
export function startRenderer(http: Server) {
  const presence = setInterval(readPresence, readPresenceEvery)
  presence.unref()
  readPresence()
  shareMetrics()
  const { stop: stopMetrics } = startNodeMetrics(http)
  return {
    upgrade: handOver,
    disconnect() {},
    stop() {
      stopMetrics()
      clearInterval(presence)
      database().$client.close()
    },
  }
}

function readPresence(): void {
  try {
    readElsewhere(database())
  } catch (error) {
    logger.error({ err: error }, 'presence could not be read; it is tried again')
  }
}

/** Passes on what is for the writer, before anything else sees it. Without a writer `handle` answers, with a refusal. */
export function forwarding(handle: RequestListener): RequestListener {
  return (request, response) => {
    if (!isForWriter(request)) return handle(request, response)
    const away = () => handle(request, response)
    forward(request, response, {
      away,
      lost: () => {
        lost.add(request)
        away()
      },
    })
  }
}

/** Answers a page that turned out to write by passing its request on. */
export function forwardingWrites(pages: RequestHandler): RequestHandler {
  return (request, response, next) =>
    pages(request, response, (error?: unknown) => {
      if (!(error instanceof NeedsWriter)) return next(error)
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      response.locals.forwarded = true
      const refuse = () => next(noWriter())
      forward(request, response, { away: refuse, lost: refuse })
    })
}
