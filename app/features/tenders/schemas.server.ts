import { z } from 'zod'
import { momentField } from '#app/features/projects/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
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

export const questionSchema = z.object({ submissionId: submissionIdField, question: requiredText(2000) })

export const answerSchema = perLocaleContext((localeContext) =>
  z.object({
    submissionId: submissionIdField,
    question: requiredText(2000),
    answer: requiredText(5000),
    isAddendum: z.boolean().default(false),
    bidDeadline: momentField(localeContext),
  }),
)

type DocumentsForm = {
  submissionId?: string | undefined
  expectedVersion?: number | undefined
  /** The deadline in UTC ms. */
  addendum?: { summary: string; bidDeadline: number }
}
