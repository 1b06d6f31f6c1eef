import { setImmediate } from 'node:timers/promises'
import type { Request as HttpRequest, Response as HttpResponse, NextFunction } from 'express'
import { env } from '#app/platform/env.server.ts'
import { AppError } from '#app/platform/errors.ts'
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
    const answer = await render.api(asked, refusal)
    const wait = answer.headers.get('Retry-After')
    if (wait) response.setHeader('Retry-After', wait)
    // The rest of the body stays unread.
    if (!request.complete) response.setHeader('Connection', 'close')
    response.setHeader('Cache-Control', 'no-store')
    response.status(answer.status)
    renewRefusedFrame(request, response)
    const body = await answer.text()
    if (/^\/api(\/|$)/i.test(request.path)) {
      response.type('application/json').send(body)
      return
    }
    const number = answer.status < 500 ? null : String(response.getHeader('X-Request-Id') ?? '')
    if (requestContext().wantsPage) {
      const refused = {
        asked,
        refusal,
        path: pathOf(request),
        form: answer.status === 413 ? null : formOf(request),
        number,
      }
      response.type('html').send(await render.page(refused))
      return
    }
    const { error: told } = JSON.parse(body) as { error: string }
    response.type('text/plain').send(number === null ? told : `${told} (${number})`)
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
