import type { Request as HttpRequest, Response as HttpResponse, NextFunction } from 'express'
import { env } from '#app/platform/env.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import { renewRefusedFrame } from './frame-renewal.server.ts'

/**
 * Renders an API refusal: `{success: false, error, code}`. `asked` carries the headers that decide the caller's
 * language.
 */
type RefuseApi = (asked: Request, refusal: AppError) => Promise<Response>

/**
 * Runs last: answers requests that were refused or failed before a page could answer. It states the reason but no
 * details, under /api in the API's form and elsewhere as one line.
 */
export function requestFailure(apiErrorResponse: RefuseApi) {
  return async (error: unknown, request: HttpRequest, response: HttpResponse, _next: NextFunction): Promise<void> => {
    const refusal = error instanceof AppError ? error : new AppError('server_error', 'ui:error.title')
    if (refusal.code === 'server_error') logger.error({ err: error }, 'request failed before a page could answer')
    if (response.headersSent) {
      response.destroy()
      return
    }
    const answer = await apiErrorResponse(askedBy(request), refusal)
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
    const { error: told } = JSON.parse(body) as { error: string }
    const id = response.getHeader('X-Request-Id') ?? ''
    response.type('text/plain').send(answer.status < 500 ? told : `${told} (${id})`)
  }
}

function askedBy({ headers }: HttpRequest): Request {
  const kept = new Headers()
  for (const name of ['cookie', 'accept-language']) {
    const value = headers[name]
    if (typeof value === 'string') kept.set(name, value)
  }
  return new Request(env.origin, { headers: kept })
}
