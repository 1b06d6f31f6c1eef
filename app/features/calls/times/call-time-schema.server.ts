import { z } from 'zod'
import { momentField } from '#app/features/projects/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import { requiredText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { durations, maxTimes, maxTitleLength, repetitions } from './call-time.ts'

const oneOf = (numbers: readonly number[]) =>
  z.number({ error: 'validation:choice' }).refine((chosen) => numbers.includes(chosen), 'validation:choice')

/** The form of a call time, in the user's own zone. */
export const callTimeSchema = perLocaleContext((localeContext: LocaleContext) =>
  z.object({
    submissionId: submissionIdField,
    title: requiredText(maxTitleLength),
    startsAt: momentField(localeContext),
    durationMinutes: oneOf(durations),
    everyWeeks: oneOf(repetitions),
    times: z
      .number({ error: 'validation:number' })
      .int('validation:number')
      .min(1, 'validation:number')
      .max(maxTimes, 'validation:number')
      .default(1),
  }),
)
