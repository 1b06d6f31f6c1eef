import { type AppError, statusOf } from '#app/platform/errors.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { Step } from './page-pipeline.server.ts'
import { type RequestContext, requestContext } from './request-context.server.ts'

const refusals = singleton('early-refusals', () => new WeakMap<RequestContext, AppError>())

/**
 * What an action throws to refuse a form without loading and rendering its page: Remix sends a redirect at once, and
 * `answerEarlyRefusals` replaces it. A script that asks for data gets the error page's data, which is as cheap.
 */
export function refuseEarly(refusal: AppError): Response {
  const context = requestContext()
  if (!context.wantsPage) {
    const headers = refusal.retryAfterSeconds ? { 'Retry-After': String(refusal.retryAfterSeconds) } : undefined
    return new Response(refusal.text.key, { status: statusOf[refusal.code], headers })
  }
  refusals.set(context, refusal)
  return new Response(null, { status: 303, headers: { Location: '/' } })
}

/** Throws what the page refused early, for `requestFailure` to answer. */
export const answerEarlyRefusals: Step = async (_request, next) => {
  const answer = await next()
  const refusal = refusals.get(requestContext())
  if (refusal) throw refusal
  return answer
}
