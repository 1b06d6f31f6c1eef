import { z } from 'zod'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
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
import { parsePercent } from '#app/platform/money.ts'
import {
  chosenVatTreatments,
  needsVatGround,
  type PriceForm,
  priceForms,
  projectCategories,
} from '#db/vocabulary/projects.ts'
import { defaultAddendumDays, maxLines } from './limits.ts'
import { dateRefusals } from './project-dates.ts'

/** One line of the form; null for a blank one. */
export const lineField = (localeContext: LocaleContext) =>
  acrossFields(
    z.object({
      id: z.uuid().optional(),
      description: optionalText(300),
      quantity: optionalQuantity(localeContext),
      unit: optionalText(20),
      priceForm: z.enum(priceForms, { error: 'validation:choice' }).default('unit'),
      isOption: z.boolean().default(false),
    }),
    ({ description, quantity, unit, priceForm }, { refuse, hasWrong }) => {
      if (!hasWrong && !description && quantity === null && !unit) return
      if (!description) refuse('validation:required', 'description')
      if (priceForm === 'fixed') {
        if ((quantity ?? 1000) !== 1000) refuse('projectform:fixedQuantity', 'quantity')
        if (unit === '') refuse('validation:required', 'unit')
        return
      }
      if (quantity === null) refuse('validation:required', 'quantity')
      if (!unit) refuse('validation:required', 'unit')
    },
  ).transform(({ id, description, quantity: asked, unit: typed, priceForm, isOption }) => {
    const [quantity, unit] = priceForm === 'fixed' ? [asked ?? 1000, typed ?? 'LS'] : [asked, typed]
    if (!description || quantity === null || !unit) return null
    const form: { priceForm?: PriceForm } = priceForm === 'unit' ? {} : { priceForm }
    const option: { isOption?: boolean } = isOption ? { isOption } : {}
    return { id: id ?? null, description, quantityMilli: quantity, unit, ...form, ...option }
  })

/** A share in percent, as basis points; null where it is left out. */
const shareField = ({ decimalMark }: LocaleContext) =>
  z
    .string()
    .optional()
    .transform((typed, issues) => {
      if (!typed?.trim()) return null
      const shareBp = parsePercent(typed, decimalMark)
      if (shareBp !== null && shareBp <= 10_000) return shareBp
      issues.addIssue({ code: 'custom', message: 'projectform:share' })
      return z.NEVER
    })
    .optional()

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
      standstillDays: z
        .number({ error: 'validation:number' })
        .int('validation:number')
        .refine((days) => days === 0 || (days >= 10 && days <= 30), 'projectform:standstillDays')
        .default(0),
      /** What alternates that bidders think up themselves have to meet; without it none are allowed. */
      variantTerms: optionalText(2000),
      overrunShare: shareField(localeContext),
      underrunShare: shareField(localeContext),
      lines: z
        .array(lineField(localeContext))
        .max(maxLines, 'lineform:tooManyLines')
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
    )
    .superRefine(
      ({ lines, overrunShare, underrunShare }, issues) => {
        const wrong = new Set(issues.issues.map(({ path }) => path?.[0]))
        if (wrong.has('lines') || wrong.has('overrunShare') || wrong.has('underrunShare')) return
        const refuse = (field: string, message: string) => issues.addIssue({ code: 'custom', path: [field], message })
        if (lines.length > 0 && lines.every(({ priceForm }) => priceForm === 'day_work'))
          refuse('lines', 'projectform:onlyDayWork')
        else if (lines.length > 0 && lines.every(({ priceForm, isOption }) => priceForm === 'day_work' || isOption))
          refuse('lines', 'projectform:onlyOptions')
        if (lines.every(({ priceForm }) => priceForm !== 'target')) return
        if ((overrunShare ?? null) === null) refuse('overrunShare', 'validation:required')
        if ((underrunShare ?? null) === null) refuse('underrunShare', 'validation:required')
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
