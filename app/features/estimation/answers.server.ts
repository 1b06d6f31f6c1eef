import { parseWithZod } from '@conform-to/zod/v4'
import { z } from 'zod'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import { optionalText } from '#app/platform/forms/field-schemas.ts'
import { parseAmount, percentText } from '#app/platform/money.ts'
import { type EstimateInput, qualities, services, urgencies, workTypes } from './estimate.ts'

/** Larger than any building, in hundredths of a square metre: a square kilometre. */
const maxAreaCenti = 100_000_000

const choice = { error: 'validation:choice' }
const typesField = z.array(z.enum(workTypes, choice), choice).min(1, 'estimation:refused.noType')

/** The answers to the estimator's questions. */
const answersSchema = perLocaleContext(({ decimalMark }) =>
  z.object({
    projectTypes: typesField,
    area: z.string({ error: 'estimation:refused.noArea' }).transform((typed, issues) => {
      const centi = typed.length > 40 ? null : parseAmount(typed, decimalMark)
      if (centi !== null && centi > 0 && centi <= maxAreaCenti) return centi
      const message = centi !== null && centi > maxAreaCenti ? 'validation:tooLarge' : 'estimation:refused.area'
      issues.addIssue({ code: 'custom', message })
      return z.NEVER
    }),
    quality: z.enum(qualities, choice).default('standard'),
    urgency: z.enum(urgencies, choice).default('normal'),
    location: optionalText(120),
    additionalFeatures: z.array(z.enum(services, choice), choice).default([]),
  }),
)

const typesSchema = z.object({ projectTypes: typesField })

type LocaleContext = { locale: string; timeZone: string; decimalMark: ',' | '.' }

/** The names of the answers in an address (section 3 of the specification). */
const names = ['projectTypes', 'area', 'quality', 'urgency', 'location', 'additionalFeatures'] as const
/** More than all answers have. */
const maxValues = 40

export type Answers = EstimateInput & { location: string }

/** The step that an address asks for. */
const stepOf = (query: URLSearchParams): 1 | 2 | 3 =>
  query.get('step') === '3' ? 3 : query.get('step') === '2' ? 2 : 1

/** Only the answers of an address, each once, so that nothing else travels along. */
export function answersOf(query: URLSearchParams): [name: string, value: string][] {
  const found = names.flatMap((name) =>
    [...new Set(query.getAll(name))].map((value): [string, string] => [name, value]),
  )
  return found.filter(([, value]) => value !== '').slice(0, maxValues)
}

/** The answers of an address, if an estimate can be made of them. */
export function readAnswers(query: URLSearchParams, localeContext: LocaleContext): Answers | null {
  const submission = parseAnswers(query, localeContext)
  if (submission.status !== 'success') return null
  const { area, location = '', projectTypes, additionalFeatures, ...rest } = submission.value
  return { ...rest, areaCenti: area, location, ...{ projectTypes, additionalFeatures } }
}

function parseAnswers(query: URLSearchParams, localeContext: LocaleContext) {
  return parseWithZod(new URLSearchParams(answersOf(query)), { schema: answersSchema(localeContext) })
}

/** An area as a link writes it, which reads the same in every language. */
export const areaText = (areaCenti: number): string => percentText(areaCenti)

/**
 * The page of an address: the step that it asks for, or the first whose answers are missing or wrong, with what was typed. The result has
 * the answers.
 */
export function readEstimator(query: URLSearchParams, localeContext: LocaleContext) {
  const asked = stepOf(query)
  const typed = answersOf(query)
  const params = new URLSearchParams(typed)
  const types = parseWithZod(params, { schema: typesSchema })
  const reply = (submission: { reply: () => unknown }) => submission.reply() as ReturnType<typeof types.reply>
  if (asked === 1) return { step: 1 as const, typed, lastResult: null }
  if (types.status !== 'success') return { step: 1 as const, typed, lastResult: reply(types) }
  if (asked === 2) return { step: 2 as const, typed, lastResult: null }
  const answers = readAnswers(query, localeContext)
  if (answers) return { step: 3 as const, typed, answers }
  return { step: 2 as const, typed, lastResult: reply(parseAnswers(query, localeContext)) }
}

/** The query of an estimate: its answers in one spelling, so that the same estimate has one address. */
export function queryOf({ projectTypes, areaCenti, quality, urgency, location, additionalFeatures }: Answers): string {
  const query = new URLSearchParams([
    ...workTypes.filter((type) => projectTypes.includes(type)).map((type) => ['projectTypes', type]),
    ['area', areaText(areaCenti)],
    ['quality', quality],
    ['urgency', urgency],
    ...services.filter((service) => additionalFeatures.includes(service)).map((one) => ['additionalFeatures', one]),
    ...(location ? [['location', location]] : []),
  ])
  return query.toString()
}
