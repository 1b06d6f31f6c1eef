import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { AppError, fullDisk, type Message, newsOf, rateLimited, statusOf } from '#app/platform/errors.ts'
import { refuseEarly } from '#app/platform/requests/early-refusal.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import { countAccepted, countForm } from './form-limit.server.ts'

/** Fields whose values are never sent back to the browser. */
const secretFields = ['password', 'confirmPassword', 'currentPassword', 'passkey']
export const isSecretField = (name: string) => secretFields.includes(name)

/**
 * Marks a post that only asks for its form back with the user's input from before the session ended. Nothing else runs.
 */
export const restoreField = '__restore__'

/**
 * Reads the posted form. `fillsIn` says whether the caller can show this form again with what was typed (by `handleFormData`
 * or by itself) when the post only asks for that (`restoreField`); it must then run nothing.
 * @throws Response 400 when the body is not a form, which only a program sends; a redirect to the page when the post only asks
 * for its form back and the caller cannot fill it in
 */
export async function readForm(
  request: Request,
  fillsIn: (form: FormData) => boolean = () => false,
): Promise<FormData> {
  const form = await readAnyForm(request)
  if (form.has(restoreField) && !fillsIn(form)) throw redirect(request.url, 303)
  return form
}

async function readAnyForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw new Response('errors:badRequest', { status: 400 })
  }
}

/**
 * Parses a posted form with its schema and runs the write. An invalid field or a verb's refusal returns the form as
 * typed (without passwords) and its errors, with status 422 or the refusal's own. One that is refused unread (413, 429) stays on
 * its page if that runs scripts. `run` returns a redirect, or
 * `data(…)` when the page itself shows the result.
 * @throws Response 404 for what the caller may not see; 400, 413 or 429 for a form that no person filled in; unexpected
 * errors unchanged
 */
export async function handleForm<Schema extends z.ZodType, Answer = Response>(
  request: Request,
  schema: Schema,
  run: (input: z.output<Schema>) => Promise<Answer> | Answer,
) {
  return handleFormData(await readAnyForm(request), schema, run)
}

/** `handleForm` for a form that has already been read. */
export async function handleFormData<Schema extends z.ZodType, Answer = Response>(
  form: FormData,
  schema: Schema,
  run: (input: z.output<Schema>) => Promise<Answer> | Answer,
) {
  try {
    return await answerForm(form, schema, run)
  } catch (refusal) {
    if (!(refusal instanceof Response) || !isKept(refusal)) throw refusal
    return keepTyped(await refusal.text(), refusal)
  }
}

/** Whether a form that was refused unread is still on its page, in a browser that runs scripts. */
const isKept = ({ status }: Response) => requestContext().byScript && (status === 413 || status === 429)

/** Says why on the page that the form is on. Without a value for any field, conform leaves what was typed. */
function keepTyped(message: string, { status, headers }: Response) {
  const lastResult: SubmissionResult<string[]> = { status: 'error', error: { '': [message] } }
  return data({ lastResult }, { status, headers })
}

async function answerForm<Schema extends z.ZodType, Answer = Response>(
  form: FormData,
  schema: Schema,
  run: (input: z.output<Schema>) => Promise<Answer> | Answer,
) {
  const rows = rowsOf(form)
  const { crowded } = await countForm(rows, form.has(intentField))
  if (form.has(restoreField)) {
    form.delete(restoreField)
    const { initialValue } = parse(form, z.unknown()).reply({ hideFields: secretFields })
    return data({ lastResult: { initialValue } as SubmissionResult<string[]> }, { status: 200 })
  }
  if (rows >= maxRows && intentOf(form)?.type === 'insert') {
    form.delete(intentField)
    const formErrors = ['errors:rowsFull']
    return data(
      { lastResult: parse(form, z.unknown()).reply({ hideFields: secretFields, formErrors }) },
      { status: 422 },
    )
  }
  const submission = parse(form, schema)
  if (submission.status !== 'success') {
    if (crowded) throw refuseEarly(rateLimited(60, 'errors:tooFast'))
    const asked = submission.status === undefined
    const lastResult = submission.reply({ hideFields: secretFields })
    // Whoever adds or removes a row has not finished the list.
    const { type, payload } = intentOf(form) ?? {}
    if (type !== 'validate' && payload?.name) delete lastResult.error?.[payload.name]
    return data({ lastResult }, { status: asked ? 200 : 422 })
  }
  try {
    const answer = await run(submission.value)
    await countAccepted(rows)
    return answer
  } catch (thrown) {
    const error = fullDisk(thrown) ?? thrown
    if (!(error instanceof AppError)) throw error
    if (crowded && error.code !== 'not_found') throw refuseEarly(error)
    if (error.code === 'not_found') throw new Response(error.text.key, { status: 404 })
    const message = encodeMessage(error.text)
    const news = newsOf(error, requestContext().lastChange)
    const formErrors = [...(error.field ? [] : [message]), ...(news ? [encodeMessage(news)] : [])]
    const reply = submission.reply({
      hideFields: secretFields,
      ...(error.field && { fieldErrors: { [error.field]: [message] } }),
      ...(formErrors.length > 0 && { formErrors }),
    })
    const headers = error.retryAfterSeconds ? { 'Retry-After': String(error.retryAfterSeconds) } : undefined
    return data({ lastResult: reply }, { status: statusOf[error.code], headers })
  }
}

