import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { AppError } from '#app/platform/errors.ts'
import { encodeMessage, handleFormData, type RefusedForm } from '#app/platform/forms/form.server.ts'
import { keepTypedBid } from './keep-typed-bid.server.ts'
import { typedFields } from './typed-values.ts'

const keepTyped = (ctx: CompanyContext, form: FormData, projectId: string) =>
  keepTypedBid(ctx, { projectId, fields: typedFields(form), expected: Number(form.get('typedVersion') ?? 0) })

/**
 * Leads from a bid's form to the import of prices and keeps what is typed, complete or not, so that the import goes on with it; null when
 * another button was pressed.
 */
export function keepForImport(ctx: CompanyContext, form: FormData, projectId: string) {
  if (form.get('outcome') !== 'import') return null
  return handleFormData(form, z.unknown(), () => {
    keepTyped(ctx, form, projectId)
    return redirect(`/projects/${projectId}/lines/import`, 303)
  })
}

/** The buttons that do not submit a bid: what is incomplete is kept by them. */
const unfinished = ['draft', 'attach', 'review']

/**
 * Keeps what is typed in a bid's form that was not saved because it is incomplete (422), so that its next visit goes on with it without
 * scripts too (BID-29). The page still says what is missing; `kept` says that it was kept, and an error why not.
 */
export function keepIncomplete<Answer extends Response>(
  ctx: CompanyContext,
  form: FormData,
  projectId: string,
  answer: Answer | RefusedForm,
) {
  if (answer instanceof Response || answer.init?.status !== 422) return answer
  if (!unfinished.includes(String(form.get('outcome')))) return answer
  const { lastResult } = answer.data
  try {
    return data({ lastResult, kept: keepTyped(ctx, form, projectId) }, answer.init)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const said = [...(lastResult.error?.[''] ?? []), encodeMessage(error.text)]
    return data({ lastResult: { ...lastResult, error: { ...lastResult.error, '': said } } }, answer.init)
  }
}
