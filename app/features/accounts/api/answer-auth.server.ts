import { type Answer, answerJson, methodNotAllowed, type Translate } from '#app/features/accounts/answer-api.server.ts'
import type { Context } from '#app/features/accounts/context.ts'
import { consumePoint, type RateLimit, rateLimits } from '#app/platform/rate-limit.server.ts'
import { addressKey } from '#app/platform/requests/address-key.server.ts'
import { bearerContext, programContext } from './bearer-context.server.ts'

/**
 * Runs an address under /api/auth that takes no session, and returns its JSON. The caller is a program: its cookies count for
 * nothing, and a bearer token only where an address asks who shows it. Counted by network address; `limit` null is for verbs
 * that count by themselves.
 */
export async function answerAuth(
  request: Request,
  run: (ctx: Context, translate: Translate) => Promise<Answer> | Answer,
  limit: RateLimit | null = rateLimits.apiAccount,
): Promise<Response> {
  const answer = await answerJson(request, async (speak) => {
    const ctx = (await bearerContext(request)) ?? programContext()
    const translate = await speak(ctx.actor?.locale ?? null)
    if (limit) await consumePoint(ctx.db.$client, limit, addressKey(ctx.ip))
    return run(ctx, translate)
  })
  return unstored(answer)
}

/** The same for a POST; other methods are refused. */
export async function answerAuthPost(request: Request, ...rest: Rest): Promise<Response> {
  return request.method === 'POST' ? answerAuth(request, ...rest) : methodNotAllowed('POST')
}
type Rest = Parameters<typeof answerAuth> extends [Request, ...infer After] ? After : never

/** Tokens and whose they are stay in no cache (RFC 6749, 5.1). */
export function unstored(answer: Response): Response {
  answer.headers.set('Cache-Control', 'no-store')
  return answer
}
