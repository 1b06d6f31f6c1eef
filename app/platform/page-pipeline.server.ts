import type { Request as HttpRequest, Response as HttpResponse, NextFunction } from 'express'
import { sendAnswer } from './send-answer.server.ts'

/** Answers a request, or lets `next` answer it and may look at what comes back. */
export type Step = (request: HttpRequest, next: () => Promise<Response>) => Promise<Response>
export type Answerer = (request: HttpRequest) => Promise<Response>

/** Answers requests by the steps in their order and at last by `answer`, as a handler for Express. */
export function pagePipeline(steps: Step[], answer: Answerer) {
  const run = steps.reduceRight<Answerer>((next, step) => (request) => step(request, () => next(request)), answer)
  return async (request: HttpRequest, response: HttpResponse, next: NextFunction): Promise<void> => {
    try {
      await sendAnswer(await run(request), request, response)
    } catch (error) {
      // To whoever has gone there is nothing to say.
      if (!request.socket.destroyed) next(error)
    }
  }
}

/** Others (TRACE, CONNECT, and OPTIONS, which only a foreign page's script would send) mean nothing here. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

export const refuseOtherMethods: Step = async (request, next) => {
  if (methods.includes(request.method)) return next()
  const headers = { Allow: methods.join(', '), 'Content-Type': 'text/plain' }
  return new Response('Method Not Allowed', { status: 405, headers })
}
