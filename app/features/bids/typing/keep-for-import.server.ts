import { redirect } from '@remix-run/node'
import { z } from 'zod'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { handleFormData } from '#app/platform/forms/form.server.ts'
import { keepTypedBid } from './keep-typed-bid.server.ts'
import { typedFields } from './typed-values.ts'

/**
 * Leads from a bid's form to the import of prices and keeps what is typed, complete or not, so that the import goes on with it; null when
 * another button was pressed.
 */
export function keepForImport(ctx: CompanyContext, form: FormData, projectId: string) {
  if (form.get('outcome') !== 'import') return null
  return handleFormData(form, z.unknown(), () => {
    keepTypedBid(ctx, { projectId, fields: typedFields(form), expected: Number(form.get('typedVersion') ?? 0) })
    return redirect(`/projects/${projectId}/lines/import`, 303)
  })
}
