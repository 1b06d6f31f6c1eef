import { z } from 'zod'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import {
  isSensibleDay,
  optionalAmount,
  optionalDay,
  optionalQuantity,
  optionalText,
  requiredText,
} from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { parseLocalDateTime } from '#app/platform/local-time.ts'
import { chosenVatTreatments, needsVatGround, projectCategories } from '#db/vocabulary/projects.ts'
import { defaultAddendumDays, maxLines } from './limits.ts'
import { dateRefusals } from './project-dates.ts'

const lineField = (localeContext: LocaleContext) =>
  z
    .object({
      id: z.uuid().optional(),
      description: optionalText(300),
      quantity: optionalQuantity(localeContext),
      unit: optionalText(20),
    })
    .transform(({ id, description, quantity, unit }, issues) => {
      if (!description && quantity === null && !unit) return null
      const missing = [!description && 'description', quantity === null && 'quantity', !unit && 'unit'].filter(Boolean)
      for (const field of missing) {
        issues.addIssue({ code: 'custom', path: [field as string], message: 'validation:required' })
      }
      if (!description || quantity === null || !unit) return z.NEVER
      return { id: id ?? null, description, quantityMilli: quantity, unit }
    })

/** A moment typed in the user's time zone, as UTC ms. */
export const momentField = ({ timeZone }: Pick<LocaleContext, 'timeZone'>) =>
  z.string({ error: 'validation:required' }).transform((typed, issues) => {
    const ms = parseLocalDateTime(typed, timeZone)
    const isInBounds = isSensibleDay(typed.trim().slice(0, 10))
    if (ms !== null && isInBounds) return ms
    issues.addIssue({ code: 'custom', message: ms === null ? 'validation:dateTime' : 'validation:dateRange' })
    return z.NEVER
  })

const dateFields = ['bidDeadline', 'startDate', 'endDate'] as const

/** The project form: for a new project, a draft, or an open one (with `addendumSchema`). Blank lines are dropped. */
export const projectSchema = perLocaleContext((localeContext) =>
  z
    .object({
      submissionId: submissionIdField,
      expectedVersion: expectedVersionField,
      title: requiredText(120),
      description: requiredText(10_000),
      category: z.enum(projectCategories, { error: 'validation:choice' }),
      location: requiredText(120),
      budget: optionalAmount(localeContext).refine((cents) => cents !== 0, 'validation:amountPositive'),
      bidDeadline: momentField(localeContext),
      startDate: optionalDay,
      endDate: optionalDay,
      vatTreatment: z.enum(chosenVatTreatments, { error: 'validation:choice' }),
      vatGround: optionalText(300),
      buyerDeductsVat: z.boolean().default(false),
      sellsConstruction: z.boolean().default(false),
      /** The announced terms, which an addendum cannot change. */
      addendumDays: z
        .number({ error: 'validation:number' })
        .int('validation:number')
        .min(1, 'projectform:addendumDays')
        .max(60, 'projectform:addendumDays')
        .default(defaultAddendumDays),
      mayCloseEarly: z.boolean().default(false),
      invitedOnly: z.boolean().default(false),
      closesWhenAnswered: z.boolean().default(false),
      lines: z
        .array(lineField(localeContext))
        .max(maxLines, 'projectform:tooManyLines')
        .default([])
        .transform((lines) => lines.filter((line) => line !== null)),
    })
    .superRefine(
      (form, checked) => {
        const unread = new Set(checked.issues.map(({ path }) => path?.[0]))
        const read = dateFields.filter((field) => !unread.has(field)).map((field) => [field, form[field]])
        const place = { now: Date.now(), timeZone: localeContext.timeZone }
        for (const { field, key } of dateRefusals(Object.fromEntries(read), place)) {
          checked.addIssue({ code: 'custom', path: [field], message: key })
        }
      },
      // Said at once with what is wrong with other fields.
      { when: () => true },
    )
    .superRefine(
      ({ vatTreatment, vatGround, sellsConstruction, invitedOnly, closesWhenAnswered }, issues) => {
        const refuse = (field: string, message: string) => issues.addIssue({ code: 'custom', path: [field], message })
        if (closesWhenAnswered && !invitedOnly) refuse('closesWhenAnswered', 'projectform:answeredNeedsInvited')
        if (!vatTreatment) return
        if (needsVatGround(vatTreatment) && !vatGround) refuse('vatGround', 'projectform:groundNeeded')
        if (vatTreatment === 'reverse_charge' && !sellsConstruction)
          refuse('sellsConstruction', 'projectform:sellsConstructionNeeded')
      },
      { when: () => true },
    ),
)

export type ProjectInput = Omit<z.output<ReturnType<typeof projectSchema>>, 'submissionId'>

/** The summary of an addendum for the bidders, in addition to the changed project. */
export const addendumSchema = perLocaleContext((localeContext) =>
  projectSchema(localeContext).safeExtend({ summary: requiredText(2000) }),
)

/** A reason that the other party can read. */
export const reasonSchema = z.object({ submissionId: submissionIdField, reason: requiredText(2000) })
