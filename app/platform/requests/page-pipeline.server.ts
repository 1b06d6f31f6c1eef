import type { Request as HttpRequest, Response as HttpResponse, NextFunction } from 'express'
import { sendResponse } from './send-response.server.ts'

/** Answers a request itself, or calls `next` and may change its response. */
export type Step = (request: HttpRequest, next: () => Promise<Response>) => Promise<Response>
export type Responder = (request: HttpRequest) => Promise<Response>

/** An Express handler that runs the steps in order and finally `answer`. */
export function pagePipeline(steps: Step[], answer: Responder) {
  const run = steps.reduceRight<Responder>((next, step) => (request) => step(request, () => next(request)), answer)
  return async (request: HttpRequest, response: HttpResponse, next: NextFunction): Promise<void> => {
    try {
      await sendResponse(await run(request), request, response)
    } catch (error) {
      // The client has gone, so nobody reads an error.
      if (!request.socket.destroyed) next(error)
    }
  }
}

/** Other methods (TRACE, CONNECT, and OPTIONS, which only a foreign page's script would send) have no use here. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

export const refuseOtherMethods: Step = async (request, next) => {
  if (methods.includes(request.method)) return next()
  const headers = { Allow: methods.join(', '), 'Content-Type': 'text/plain' }
  return new Response('Method Not Allowed', { status: 405, headers })
}
