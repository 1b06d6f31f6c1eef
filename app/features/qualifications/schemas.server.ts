import { z } from 'zod'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import {
  dayUpToToday,
  optionalAmount,
  optionalDay,
  optionalText,
  requiredText,
} from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { certificateKinds, insuredKinds } from '#db/vocabulary/qualifications.ts'

/** The form of a certificate: a name for one of the company's own kind, a sum for insurances, neither for others. */
export const certificateSchema = perLocaleContext((localeContext) =>
  z
    .object({
      submissionId: submissionIdField,
      kind: z.enum(certificateKinds, { error: 'validation:choice' }),
      label: optionalText(120),
      issuer: requiredText(120),
      number: optionalText(60),
      issuedOn: dayUpToToday('qualification:refused.issuedLater'),
      validUntil: optionalDay,
      sum: optionalAmount(localeContext),
      currency: z.enum(currencies, { error: 'validation:choice' }).default('EUR'),
    })
    .superRefine(
      ({ kind, label, issuedOn, validUntil, sum }, issues) => {
        const refuse = (field: string, message: string) => issues.addIssue({ code: 'custom', path: [field], message })
        if (kind === 'other' && !label) refuse('label', 'validation:required')
        if (insuredKinds.includes(kind) && !sum) refuse('sum', 'validation:required')
        if (insuredKinds.includes(kind) && !validUntil) refuse('validUntil', 'qualification:refused.endNeeded')
        if (issuedOn && validUntil && validUntil < issuedOn) refuse('validUntil', 'qualification:refused.endsBefore')
      },
      { when: () => true },
    )
    .transform(({ submissionId, kind, label, issuer, number, issuedOn, validUntil, sum, currency }) => {
      const isInsured = insuredKinds.includes(kind)
      return {
        ...{ submissionId, kind, issuer, number: number ?? null, issuedOn, validUntil },
        label: kind === 'other' ? (label ?? null) : null,
        sumCents: isInsured ? sum : null,
        currency: isInsured ? currency : null,
      }
    }),
)
