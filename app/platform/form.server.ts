import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { AppError, type Message, statusOf } from './errors.ts'

/** Fields whose content is never sent back. */
const secretFields = ['password', 'confirmPassword', 'currentPassword']
export const isSecretField = (name: string) => secretFields.includes(name)

/** Marks a post that only wants its form back, filled in: what was typed before a session ended. Nothing is run for it. */
export const restoreField = '__restore__'

/**
 * The posted form.
 * @throws Response 400 when the body is none: whatever else a browser sends, a program sent this. To its page, where it is
 * posted to be filled in (`restoreField`).
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = await readAnyForm(request)
  // Whoever reads a form by itself cannot fill it in again.
  if (form.has(restoreField)) throw redirect(request.url, 303)
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
 * Parses a posted form by its schema and runs the write. A wrong field, or a verb's refusal, answers with the form as it was
 * typed (passwords left out) and what is wrong with it: 422, or the refusal's own status. `run` answers with a redirect,
 * or with `data(…)` where the page itself shows what came of it.
 * @throws Response 404 for what the caller may not see; anything unforeseen as it is.
 */
export async function handleForm<Schema extends z.ZodType, Answer = Response>(
  request: Request,
  schema: Schema,
  run: (input: z.output<Schema>) => Promise<Answer> | Answer,
) {
  return handleFormData(await readAnyForm(request), schema, run)
}

/** The same of a form that has been read already. */
export async function handleFormData<Schema extends z.ZodType, Answer = Response>(
  form: FormData,
  schema: Schema,
  run: (input: z.output<Schema>) => Promise<Answer> | Answer,
) {
  if (form.has(restoreField)) {
    form.delete(restoreField)
    const { initialValue } = parse(form, z.unknown()).reply({ hideFields: secretFields })
    return data({ lastResult: { initialValue } as SubmissionResult<string[]> }, { status: 200 })
  }
  const submission = parse(form, schema)
  if (submission.status !== 'success') {
    const asked = submission.status === undefined
    return data({ lastResult: submission.reply({ hideFields: secretFields }) }, { status: asked ? 200 : 422 })
  }
  try {
    return await run(submission.value)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'not_found') throw new Response(error.text.key, { status: 404 })
    const message = encodeMessage(error.text)
    const reply = submission.reply({
      hideFields: secretFields,
      ...(error.field ? { fieldErrors: { [error.field]: [message] } } : { formErrors: [message] }),
    })
    const headers = error.retryAfterSeconds ? { 'Retry-After': String(error.retryAfterSeconds) } : undefined
    return data({ lastResult: reply }, { status: statusOf[error.code], headers })
  }
}

/** The names that our forms have: `title`, `lines[12].unit`. */
const ownName = /^\w[\w-]{0,60}(\[\d{1,3}\])?(\.\w{1,60})?$/
/** More than our longest form has with all of its rows, and what a browser can still wait for. */
const maxFields = 2_000

/**
 * The form read by its schema, once its names are known to be harmless: conform makes a list as long as the number in
 * `lines[999999999]` says, and fails on a button's request (`__intent__`) that is not its own.
 * @throws Response 400 for a form that no page of ours could have sent.
 */
function parse<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  const names = [...form.keys()]
  const asked = names.includes('__intent__') || names.includes('__state__')
  const outlandish = names.length > maxFields || !names.every((name) => ownName.test(name))
  if (outlandish || (asked && asksOutlandishly(form))) throw new Response('errors:badRequest', { status: 400 })
  try {
    return parseWithZod(form, { schema })
  } catch (error) {
    if (asked) throw new Response('errors:badRequest', { status: 400 })
    throw error
  }
}

function asksOutlandishly(form: FormData): boolean {
  try {
    const { payload } = JSON.parse(String(form.get('__intent__'))) ?? {}
    return !ownName.test(`${payload?.name || 'form'}[${payload?.index ?? 0}]`) || form.has('__state__')
  } catch {
    return true
  }
}

/** A message as one string, as form errors are carried: `bids:refused.tooMany?count=5`. */
export function encodeMessage({ key, params }: Message): string {
  if (!params) return key
  return `${key}?${new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))}`
}
