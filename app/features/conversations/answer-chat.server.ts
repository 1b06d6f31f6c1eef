import { redirect } from '@remix-run/node'
import type { UserContext } from '#app/features/accounts/context.ts'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { enforceRateLimit, requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import { AppError, type Message, statusOf } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { textOf } from '#app/ui/text.ts'

type ChatResult = {
  /** Where a form is redirected; `back` by default. */
  to?: string
  flash?: Message
  /** Further fields of the JSON response. */
  data?: Record<string, unknown>
}

/**
 * Responds to the action route of a chat button (`/messages/:id/…`). A plain form is redirected with a flash message; a
 * request that accepts JSON gets `{ok: true, …}` or `{ok: false, code, message}` in the user's language. Each call counts
 * towards `chatChange`. Beyond it a form gets a plain 429, because a flash message would be a write for each call; if the
 * route is a `page`, its error page says so.
 * @throws Response 404 for a form about something the caller cannot see.
 */
export async function answerChat(
  request: Request,
  back: string,
  run: (ctx: UserContext, form: FormData) => Promise<ChatResult> | ChatResult,
  { page = false } = {},
): Promise<Response> {
  if (request.headers.get('Accept')?.startsWith('application/json')) {
    const ctx = await requireUser(request)
    return answerChatJson(request, ctx, async () => {
      await enforceRateLimit(ctx, rateLimits.chatChange)
      return run(ctx, await readForm(request))
    })
  }
  const answerForm = async () => {
    const ctx = await requireRateLimitedUser(request, rateLimits.chatChange)
    const form = await readForm(request)
    return handleButton(request, back, async () => {
      const { to = back, flash } = await run(ctx, form)
      return flash ? redirectWithFlash(request, to, { tone: 'success', text: flash }) : redirect(to, { status: 303 })
    })
  }
  return page ? answerForm() : fileAnswer(request, answerForm)
}

/** The JSON response alone, for a request whose body has been read already (an upload) or that has none. */
export async function answerChatJson(
  request: Request,
  ctx: UserContext,
  run: () => Promise<ChatResult> | ChatResult,
): Promise<Response> {
  try {
    const { data } = await run()
    return Response.json({ ok: true, ...data })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { locale } = await detectLanguage(request, ctx.actor.locale)
    const message = textOf(i18nFor(locale), error.text.key, error.text.params)
    const headers = error.retryAfterSeconds ? { 'Retry-After': String(error.retryAfterSeconds) } : undefined
    return Response.json({ ok: false, code: error.code, message }, { status: statusOf[error.code], headers })
  }
}
