import { z } from 'zod'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { dayFromToday, optionalAmount } from '#app/platform/forms/field-schemas.ts'
import { parsePercent } from '#app/platform/money.ts'
import { delayDayKinds, securityKinds, securityPurposes } from '#db/vocabulary/contracts.ts'
import { type AskedClosing, monthsField } from './closing-terms.ts'
import { maxDelayBp, maxDelayDays, maxSecurityMonths, maxWarrantyMonths } from './limits.ts'

/** A percentage above zero as a person writes it, in basis points; null where it is left out. */
const optionalPercent = ({ decimalMark }: LocaleContext, maxBp: number) =>
  z
    .string()
    .optional()
    .transform((typed, issues) => {
      if (!typed?.trim()) return null
      const bp = parsePercent(typed, decimalMark)
      if (bp !== null && bp > 0 && bp <= maxBp) return bp
      issues.addIssue({ code: 'custom', message: `securities:invalid.percent?max=${maxBp / 100}` })
      return z.NEVER
    })

const optionalCount = (min: number, max: number) =>
  z.coerce
    .number({ error: 'validation:number' })
    .int('validation:number')
    .min(min, 'validation:number')
    .max(max, `securities:invalid.count?max=${max}`)
    .optional()
    .transform((count) => count ?? null)

/** The fields of the contract form that say what holds at and after the handover. */
export function closingFields(localeContext: LocaleContext) {
  const [percent, amount] = [optionalPercent(localeContext, 10_000), optionalAmount(localeContext)]
  const kind = z.enum(securityKinds).default('bank_guarantee')
  const months = optionalCount(0, maxSecurityMonths)
  return {
    handoverDue: dayFromToday('contracts:invalid.dueInPast'),
    warrantyMonths: optionalCount(1, maxWarrantyMonths),
    delayPercent: optionalPercent(localeContext, maxDelayBp),
    delayDays: z.enum(delayDayKinds).default('working'),
    delayMaxDays: optionalCount(1, maxDelayDays),
    ...{ performancePercent: percent, performanceAmount: amount, performanceKind: kind, performanceMonths: months },
    ...{ warrantyPercent: percent, warrantyAmount: amount, warrantyKind: kind, warrantySecurityMonths: months },
    ...{ advancePercent: percent, advanceAmount: amount, advanceKind: kind, advanceMonths: months },
  }
}

type Typed = z.infer<z.ZodObject<ReturnType<typeof closingFields>>>

/** What does not fit together of the fields that are right: a security is a share or a sum, and delay damages have a maximum. */
export function closingRefusals(typed: Partial<Typed>): { field: string; message: string }[] {
  const twice = securityPurposes.filter(
    (purpose) => (typed[`${purpose}Percent`] ?? null) !== null && (typed[`${purpose}Amount`] ?? null) !== null,
  )
  const { delayPercent = null, delayMaxDays } = typed
  return [
    ...twice.map((purpose) => ({ field: `${purpose}Amount`, message: 'securities:invalid.percentOrAmount' })),
    ...(delayPercent !== null && delayMaxDays === null
      ? [{ field: 'delayMaxDays', message: 'validation:required' }]
      : []),
  ]
}

/** What was filled in, in one piece. */
export function closingOf(typed: Typed): AskedClosing {
  const securities = securityPurposes.flatMap((purpose) => {
    const [rateBp, amountCents] = [typed[`${purpose}Percent`], typed[`${purpose}Amount`]]
    if (rateBp === null && amountCents === null) return []
    const months = typed[monthsField[purpose]] ?? 0
    return [{ purpose, rateBp, amountCents, kind: typed[`${purpose}Kind`], months }]
  })
  const { handoverDue, warrantyMonths, delayPercent, delayDays, delayMaxDays } = typed
  const delay = delayPercent === null ? null : { rateBp: delayPercent, days: delayDays, maxDays: delayMaxDays ?? 0 }
  return { handoverDue, warrantyMonths, delay, securities }
}
