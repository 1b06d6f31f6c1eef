import { z } from 'zod'
import { textOrEmpty } from '#app/features/contracts/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import { optionalQuantity, optionalText, requiredAmount, requiredText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { progressBases } from '#db/vocabulary/valuations.ts'
import { maxScheduleLines } from './limits.ts'
import { parseDone } from './measure.ts'
import { wholePercent } from './valuation.ts'

const scheduleLine = (localeContext: LocaleContext) =>
  acrossFields(
    z.object({
      description: requiredText(300),
      amount: requiredAmount(localeContext),
      basis: z.enum(progressBases, { error: 'validation:choice' }),
      quantity: optionalQuantity(localeContext),
      unit: optionalText(20),
    }),
    ({ basis, quantity, unit }, { refuse }) => {
      if (basis !== 'quantity') return
      if (quantity === null) refuse('validation:required', 'quantity')
      if (!unit) refuse('validation:required', 'unit')
    },
  ).transform(({ amount, quantity, unit, ...line }) =>
    line.basis === 'percent'
      ? { ...line, netCents: amount, whole: wholePercent, unit: '' }
      : { ...line, netCents: amount, whole: quantity ?? 0, unit: unit ?? '' },
  )

/** The form of a schedule of values. */
export const scheduleSchema = perLocaleContext((localeContext) =>
  z.object({
    submissionId: submissionIdField,
    lines: z
      .array(scheduleLine(localeContext))
      .min(1, 'valuations:invalid.noLines')
      .max(maxScheduleLines, `valuations:invalid.tooManyLines?count=${maxScheduleLines}`),
  }),
)

/** The answer to a proposed schedule. The state machine asks for the reason where it is needed. */
export const answerSchema = z.object({
  scheduleId: z.string().max(40),
  decision: z.enum(['accept', 'decline'], { error: 'validation:choice' }),
  reason: textOrEmpty(2000),
})

type Measure = { lineId: string; basis: (typeof progressBases)[number] }

/** What is done of each line, in the measure of the lines that the page showed. */
const done = (lines: readonly Measure[], localeContext: LocaleContext) =>
  z
    .object({ lineId: z.string().max(40), done: requiredText(40), reason: optionalText(1000) })
    .transform(({ lineId, done: typed, reason }, issues) => {
      const line = lines.find((one) => one.lineId === lineId)
      const measured = line ? parseDone(line.basis, typed, localeContext) : 0
      const message = line?.basis === 'quantity' ? 'validation:quantity' : 'validation:number'
      if (measured === null) issues.addIssue({ code: 'custom', path: ['done'], message })
      return { lineId, done: measured ?? 0, reason }
    })

export const claimSchema = (lines: readonly Measure[], localeContext: LocaleContext) =>
  z.object({
    submissionId: submissionIdField,
    lines: z.array(done(lines, localeContext)).max(maxScheduleLines),
    note: textOrEmpty(5000),
  })

export const certifySchema = (lines: readonly Measure[], localeContext: LocaleContext) =>
  z.object({
    submissionId: submissionIdField,
    lines: z.array(done(lines, localeContext)).max(maxScheduleLines),
    password: z.string().optional(),
  })

/** A reason that the provider reads. */
export const returnSchema = z.object({ reason: requiredText(2000) })
