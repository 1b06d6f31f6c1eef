import type { z } from 'zod'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import { AppError, type ErrorCode, invalid, type Message, statusOf } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { consumePoint, type RateLimit } from '#app/platform/rate-limit.server.ts'
import { textOf } from '#app/ui/text.ts'
import type { UserContext } from './context.ts'
import { requireApiUser } from './require-api-user.server.ts'

/** Says a text in the caller's language. */
type Translate = (message: Message) => string

type Answer = { status?: number; body: Record<string, unknown> }

/**
 * What an address under /api answers: `{success: true, …}`, or `{success: false, error, code}` in the caller's language with the
 * status that belongs to it. Never a page, whatever happens. Each call is counted by `limit`, before it costs anything.
 */
export async function answerApi(
  request: Request,
  limit: RateLimit,
  run: (ctx: UserContext, translate: Translate) => Promise<Answer> | Answer,
): Promise<Response> {
  let preferred: string | null = null
  try {
    const ctx = await requireApiUser(request)
    preferred = ctx.actor.locale
    await consumePoint(ctx.db.$client, limit, ctx.actor.id)
    const { status = 200, body } = await run(ctx, await translatorFor(request, preferred))
    return Response.json({ success: true, ...body }, { status })
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.code === 'server_error') logger.error({ err: error }, 'an API call failed')
    return apiErrorResponse(request, refusal, preferred)
  }
}

/** A refusal as the API says it: to whoever `request` comes from, in the language that they prefer. */
export async function apiErrorResponse(
  request: Request,
  { code, text, retryAfterSeconds, field }: AppError,
  preferred: string | null = null,
): Promise<Response> {
  const translate = await translatorFor(request, preferred)
  const headers = retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : undefined
  return Response.json(
    { success: false, error: translate(text), code, ...(field ? { field } : {}) },
    { status: statusOf[code], headers },
  )
}

async function translatorFor(request: Request, preferred: string | null): Promise<Translate> {
  const { locale } = await detectLanguage(request, preferred)
  return ({ key, params }) => textOf(i18nFor(locale), key, params)
}

const codes = Object.keys(statusOf) as ErrorCode[]

/** A thrown Response is a refusal too: readers of forms throw 400 for a body that is none. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Response) || error.status >= 500) return new AppError('server_error', 'ui:error.title')
  if (error.status === 400) return invalid('errors:badRequest')
  const code = codes.find((each) => statusOf[each] === error.status) ?? 'not_found'
  return new AppError(code, 'errors:notFound')
}

/** For a method that an address does not know. */
export function methodNotAllowed(...allowed: string[]): Response {
  const body = { success: false, error: 'Method not allowed', code: 'method_not_allowed' }
  return Response.json(body, { status: 405, headers: { Allow: allowed.join(', ') } })
}

/**
 * What a call sent, as JSON or as a form, read by `schema`.
 * @throws AppError invalid
 */
export async function readInput<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const json = /^application\/json\b/i.test(request.headers.get('Content-Type') ?? '')
  return parseInput(schema, await (json ? readJson(request) : readFields(request)))
}

/**
 * The same of what the address asks for after its question mark.
 * @throws AppError invalid
 */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, request: Request): z.output<Schema> {
  return parseInput(schema, Object.fromEntries(new URL(request.url).searchParams), 'errors:badQuery')
}

/**
 * The same of values that are there already, as an upload's fields.
 * @throws AppError invalid, at the first field that is wrong
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
  refusal = 'errors:badRequest',
): z.output<Schema> {
  const read = schema.safeParse(values)
  if (read.success) return read.data
  const field = read.error.issues[0]?.path.join('.')
  throw invalid(refusal, field ? { field } : {})
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    throw invalid('errors:badRequest')
  }
}

async function readFields(request: Request): Promise<unknown> {
  // A mark-read has no body at all.
  const type = request.headers.get('Content-Type')
  if (type === null) return {}
  return Object.fromEntries(await readForm(request))
}
