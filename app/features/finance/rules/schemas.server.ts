import { z } from 'zod'
import { parseChartValue } from '#app/features/finance/chart.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { optionalAmount, optionalText, requiredName } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { compactIban, isIban } from '#app/platform/iban.ts'
import { parsePercent } from '#app/platform/money.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { bookingRuleModes, financialVats, moneyDirections } from '#db/vocabulary/finance.ts'

export const maxParts = 10

const textOrNull = optionalText(100).transform((typed) => typed || null)
const ibanOrNull = optionalText(50)
  .refine((typed) => !typed || isIban(typed), 'finance:refused.iban')
  .transform((typed) => (typed ? compactIban(typed) : null))

/** A share above zero as a person writes it, in basis points; null where it is left out, and for 100 %, which is all of it. */
const share = ({ decimalMark }: LocaleContext) =>
  z
    .string()
    .optional()
    .transform((typed, issues) => {
      if (!typed?.trim()) return null
      const bp = typed.length > 10 ? null : parsePercent(typed.replace(/%/g, ''), decimalMark)
      if (bp !== null && bp > 0 && bp <= 10_000) return bp === 10_000 ? null : bp
      issues.addIssue({ code: 'custom', message: 'bookingrules:refused.share' })
      return z.NEVER
    })

const partField = (localeContext: LocaleContext) =>
  z
    .object({
      category: z.string().max(100).optional(),
      projectId: z
        .string()
        .max(50)
        .optional()
        .transform((id) => id || null),
      vat: z.enum(financialVats, { error: 'validation:choice' }).default('none'),
      share: share(localeContext),
    })
    .transform(({ category, share: shareBp, ...rest }, issues) => {
      if (!category && shareBp === null && rest.projectId === null) return null
      const place = parseChartValue(category ?? '')
      if (place) return { ...place, ...rest, shareBp }
      issues.addIssue({ code: 'custom', path: ['category'], message: 'validation:choice' })
      return z.NEVER
    })

/** A rule as its form has it. With `intent` it is only tested. */
export const ruleSchema = (localeContext: LocaleContext) =>
  z
    .object({
      submissionId: submissionIdField,
      expectedVersion: expectedVersionField,
      intent: z.literal('test').optional(),
      name: requiredName(80),
      mode: z.enum(bookingRuleModes, { error: 'validation:choice' }),
      ...{ textContains: textOrNull, counterpartyContains: textOrNull, counterpartyIban: ibanOrNull },
      direction: z
        .enum(['', ...moneyDirections], { error: 'validation:choice' })
        .optional()
        .transform((value) => value || null),
      currency: z.enum(currencies, { error: 'validation:choice' }),
      min: optionalAmount(localeContext),
      max: optionalAmount(localeContext),
      parts: z.array(partField(localeContext)).max(maxParts).default([]),
    })
    .transform(({ min: minCents, max: maxCents, parts, ...rest }) => ({
      ...rest,
      ...{ minCents, maxCents, parts: parts.filter((part) => part !== null) },
    }))

const pick = /^([0-9a-f-]{36})\.(\d{1,16})\.([0-9a-f-]{36})\.(\d{1,16})$/

/** The rows that a form's checkboxes chose (`ids`), each as its hidden `pick` says that it was shown with its rule. */
export function picksOf(form: FormData) {
  const chosen = new Set(form.getAll('ids'))
  return form.getAll('pick').flatMap((value) => {
    const [, transactionId = '', rowVersion, ruleId = '', ruleVersion] = pick.exec(String(value)) ?? []
    return chosen.has(transactionId)
      ? { transactionId, rowVersion: Number(rowVersion), ruleId, ruleVersion: Number(ruleVersion) }
      : []
  })
}
