import { setImmediate } from 'node:timers/promises'
import type { Request as HttpRequest, Response as HttpResponse, NextFunction } from 'express'
import { env } from '#app/platform/env.server.ts'
import { AppError, statusOf } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import { renewRefusedFrame } from './frame-renewal.server.ts'
import { requestContext } from './request-context.server.ts'

/** A request that was refused before a page could answer. */
export type Refused = {
  /** The headers that decide the caller's language, and the method. */
  asked: Request
  refusal: AppError
  /** Where it was sent, on this host. */
  path: string
  /** What was typed, if the whole form has arrived and may be sent again. */
  form: URLSearchParams | null
  /** The request's number, for failures that somebody may ask about. */
  number: string | null
}
type Render = {
  /** Renders an API refusal: `{success: false, error, code}`. */
  api: (asked: Request, refusal: AppError) => Promise<Response>
  /** Says it in one line. */
  text: (asked: Request, refusal: AppError) => Promise<string>
  /** Renders a page that costs little. */
  page: (refused: Refused) => Promise<string>
}

/**
 * Runs last: answers requests that were refused or failed before a page could answer. It states the reason but no
 * details: under /api in the API's form, to browsers as a brief page, and elsewhere as one line.
 */
export function requestFailure(render: Render) {
  return async (error: unknown, request: HttpRequest, response: HttpResponse, _next: NextFunction): Promise<void> => {
    const refusal = error instanceof AppError ? error : new AppError('server_error', 'ui:error.title')
    if (refusal.code === 'server_error') logger.error({ err: error }, 'request failed before a page could answer')
    if (response.headersSent) {
      response.destroy()
      return
    }
    await ownTurn()
    if (request.socket.destroyed) return
    const asked = askedBy(request)
    const status = statusOf[refusal.code]
    const isApi = /^\/api(\/|$)/i.test(request.path)
    const number = status < 500 ? null : String(response.getHeader('X-Request-Id') ?? '')
    const form = status === 413 ? null : formOf(request)
    const page = requestContext().wantsPage && { path: pathOf(request), form, number }
    const type = isApi ? 'application/json' : page ? 'html' : 'text/plain'
    const body = isApi
      ? await (await render.api(asked, refusal)).text()
      : page
        ? await render.page({ asked, refusal, ...page })
        : `${await render.text(asked, refusal)}${number === null ? '' : ` (${number})`}`
    if (refusal.retryAfterSeconds) response.setHeader('Retry-After', String(refusal.retryAfterSeconds))
    // The rest of the body stays unread.
    if (!request.complete) response.setHeader('Connection', 'close')
    response.setHeader('Cache-Control', 'no-store')
    response.status(status)
    renewRefusedFrame(request, response)
    // Express's `send` would also hash the body.
    response.type(type).end(body)
  }
}

/** Refusals wait for the one before. */
let before = Promise.resolve()

/** Lets others' requests run between two refusals: hundreds can be due at once, and each takes a millisecond. */
function ownTurn(): Promise<void> {
  before = before.then(() => setImmediate())
  return before
}

function askedBy({ headers, method }: HttpRequest): Request {
  const kept = new Headers()
  for (const name of ['cookie', 'accept-language']) {
    const value = headers[name]
    if (typeof value === 'string') kept.set(name, value)
  }
  return new Request(env.origin, { headers: kept, method: method === 'GET' || method === 'HEAD' ? 'GET' : 'POST' })
}

/** `//evil` would name another host. */
const pathOf = ({ originalUrl }: HttpRequest) => `/${originalUrl.replace(/^[/\\]+/, '')}`

function formOf(request: HttpRequest): URLSearchParams | null {
  const body: unknown = request.body
  const isForm = body instanceof Buffer && request.is('application/x-www-form-urlencoded')
  return isForm ? new URLSearchParams(body.toString()) : null
}
