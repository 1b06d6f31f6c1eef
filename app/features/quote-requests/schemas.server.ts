import { z } from 'zod'
import { emailSchema } from '#app/features/accounts/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import { optionalName, optionalText, requiredName, requiredText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { parseAmount } from '#app/platform/money.ts'
import { planIds } from '#db/vocabulary/plans.ts'
import { contactMethods, quoteBudgets, quoteServices, quoteTimelines } from '#db/vocabulary/quote-requests.ts'
import { maxRooms } from './quote-request.ts'

const choice = { error: 'validation:choice' }
/** A square kilometre, in hundredths of a square metre. */
const maxAreaCenti = 100_000_000

/** An area as a person writes it, in hundredths of a square metre; null where it is left out. */
const areaField = ({ decimalMark }: Pick<LocaleContext, 'decimalMark'>) =>
  z
    .string()
    .optional()
    .transform((typed, issues) => {
      if (!typed?.trim()) return null
      const centi = typed.length > 40 ? null : parseAmount(typed, decimalMark)
      if (centi !== null && centi > 0 && centi <= maxAreaCenti) return centi
      issues.addIssue({ code: 'custom', message: 'estimation:refused.area' })
      return z.NEVER
    })

const serviceFields = {
  services: z.array(z.enum(quoteServices, choice), choice).min(1, 'quoterequest:refused.noService'),
}
const phonePattern = /^[+\d][\d\s()./-]{3,}$/
const contactFields = {
  name: requiredName(120),
  email: emailSchema('validation:required', 'validation:email'),
  phone: requiredText(40).regex(phonePattern, 'quoterequest:refused.phone'),
  address: optionalText(200),
  city: optionalText(100),
  preferredContact: z.array(z.enum(contactMethods, choice), choice).min(1, 'quoterequest:refused.noContact'),
  preferredTime: optionalText(100),
}
const detailFields = (localeContext: LocaleContext) => ({
  totalArea: areaField(localeContext),
  rooms: z
    .array(
      acrossFields(
        z.object({ type: optionalText(60), area: areaField(localeContext) }),
        ({ type, area }, { refuse }) => {
          if (!type && area !== null) refuse('validation:required', 'type')
        },
      ).transform(({ type, area }) => (type ? { type, areaCenti: area } : null)),
    )
    .max(maxRooms, `quoterequest:refused.tooManyRooms?count=${maxRooms}`)
    .default([])
    .transform((rooms) => rooms.filter((room) => room !== null)),
  timeline: z.enum(quoteTimelines, choice).default('normal'),
  budget: z.enum(quoteBudgets, choice).default('not_sure'),
  description: optionalText(5000),
  additionalNotes: optionalText(2000),
})

/** The whole form of a quote request. `website` is a trap: people do not see it. */
export const quoteRequestSchema = perLocaleContext((localeContext) =>
  z.object({
    submissionId: submissionIdField,
    website: z.string().optional(),
    ...serviceFields,
    ...contactFields,
    ...detailFields(localeContext),
  }),
)

/** The form that asks about a plan (PUB-1). */
export const salesRequestSchema = z.object({
  submissionId: submissionIdField,
  website: z.string().optional(),
  plan: z.preprocess((typed) => typed || null, z.enum(planIds, choice).nullable()),
  name: contactFields.name,
  email: contactFields.email,
  phone: optionalText(40).refine((phone) => !phone || phonePattern.test(phone), 'quoterequest:refused.phone'),
  organization: optionalName(160),
  message: requiredText(5000),
})

export type SalesRequestInput = z.output<typeof salesRequestSchema>

/** What has to be in order before a step of the form: nothing before the first, nor on the way back. */
export const beforeStep = {
  1: z.object({}),
  2: z.object(serviceFields),
  3: z.object({ ...serviceFields, ...contactFields }),
} as const

export type QuoteStep = 1 | 2 | 3

/** The step on which a field is, for the error of one that another step has sent along. */
export function stepOfField(name: string): QuoteStep {
  if (name in serviceFields) return 1
  return name in contactFields ? 2 : 3
}

export type QuoteRequestInput = z.output<ReturnType<typeof quoteRequestSchema>>

export const replySchema = z.object({ text: requiredText(5000) })
export const convertSchema = z.object({ location: requiredText(120) })