/** The values of a form of ours that was kept as its fields, as its page shows them; what no form of ours has is left out. */
export function typedValues(fields: readonly (readonly [name: string, value: string])[]): Record<string, unknown> {
  const form = new FormData()
  for (const [name, value] of fields) if (ownName.test(name) && !isSecretField(name)) form.append(name, value)
  return parse(form, z.unknown()).reply().initialValue ?? {}
}

/** Field names that our forms use: `title`, `lines[12].unit`. The group is the row. */
const ownName = /^\w[\w-]{0,60}(?:\[(\d{1,3})\])?(?:\.\w{1,60})?$/
/** The most rows of any list in our forms. A page that shows 1,000 rows again takes a second of CPU. */
const maxRows = 200
/** More than our longest form sends with all its rows, and still quick to parse. */
const maxFields = 2_000
/** The buttons of our forms: add a row, remove one, check a field. Others could replace a list by any other. */
const intents = ['insert', 'remove', 'validate']
const intentField = '__intent__'

/**
 * Parses the form with its schema, after checking that its names are harmless: conform builds a list as long as the
 * number in `lines[999999999]`, and fails on an unknown button intent (`__intent__`).
 * @throws Response 400 for a form that none of our pages could have sent; 413 for too many rows
 */
function parse<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  const names = [...form.keys()]
  const asked = names.includes(intentField) || names.includes('__state__')
  const outlandish = names.length > maxFields || !names.every((name) => ownName.test(name))
  if (outlandish || (asked && isImplausible(form))) throw new Response('errors:badRequest', { status: 400 })
  if (rowsOf(form) > maxRows) throw refuseEarly(new AppError('too_large', 'errors:tooManyRows'))
  try {
    return parseWithZod(form, { schema })
  } catch (error) {
    if (asked) throw new Response('errors:badRequest', { status: 400 })
    throw error
  }
}

/** The rows of the form's longest list. */
function rowsOf(form: FormData): number {
  let rows = 0
  for (const name of form.keys()) rows = Math.max(rows, Number(ownName.exec(name)?.[1] ?? -1) + 1)
  return rows
}

function isImplausible(form: FormData): boolean {
  const { type, payload } = intentOf(form) ?? {}
  const named = ownName.test(`${payload?.name || 'form'}[${payload?.index ?? 0}]`)
  return !named || !intents.includes(type ?? '') || form.has('__state__')
}

/** What the pressed button asks for; null without one, or for what is no JSON. */
function intentOf(form: FormData): { type?: string; payload?: { name?: string; index?: number } } | null {
  try {
    return JSON.parse(String(form.get(intentField)))
  } catch {
    return null
  }
}

/** A form that was not accepted, for its page to show again: as typed, with its errors. */
export type RefusedForm = ReturnType<typeof data<{ lastResult: SubmissionResult<string[]> }>>

/** Encodes a message as one string, as form errors carry it: `bids:refused.tooMany?count=5`. */
export function encodeMessage({ key, params }: Message): string {
  if (!params) return key
  return `${key}?${new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))}`
}
