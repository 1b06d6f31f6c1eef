import { z } from 'zod'
import { refusalsOfEAddress } from '#app/features/e-addresses/e-address.server.ts'
import { type InvoiceLine, linePriceCents } from '#app/features/invoicing/invoice-totals.ts'
import { parseVatChoice } from '#app/features/invoicing/vat-choice.ts'
import { countryField } from '#app/features/team/schemas.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { defaultLocale, isLocale } from '#app/i18n/locale.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import { costsTooMuch, optionalDay, optionalText } from '#app/platform/forms/field-schemas.ts'
import { parsePercent } from '#app/platform/money.ts'
import { amountOfShare, readShare, type TypedAdjustment } from './adjustment-input.ts'
import { type AdjustmentReason, adjustmentReasonOf, kindOfReason } from './adjustment-reasons.ts'
import type { Adjustment, InvoiceDetails } from './invoice-content.ts'
import { lacksReference } from './lacks-reference.ts'
import { refusalsOfPeriods } from './periods.ts'

const maxAdjustments = 20
const textOrNull = (max: number) => optionalText(max).transform((typed) => typed || null)

/** A reason in the seller's language, which stands on the invoice beside its code. */
function reasonText({ locale }: LocaleContext, reason: AdjustmentReason): string {
  const language = locale.split('-')[0] ?? ''
  return i18nFor(isLocale(language) ? language : defaultLocale).getFixedT(null, 'invoiceparts')(`reason.${reason}`)
}

const shareField = ({ decimalMark }: LocaleContext) =>
  textOrNull(40).transform((typed, issues) => {
    if (typed === null) return null
    const share = readShare(typed, decimalMark)
    if (share) return share
    issues.addIssue({ code: 'custom', message: 'invoiceparts:form.share' })
    return z.NEVER
  })

/** A discount or charge of the whole invoice; null for a row that was left empty. */
export const adjustmentField = (localeContext: LocaleContext) =>
  acrossFields(
    z.object({
      reason: z.string().optional(),
      text: textOrNull(200),
      amount: shareField(localeContext),
      vat: z.string().optional(),
    }),
    ({ reason = '', text, amount, vat = '' }, { refuse }) => {
      if (amount === null && text === null) return
      if (!adjustmentReasonOf(reason)) refuse('validation:choice', 'reason')
      if (amount === null) refuse('validation:required', 'amount')
      if (vat !== '' && !parseVatChoice(vat)) refuse('validation:choice', 'vat')
    },
  ).transform(({ reason: code = '', text, amount, vat = '' }): TypedAdjustment | null => {
    const reason = adjustmentReasonOf(code)
    const choice = vat === '' ? null : parseVatChoice(vat)
    if (!reason || amount === null) return null
    const kind = kindOfReason(reason)
    return { kind, reasonCode: reason, reason: text ?? reasonText(localeContext, reason), share: amount, vat: choice }
  })

/** What a line may say beside its price. */
export const lineDetailFields = (localeContext: LocaleContext) => ({
  itemId: textOrNull(100),
  orderLine: textOrNull(100),
  periodStart: optionalDay,
  periodEnd: optionalDay,
  discount: shareField(localeContext),
  charge: shareField(localeContext),
})

type Shares = { discount: ReturnType<typeof readShare>; charge: ReturnType<typeof readShare> }

/** The discount and the charge of a line, with the reasons that the form gives them. */
export function lineAdjustments(line: InvoiceLine, shares: Shares, localeContext: LocaleContext): Adjustment[] {
  const of = (share: Shares['discount'], reason: AdjustmentReason) => {
    const tooMuch = costsTooMuch(line.quantityMilli, line.unitPriceE4)
    const amount = share && !tooMuch && amountOfShare(share, linePriceCents(line))
    if (!amount) return []
    return [{ kind: kindOfReason(reason), reasonCode: reason, reason: reasonText(localeContext, reason), ...amount }]
  }
  return [...of(shares.discount, '95'), ...of(shares.charge, 'ABK')]
}

