import { ZodError, type ZodType } from 'zod'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { sessionContext } from '#app/features/accounts/sessions/session-context.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Locale } from '#app/i18n/locale.ts'
import { AppError, type ErrorCode } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import type { ClientEvents, Refusal } from '#app/realtime/protocol/socket-events.ts'
import { textOf } from '#app/ui/text.ts'
import type { EventLimit, EventLimits } from './event-limits.server.ts'
import type { Database, GroundworkSocket } from './socket-types.ts'

type EventName = keyof ClientEvents
type LastOf<Args extends unknown[]> = Args extends [...unknown[], infer Last] ? Last : never
type Answered<Name extends EventName> =
  LastOf<Parameters<ClientEvents[Name]>> extends (answer: infer Answer) => void
    ? Omit<Extract<Answer, { ok: true }>, 'ok'>
    : undefined

export type Answering = { db: Database; limits: EventLimits }
type EventRule<Name extends EventName, Input> = {
  limit: EventLimit
  /** Null for an event without a payload. */
  schema: ZodType<Input> | null
  /** The event is an action of the user, not of the page, and extends the session. */
  extendsSession?: true
  run(ctx: UserContext, input: Input): Answered<Name> | Promise<Answered<Name>>
}

/**
 * Handles one event of a socket: applies its rate limit, validates the payload, runs it as the session's user, and
 * acknowledges it. No input and no failure can end the process or affect other sockets.
 */
export function answerEvent<Name extends EventName, Input>(
  socket: GroundworkSocket,
  name: Name,
  { db, limits }: Answering,
  rule: EventRule<Name, Input>,
): void {
  socket.on(name as string, async (...args: unknown[]) => {
    const last = args.at(-1)
    const answer = typeof last === 'function' ? (value: object) => void last(value) : () => undefined
    const { identity } = socket.data
    try {
      const verdict = await limits.take(identity.userId, rule.limit)
      if (verdict === 'flood') {
        logger.warn({ userId: identity.userId, event: name }, 'a socket flooded and was closed')
        socket.disconnect(true)
        return
      }
      if (verdict !== 'allowed') {
        answer(refusal('rate_limited', 'errors:tooFast', identity.locale, verdict.retryAfterMs))
        return
      }
      const ctx = sessionContext(db, identity.sessionHash, identity, rule)
      if (!ctx) {
        answer(refusal('unauthenticated', 'serveronly:socket.signedOut', identity.locale))
        socket.disconnect(true)
        return
      }
      requireRight(ctx, 'messages.read')
      const input = rule.schema ? rule.schema.parse(args[0]) : (undefined as Input)
      answer({ ok: true, ...(await rule.run(ctx, input)) })
    } catch (error) {
      answer(refusalOf(error, identity.locale, name))
    }
  })
}

function refusalOf(error: unknown, locale: Locale, event: string): Refusal {
  if (error instanceof AppError) {
    const { code, text, retryAfterSeconds } = error
    return {
      ok: false,
      code,
      message: textOf(i18nFor(locale), text.key, text.params),
      ...(retryAfterSeconds ? { retryAfterMs: retryAfterSeconds * 1000 } : {}),
    }
  }
  if (error instanceof ZodError) {
    const tooLarge = error.issues.some((issue) => issue.code === 'too_big' && issue.path[0] === 'text')
    return tooLarge
      ? refusal('too_large', 'errors:tooLarge', locale)
      : refusal('invalid', 'serveronly:socket.invalid', locale)
  }
  logger.error({ err: error, event }, 'socket event failed')
  return refusal('server_error', 'serveronly:socket.failed', locale)
}

function refusal(code: ErrorCode, key: string, locale: Locale, retryAfterMs?: number): Refusal {
  const message = textOf(i18nFor(locale), key)
  return { ok: false, code, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}
