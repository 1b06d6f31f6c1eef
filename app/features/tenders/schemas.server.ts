import { z } from 'zod'
import { momentField } from '#app/features/projects/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { requiredText } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'

/** A form that changes the documents of a draft. */
const draftSchema = z.object({ submissionId: submissionIdField, expectedVersion: expectedVersionField })

/** The same of an open project: the change is an addendum. */
const addendumSchema = (localeContext: LocaleContext) =>
  draftSchema.extend({ summary: requiredText(2000), bidDeadline: momentField(localeContext) }).transform((form) => {
    const { submissionId, expectedVersion, ...addendum } = form
    return { submissionId, expectedVersion, addendum }
  })

/** The schema of a form that changes the documents of a project in this status. */
export const documentsSchema = (isOpen: boolean, localeContext: LocaleContext): z.ZodType<DocumentsForm> =>
  isOpen ? addendumSchema(localeContext) : draftSchema

type DocumentsForm = {
  submissionId?: string | undefined
  expectedVersion?: number | undefined
  /** The deadline in UTC ms. */
  addendum?: { summary: string; bidDeadline: number }
}