/** Percent a year, as typed, in hundredths; null for none. */
export const percentField = ({ decimalMark }: LocaleContext) =>
  textOrNull(10).transform((typed, issues) => {
    if (typed === null) return null
    const rateBp = parsePercent(typed.replace(/\s*%$/, ''), decimalMark)
    if (rateBp !== null && rateBp <= 10_000) return rateBp
    issues.addIssue({ code: 'custom', message: 'validation:number' })
    return z.NEVER
  })

/** A number of days from 1 to 999; null for none. */
export const daysField = textOrNull(6).transform((typed, issues) => {
  if (typed === null) return null
  if (/^\d{1,3}$/.test(typed) && Number(typed) > 0) return Number(typed)
  issues.addIssue({ code: 'custom', message: 'validation:number' })
  return z.NEVER
})

/** What an invoice says beside its parties and lines. */
export const detailFields = (localeContext: LocaleContext) => ({
  buyerReference: textOrNull(100),
  orderReference: textOrNull(100),
  contractReference: textOrNull(100),
  projectReference: textOrNull(100),
  siteName: textOrNull(200),
  siteStreet: textOrNull(200),
  sitePostalCode: textOrNull(20),
  siteCity: textOrNull(100),
  siteCountry: countryField.optional().transform((country) => country ?? null),
  periodStart: optionalDay,
  periodEnd: optionalDay,
  lateInterest: percentField(localeContext),
  complaintDays: daysField,
  eScheme: textOrNull(10),
  eAddress: textOrNull(60),
  eOperator: textOrNull(30),
  adjustments: z
    .array(adjustmentField(localeContext))
    .max(maxAdjustments, `invoiceparts:form.tooManyAdjustments?count=${maxAdjustments}`)
    .default([]),
})

type Typed = z.output<z.ZodObject<ReturnType<typeof detailFields>>>

/** The typed details as the invoice has them. */
export function detailsOfInput(typed: Omit<Typed, 'adjustments'>): InvoiceDetails {
  const { siteName: name, siteStreet: street, sitePostalCode: postalCode, siteCity: city, siteCountry } = typed
  const hasSite = [name, street, postalCode, city].some((value) => value !== null)
  return {
    buyerReference: typed.buyerReference,
    orderReference: typed.orderReference,
    contractReference: typed.contractReference,
    projectReference: typed.projectReference,
    deliverySite: hasSite ? { name, street, postalCode, city, country: siteCountry ?? 'FI' } : null,
    periodStart: typed.periodStart,
    periodEnd: typed.periodEnd,
    lateInterestBp: typed.lateInterest,
    complaintDays: typed.complaintDays,
  }
}

type Line = { periodStart: string | null; periodEnd: string | null } | null | undefined

/** What is wrong with details that are each right by themselves, by field; those that are not are left out, and so are such lines. */
export function refusalsOfDetails(
  {
    periodStart = null,
    periodEnd = null,
    eScheme,
    eAddress,
    eOperator,
    buyerReference,
    orderReference,
  }: Partial<
    Pick<
      Typed,
      'periodStart' | 'periodEnd' | 'eScheme' | 'eAddress' | 'eOperator' | 'buyerReference' | 'orderReference'
    >
  >,
  lines: readonly Line[],
): { path: (string | number)[]; message: string }[] {
  const refusals = refusalsOfPeriods({ periodStart, periodEnd }, lines)
  const refuse = (message: string, ...path: (string | number)[]) => refusals.push({ path, message })
  if (eScheme !== undefined && eAddress !== undefined && eOperator !== undefined)
    for (const { field, message } of refusalsOfEAddress({ eScheme, eAddress, eOperator })) refuse(message, field)
  const areRead = eAddress !== undefined && buyerReference !== undefined && orderReference !== undefined
  if (areRead && lacksReference({ eAddress, buyerReference, orderReference }))
    refuse('invoiceparts:form.referenceNeeded', 'buyerReference')
  return refusals
}
