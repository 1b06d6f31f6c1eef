import { z } from 'zod'
import { momentField } from '#app/features/projects/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import { requiredText } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { timeRefusals } from './visit.ts'

const wholeNumber = (max: number) =>
  z
    .number({ error: 'validation:number' })
    .int('validation:number')
    .min(1, 'validation:number')
    .max(max, 'validation:number')

const stored = { submissionId: submissionIdField, expectedVersion: expectedVersionField }
const addendumFields = (localeContext: LocaleContext) => ({
  summary: requiredText(2000),
  bidDeadline: momentField(localeContext),
})
type Stored = { submissionId?: string | undefined; expectedVersion?: number | undefined }
type Addendum = { addendum?: { summary: string; bidDeadline: number } }

const visitFields = (localeContext: LocaleContext) => ({
  startsAt: momentField(localeContext),
  durationMinutes: wholeNumber(24 * 60),
  place: requiredText(200),
  meetingPoint: requiredText(500),
  signUpUntil: momentField(localeContext),
  maxPeople: wholeNumber(1000)
    .optional()
    .transform((people) => people ?? null),
  isMandatory: z.boolean().default(false),
})
type VisitForm = Stored & Addendum & { visit: z.output<z.ZodObject<ReturnType<typeof visitFields>>> }

/** The form of a visit: of a draft, or of an open project, whose change is an addendum. `bidDeadline` is the project's (UTC ms). */
export function visitSchema(
  project: { isOpen: boolean; bidDeadline: number },
  localeContext: LocaleContext,
): z.ZodType<VisitForm> {
  const form = z.object({ ...stored, ...visitFields(localeContext) })
  const checked = <Schema extends z.ZodType<{ startsAt: number; signUpUntil: number; bidDeadline?: number }>>(
    schema: Schema,
  ) =>
    acrossFields(schema, ({ startsAt, signUpUntil, bidDeadline = project.bidDeadline }, { refuse }) => {
      if (startsAt === undefined || signUpUntil === undefined) return
      for (const { field, key } of timeRefusals({ startsAt, signUpUntil }, Date.now(), bidDeadline)) refuse(key, field)
    })
  if (!project.isOpen)
    return checked(form).transform(({ submissionId, expectedVersion, ...visit }) => ({
      submissionId,
      expectedVersion,
      visit,
    }))
  return checked(form.extend(addendumFields(localeContext))).transform(
    ({ submissionId, expectedVersion, summary, bidDeadline, ...visit }) => ({
      ...{ submissionId, expectedVersion, visit, addendum: { summary, bidDeadline } },
    }),
  )
}

/** The form that cancels a visit. */
export function cancelSchema(isOpen: boolean, localeContext: LocaleContext): z.ZodType<Stored & Addendum> {
  if (!isOpen) return z.object(stored)
  return z.object({ ...stored, ...addendumFields(localeContext) }).transform(({ summary, bidDeadline, ...form }) => ({
    ...form,
    addendum: { summary, bidDeadline },
  }))
}

export const signUpSchema = z.object({
  submissionId: submissionIdField,
  people: z
    .number({ error: 'validation:number' })
    .int('validation:number')
    .min(1, 'validation:number')
    .max(1000, 'validation:number')
    .default(1),
})

export const minutesSchema = z.object({ submissionId: submissionIdField, text: requiredText(10_000) })
