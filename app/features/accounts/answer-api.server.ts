import type { z } from 'zod'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import { AppError, type ErrorCode, fullDisk, invalid, type Message, statusOf } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { productName } from '#app/platform/product.ts'
import { consumePoint, type RateLimit } from '#app/platform/rate-limit.server.ts'
import { bearerToken } from '#app/platform/requests/bearer-token.server.ts'
import { textOf } from '#app/ui/text.ts'
import type { UserContext } from './context.ts'
import { requireApiUser } from './require-api-user.server.ts'
import { requireRight } from './require-right.server.ts'
import type { Right } from './rights.ts'

/** Translates a message into the caller's language. */
export type Translate = (message: Message) => string

export type Answer = { status?: number; body: Record<string, unknown>; headers?: Record<string, string> }

/**
 * Runs an address under /api and returns its JSON: `{success: true, …}`, or `{success: false, error, code}` in the caller's
 * language with the matching HTTP status. Never returns an HTML page. Each call is counted against `limit` before it runs, and
 * takes `right`.
 */
export function answerApi(
  request: Request,
  limit: RateLimit,
  right: Right,
  run: (ctx: UserContext, translate: Translate) => Promise<Answer> | Answer,
): Promise<Response> {
  return answerJson(request, async (speak) => {
    const ctx = await requireApiUser(request)
    const translate = await speak(ctx.actor.locale)
    await consumePoint(ctx.db.$client, limit, ctx.actor.id)
    requireRight(ctx, right)
    return run(ctx, translate)
  })
}

/** The same for addresses that decide by themselves who may call them. `speak` sets the language of the answer. */
export async function answerJson(
  request: Request,
  run: (speak: (preferred: string | null) => Promise<Translate>) => Promise<Answer>,
): Promise<Response> {
  let preferred: string | null = null
  const speak = (locale: string | null) => {
    preferred = locale
    return translatorFor(request, locale)
  }
  try {
    const { status = 200, body, headers = {} } = await run(speak)
    return Response.json({ success: true, ...body }, { status, headers })
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.code === 'server_error') logger.error({ err: error }, 'an API call failed')
    return apiErrorResponse(request, refusal, preferred)
  }
}

/** The JSON response for an error, in the preferred language or else that of `request`. */
export async function apiErrorResponse(
  request: Request,
  refusal: AppError,
  preferred: string | null = null,
): Promise<Response> {
  const { code, text, retryAfterSeconds, field } = refusal
  const translate = await translatorFor(request, preferred)
  const challenge = challengeOf(request, refusal)
  const headers = {
    ...(retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {}),
    ...(challenge ? { 'WWW-Authenticate': challenge } : {}),
  }
  return Response.json(
    { success: false, error: translate(text), code, ...(field ? { field } : {}) },
    { status: statusOf[code], headers },
  )
}

/** What a refused program has to bring (RFC 6750, section 3): a token, another one, or one that covers more. */
function challengeOf(request: Request, { code, text }: AppError): string | null {
  const challenge = `Bearer realm="${productName}"`
  if (text.key === 'errors:scopeMissing') return `${challenge}, error="insufficient_scope"`
  if (code !== 'unauthenticated') return null
  const wasShown = bearerToken(request.headers.get('Authorization')) !== null
  return wasShown ? `${challenge}, error="invalid_token"` : challenge
}

/** The text of an error in the language of `request`. */
export async function errorText(request: Request, { text }: AppError): Promise<string> {
  return (await translatorFor(request, null))(text)
}

async function translatorFor(request: Request, preferred: string | null): Promise<Translate> {
  const { locale } = await detectLanguage(request, preferred)
  return ({ key, params }) => textOf(i18nFor(locale), key, params)
}

const codes = Object.keys(statusOf) as ErrorCode[]

/** A thrown Response becomes an AppError too: the form readers throw a 400 for a malformed body. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  const full = fullDisk(error)
  if (full) return full
  if (!(error instanceof Response) || error.status >= 500) return new AppError('server_error', 'ui:error.title')
  if (error.status === 400) return invalid('errors:badRequest')
  const code = codes.find((each) => statusOf[each] === error.status) ?? 'not_found'
  return new AppError(code, 'errors:notFound')
}

/** A 405 response that lists the methods an address accepts. */
export function methodNotAllowed(...allowed: string[]): Response {
  const body = { success: false, error: 'Method not allowed', code: 'method_not_allowed' }
  return Response.json(body, { status: 405, headers: { Allow: allowed.join(', ') } })
}

/**
 * Reads a call's body, JSON or form data, by `schema`.
 * @throws AppError invalid
 */
export async function readInput<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const json = /^application\/json\b/i.test(request.headers.get('Content-Type') ?? '')
  return parseInput(schema, await (json ? readJson(request) : readFields(request)))
}

/**
 * Reads the query parameters by `schema`.
 * @throws AppError invalid
 */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, request: Request): z.output<Schema> {
  return parseInput(schema, Object.fromEntries(new URL(request.url).searchParams), 'serveronly:badQuery')
}

/**
 * Validates values that are already parsed, such as the fields of an upload.
 * @throws AppError invalid, for the first wrong field, with the text that a form shows at it if there is one
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
  refusal = 'errors:badRequest',
): z.output<Schema> {
  const read = schema.safeParse(values)
  if (read.success) return read.data
  const { message = '', path = [] } = read.error.issues[0] ?? {}
  const field = path.join('.')
  throw invalid(textKey.test(message) ? message : refusal, field ? { field } : {})
}

/** The messages of our own schemas; zod's are English sentences. */
const textKey = /^[a-z]+:[\w.]+(\?|$)/i

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    throw invalid('errors:badRequest')
  }
}

async function readFields(request: Request): Promise<unknown> {
  // Marking messages as read sends no body at all.
  const type = request.headers.get('Content-Type')
  if (type === null) return {}
  return Object.fromEntries(await readForm(request))
}
