import { z } from 'zod'
import { emailSchema } from '#app/features/accounts/schemas.server.ts'
import { eAddressOfInput, refusalsOfEAddress } from '#app/features/e-addresses/e-address.server.ts'
import { businessIdOf, registerCountry } from '#app/features/team/business-id.server.ts'
import { countryField } from '#app/features/team/schemas.server.ts'
import { locales } from '#app/i18n/locale.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import { optionalAmount, optionalName, optionalText, requiredName } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { isPostalCode } from '#app/platform/postal-code.server.ts'
import { refusalOfVatCountry, vatNumberOf } from '#app/platform/vat-number.server.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { buyerKinds } from '#db/vocabulary/invoicing.ts'
import { clientLimits } from './client.ts'

const textOrNull = (max: number) => optionalText(max).transform((typed) => typed || null)
const emailOrNull = emailSchema('validation:required', 'validation:email')
  .optional()
  .transform((typed) => typed ?? null)

const contact = acrossFields(
  z.object({
    name: optionalName(120),
    role: textOrNull(80),
    email: emailOrNull,
    phone: textOrNull(40),
  }),
  ({ name, role, email, phone }, { refuse, hasWrong }) => {
    if (!name && (hasWrong || role || email || phone)) refuse('validation:required', 'name')
  },
).transform(({ name, ...rest }) => (name ? { name, ...rest } : null))

const creditLimit = (localeContext: LocaleContext) =>
  z
    .object({
      currency: z.enum(currencies, { error: 'validation:choice' }),
      amount: optionalAmount(localeContext),
    })
    .transform(({ currency, amount }) => (amount === null ? null : { currency, cents: amount }))

const days = z
  .string()
  .trim()
  .refine((typed) => /^\d{1,3}$/.test(typed) && Number(typed) <= 365, 'clientform:refused.days')
  .transform(Number)
  .optional()
  .transform((typed) => typed ?? null)

/** Words as they are typed, separated by commas or on lines of their own; each once, whatever its case. */
export function tagsOf(typed: string): string[] {
  const tags = new Map<string, string>()
  for (const part of typed.split(/[,;\n]/)) {
    const tag = part.replace(/\s+/g, ' ').trim()
    if (tag && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  return [...tags.values()]
}

const tagsField = optionalText(1000)
  .transform((typed) => tagsOf(typed ?? ''))
  .refine((tags) => tags.length <= clientLimits.tags, `clientform:refused.tooManyTags?count=${clientLimits.tags}`)
  .refine(
    (tags) => tags.every((tag) => tag.length <= clientLimits.tagLength),
    `clientform:refused.longTag?count=${clientLimits.tagLength}`,
  )

/** The form of a client. Ids are checked by their issuers' rules and normalized, as those of companies and buyers are. */
export const clientSchema = (localeContext: LocaleContext) =>
  z
    .object({
      submissionId: submissionIdField,
      expectedVersion: expectedVersionField,
      name: requiredName(200),
      businessId: textOrNull(40),
      vatNumber: textOrNull(40),
      buysAs: z
        .enum(buyerKinds, { error: 'validation:choice' })
        .optional()
        .transform((typed) => typed ?? null),
      street: textOrNull(200),
      postalCode: textOrNull(20),
      city: textOrNull(100),
      country: countryField,
      locale: z
        .enum(locales, { error: 'validation:choice' })
        .optional()
        .transform((typed) => typed ?? null),
      email: emailOrNull,
      phone: textOrNull(40),
      eScheme: textOrNull(10),
      eAddress: textOrNull(60),
      eOperator: textOrNull(30),
      contacts: z
        .array(contact)
        .max(clientLimits.contacts, `clientform:refused.tooManyContacts?count=${clientLimits.contacts}`)
        .default([]),
      paymentTermDays: days,
      lateInterest: optionalAmount(localeContext).refine(
        (bp) => bp === null || bp <= 10_000,
        'clientform:refused.interest',
      ),
      creditLimits: z.array(creditLimit(localeContext)).max(currencies.length).default([]),
      tags: tagsField,
      notes: optionalText(clientLimits.notes).transform((typed) => typed ?? ''),
    })
    .superRefine(
      ({ country, businessId, vatNumber, postalCode, eScheme, eAddress, eOperator, creditLimits }, issues) => {
        const refuse = (field: string, message: string) => issues.addIssue({ code: 'custom', path: [field], message })
        const eTyped = { eScheme: eScheme ?? null, eAddress: eAddress ?? null, eOperator: eOperator ?? null }
        for (const { field, message } of refusalsOfEAddress(eTyped)) refuse(field, message)
        const limited = (creditLimits ?? []).flatMap((limit) => (limit ? [limit.currency] : []))
        if (new Set(limited).size < limited.length) refuse('creditLimits', 'clientform:refused.limitTwice')
        if (!country) return
        if (businessId && !businessIdOf(businessId, country)) {
          const isFinnish = registerCountry(country) === 'FI'
          refuse('businessId', isFinnish ? 'team:company.businessIdWrong' : 'team:company.businessIdWrongHere')
        }
        const number = vatNumber ? vatNumberOf(vatNumber) : null
        const elsewhere = number && refusalOfVatCountry(number, country)
        if (vatNumber && !number) refuse('vatNumber', 'team:company.vatNumberWrong')
        else if (elsewhere) refuse('vatNumber', elsewhere)
        if (postalCode && !isPostalCode(postalCode, country)) refuse('postalCode', 'validation:postalCode')
      },
      // Said at once with what is wrong with other fields, of which any may be missing here.
      { when: () => true },
    )
    .transform(({ submissionId, expectedVersion, lateInterest: lateInterestBp, businessId, vatNumber, ...rest }) => ({
      ...{ submissionId, expectedVersion },
      content: {
        ...rest,
        lateInterestBp,
        ...(eAddressOfInput(rest) ?? { eScheme: null, eAddress: null, eOperator: null }),
        businessId: businessId && businessIdOf(businessId, rest.country),
        vatNumber: vatNumber && vatNumberOf(vatNumber),
        contacts: rest.contacts.filter((one) => one !== null),
        creditLimits: rest.creditLimits.filter((one) => one !== null),
      },
    }))
