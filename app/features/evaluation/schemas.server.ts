import { z } from 'zod'
import type { NewAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { momentField } from '#app/features/projects/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import { optionalAmount, optionalText, requiredText } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { parseAmount, parsePercent } from '#app/platform/money.ts'
import { pointScales, priceFormulas } from '#db/vocabulary/evaluation.ts'
import { maxCriteria, maxRequirements } from './limits.ts'

/** A weight in percent as people type it, in basis points: above 0 and below 100. Null where it is left out. */
const weightField = ({ decimalMark }: LocaleContext) =>
  z
    .string()
    .max(40, 'evaluation:form.weight')
    .optional()
    .transform((typed, issues) => {
      if (!typed?.trim()) return null
      const weightBp = parsePercent(typed, decimalMark)
      if (weightBp !== null && weightBp > 0 && weightBp < 10_000) return weightBp
      const isReadable = weightBp !== null || /^[-\u2212]\s*\d/.test(typed.trim())
      issues.addIssue({ code: 'custom', message: `evaluation:form.${isReadable ? 'weight' : 'weightDecimals'}` })
      return z.NEVER
    })

/** A row of the list of criteria; null if nothing is filled in. */
const criterionField = (localeContext: LocaleContext) =>
  acrossFields(
    z.object({ name: optionalText(120), description: optionalText(2000), weight: weightField(localeContext) }),
    ({ name, description, weight }, { refuse, hasWrong }) => {
      if (!hasWrong && !name && !description && weight === null) return
      if (!name) refuse('validation:required', 'name')
      if (!description) refuse('validation:required', 'description')
      if (weight === null) refuse('validation:required', 'weight')
    },
  ).transform(({ name, description, weight }) =>
    name && description && weight !== null ? { name, description, weightBp: weight } : null,
  )

const termsFields = (localeContext: LocaleContext) => ({
  submissionId: submissionIdField,
  expectedVersion: expectedVersionField,
  basis: z.enum(['lowest_price', 'ratio'], { error: 'validation:choice' }),
  priceWeight: weightField(localeContext),
  maxPoints: z.enum(pointScales.map(String), { error: 'validation:choice' }).default('10').transform(Number),
  priceFormula: z.enum(priceFormulas, { error: 'validation:choice' }).default('lowest'),
  ceiling: optionalAmount(localeContext),
  criteria: z
    .array(criterionField(localeContext))
    .max(maxCriteria, 'evaluation:form.tooManyCriteria')
    .default([])
    .transform((rows) => rows.filter((row) => row !== null)),
  requirements: z
    .array(z.object({ text: optionalText(500) }))
    .max(maxRequirements, 'evaluation:form.tooManyRequirements')
    .default([])
    .transform((rows) => rows.flatMap(({ text }) => (text ? [text] : []))),
})

type Form = z.output<z.ZodObject<ReturnType<typeof termsFields>>>

/** What does not fit together, by the field that says it; asked of the fields that are right. */
function refusalsOf({ basis, priceWeight, priceFormula, ceiling, criteria, requirements = [] }: Partial<Form>) {
  const found: Array<{ field: string; message: string }> = []
  const twice = requirements.findIndex((text, index) => requirements.indexOf(text) < index)
  if (twice >= 0) found.push({ field: 'requirements', message: 'evaluation:form.requirementTwice' })
  if (basis !== 'ratio') return found
  // The result, the letters and the tender set tell criteria apart by their names.
  const names = criteria?.map(({ name }) => name.normalize('NFKC').toLowerCase()) ?? []
  if (names.some((name, index) => names.indexOf(name) < index))
    found.push({ field: 'criteria', message: 'evaluation:form.criterionTwice' })
  if (priceWeight === null) found.push({ field: 'priceWeight', message: 'validation:required' })
  if (criteria?.length === 0) found.push({ field: 'criteria', message: 'evaluation:form.criterionNeeded' })
  if (typeof priceWeight === 'number' && criteria && criteria.length > 0) {
    const sum = criteria.reduce((total, { weightBp }) => total + weightBp, priceWeight)
    if (sum !== 10_000) found.push({ field: 'priceWeight', message: `evaluation:form.sum?sum=${sum / 100}` })
  }
  if (priceFormula === 'linear' && !ceiling) found.push({ field: 'ceiling', message: 'validation:required' })
  return found
}

function termsOf({
  basis,
  priceWeight,
  maxPoints,
  priceFormula,
  ceiling,
  criteria,
  requirements,
}: Form): NewAwardTerms {
  if (basis !== 'ratio' || priceWeight === null) return { ratio: null, requirements }
  const ceilingCents = priceFormula === 'linear' ? ceiling : null
  return { ratio: { priceWeightBp: priceWeight, maxPoints, priceFormula, ceilingCents, criteria }, requirements }
}

/** The form of the award criteria of a draft, or of an open project, whose change is an addendum. */
export const awardTermsSchema = (isOpen: boolean, localeContext: LocaleContext): z.ZodType<AwardTermsForm> => {
  const fields = z.object(termsFields(localeContext))
  const shared = (form: Form) => ({
    submissionId: form.submissionId,
    expectedVersion: form.expectedVersion,
    terms: termsOf(form),
  })
  const checked = <Schema extends z.ZodType<Form>>(schema: Schema) =>
    acrossFields(schema, (right, { refuse }) => {
      for (const { field, message } of refusalsOf(right)) refuse(message, field)
    })
  if (!isOpen) return checked(fields).transform(shared)
  return checked(fields.extend({ summary: requiredText(2000), bidDeadline: momentField(localeContext) })).transform(
    ({ summary, bidDeadline, ...form }) => ({ ...shared(form), addendum: { summary, bidDeadline } }),
  )
}

type AwardTermsForm = {
  submissionId?: string | undefined
  expectedVersion?: number | undefined
  terms: NewAwardTerms
  /** The deadline in UTC ms. */
  addendum?: { summary: string; bidDeadline: number }
}

/** Points as people type them (7,5), in hundredths. */
const pointsField = ({ decimalMark }: LocaleContext) =>
  z.string({ error: 'validation:required' }).transform((typed, issues) => {
    const pointsCenti = typed.length > 40 ? null : parseAmount(typed, decimalMark)
    if (pointsCenti !== null) return pointsCenti
    const isNegative = /^[-\u2212]\s*\d/.test(typed.trim())
    issues.addIssue({ code: 'custom', message: `evaluation:score.${isNegative ? 'negative' : 'points'}` })
    return z.NEVER
  })

/** The form of an evaluator's points for a bid. */
export const scoresSchema = perLocaleContext((localeContext) =>
  z.object({
    scores: z
      .array(
        z
          .object({ criterionId: z.uuid(), points: pointsField(localeContext), note: requiredText(2000) })
          .transform(({ criterionId, points, note }) => ({ criterionId, pointsCenti: points, note })),
      )
      .max(maxCriteria),
  }),
)

export const evaluatorsSchema = z.object({
  submissionId: submissionIdField,
  userIds: z.array(z.uuid()).max(50, 'evaluation:refused.twoNeeded').default([]),
})

export const reopenSchema = z.object({ submissionId: submissionIdField, reason: requiredText(2000) })
