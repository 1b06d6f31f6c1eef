import { z } from 'zod'
import { eAddressOfInput, refusalsOfEAddress } from '#app/features/e-addresses/e-address.server.ts'
import { daysField, percentField } from '#app/features/invoicing/content/content-fields.server.ts'
import { locales } from '#app/i18n/locale.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import { optionalAmount, optionalText } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { reminderCharges } from '#db/vocabulary/invoicing.ts'
import { maxFeeCents } from './reminder-fee.ts'

const textOrNull = (max: number) => optionalText(max).transform((typed) => typed || null)

/** A payment term in days, from 0 (at once) to 365; null for none. */
const termField = textOrNull(6).transform((typed, issues) => {
  if (typed === null) return null
  if (/^\d{1,3}$/.test(typed) && Number(typed) <= 365) return Number(typed)
  issues.addIssue({ code: 'custom', message: 'clientform:refused.days' })
  return z.NEVER
})

const maxReminders = 5

/** Days after the due day, apart from each other by at least a week, such as `7, 14, 28`; null for no reminders by the clock. */
const scheduleField = optionalText(60).transform((typed, issues) => {
  const parts = (typed ?? '').split(/[\s,;]+/).filter(Boolean)
  if (parts.length === 0) return null
  const days = parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 0))
  const isApart = days.every((day, index) => day >= (days[index - 1] ?? 0) + minApart(index))
  if (isApart && days.length <= maxReminders && (days.at(-1) ?? 0) <= 365) return days
  issues.addIssue({ code: 'custom', message: 'invoicesettings:refused.schedule' })
  return z.NEVER
})

/** The first reminder comes a day after the due day at the earliest, and each later one a week after the one before it. */
const minApart = (index: number) => (index === 0 ? 1 : 7)

/** The form of a company's invoice settings. An electronic address is checked by the rules of its scheme. */
export const invoiceSettingsSchema = (localeContext: LocaleContext) =>
  acrossFields(
    z.object({
      submissionId: submissionIdField,
      expectedVersion: expectedVersionField,
      paymentTermDays: termField,
      lateInterest: percentField(localeContext),
      complaintDays: daysField,
      note: optionalText(2000).transform((typed) => typed ?? ''),
      clientLocale: z
        .enum(locales, { error: 'validation:choice' })
        .optional()
        .transform((typed) => typed ?? null),
      reminderDays: scheduleField,
      termAgreed: z
        .string()
        .optional()
        .transform((typed) => typed === 'on'),
      reminderCharge: z
        .enum(['none', ...reminderCharges], { error: 'validation:choice' })
        .optional()
        .transform((typed) => (typed && typed !== 'none' ? typed : null)),
      reminderFee: optionalAmount(localeContext),
      eScheme: textOrNull(10),
      eAddress: textOrNull(60),
      eOperator: textOrNull(30),
    }),
    ({ reminderCharge, reminderFee, eScheme, eAddress, eOperator }, { refuse }) => {
      if (reminderCharge === 'fee' && (!reminderFee || reminderFee > maxFeeCents))
        refuse('invoicesettings:refused.fee', 'reminderFee')
      if (eScheme === undefined || eAddress === undefined || eOperator === undefined) return
      for (const { field, message } of refusalsOfEAddress({ eScheme, eAddress, eOperator })) refuse(message, field)
    },
  ).transform(({ submissionId, expectedVersion, lateInterest: lateInterestBp, reminderFee, ...rest }) => ({
    ...{ submissionId, expectedVersion },
    settings: {
      ...rest,
      lateInterestBp,
      reminderFeeCents: rest.reminderCharge === 'fee' ? reminderFee : null,
      ...(eAddressOfInput(rest) ?? { eScheme: null, eAddress: null, eOperator: null }),
    },
  }))

export type InvoiceSettingsInput = z.output<ReturnType<typeof invoiceSettingsSchema>>
