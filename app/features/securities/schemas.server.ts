import { z } from 'zod'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import {
  dayUpToToday,
  optionalDay,
  optionalText,
  requiredAmount,
  requiredText,
} from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { securityKinds, securityPurposes } from '#db/vocabulary/contracts.ts'

/** The form of a security. */
export const securitySchema = perLocaleContext((localeContext) =>
  z
    .object({
      submissionId: submissionIdField,
      purpose: z.enum(securityPurposes, { error: 'validation:choice' }),
      kind: z.enum(securityKinds, { error: 'validation:choice' }),
      guarantor: requiredText(200),
      number: requiredText(100),
      amount: requiredAmount(localeContext),
      validUntil: optionalDay,
    })
    .transform(({ amount, ...rest }) => ({ ...rest, amountCents: amount })),
)

const step = {
  submissionId: submissionIdField,
  day: dayUpToToday('securities:invalid.later'),
  note: optionalText(2000).transform((text) => text ?? null),
}

/** The forms of the steps. */
export const receiveSchema = z
  .object({ ...step, person: requiredText(200) })
  .transform((typed) => ({ ...typed, amountCents: null }))
export const claimSchema = perLocaleContext((localeContext) =>
  z
    .object({ ...step, amount: requiredAmount(localeContext), note: requiredText(2000) })
    .transform(({ amount, ...typed }) => ({ ...typed, amountCents: amount, person: null })),
)
export const withdrawSchema = z
  .object({ submissionId: submissionIdField, note: step.note })
  .transform((typed) => ({ ...typed, day: null, person: null, amountCents: null }))
