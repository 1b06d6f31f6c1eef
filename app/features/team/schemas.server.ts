import { z } from 'zod'
import { emailSchema } from '#app/features/accounts/schemas.server.ts'
import { isBic } from '#app/platform/bic.ts'
import { optionalText, requiredName, requiredText } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { compactIban, isIban } from '#app/platform/iban.ts'
import { isPostalCode } from '#app/platform/postal-code.server.ts'
import { refusalOfVatCountry, vatNumberOf } from '#app/platform/vat-number.server.ts'
import { companyRoles } from '#db/vocabulary/accounts.ts'
import { businessIdOf, registerCountry } from './business-id.server.ts'
import { type AddressField, addressLimits } from './company-address.ts'

export const inviteSchema = z.object({
  submissionId: z.string().max(64).optional(),
  name: requiredName(120),
  email: emailSchema('validation:required', 'validation:email'),
  jobTitle: optionalText(120),
  companyRole: z.enum(companyRoles, { error: 'validation:choice' }),
})

export type InviteForm = z.input<typeof inviteSchema>

export const companyRoleSchema = z.object({ companyRole: z.enum(companyRoles, { error: 'validation:choice' }) })

/** Validates the address fields in `asked`; the others are not part of the result. */
export const addressSchema = (asked: readonly AddressField[]) => {
  const field = (name: AddressField) =>
    asked.includes(name) ? requiredText(addressLimits[name]) : z.undefined().catch(undefined)
  return z.object({ street: field('street'), postalCode: field('postalCode'), city: field('city') })
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
/** A country that the forms offer, or another that a company has stored already (an ISO 3166-1 alpha-2 code with a name). */
export const countryField = z
  .string({ error: 'validation:choice' })
  .refine((code) => /^[A-Z]{2}$/.test(code) && regionNames.of(code) !== undefined, 'validation:choice')

const compactBic = (typed: string) => typed.replace(/\s/g, '').toUpperCase()

/** A company's bank account, with the password of whoever enters it. */
export const bankAccountSchema = z.object({
  submissionId: submissionIdField,
  /** Of a page that said that the user's mandate does not cover it: the change waits for a colleague's approval. */
  asks: z.literal('approval').optional().catch(undefined),
  iban: requiredText(60).refine(isIban, 'team:company.ibanWrong').transform(compactIban),
  bic: optionalText(20)
    .refine((bic) => !bic || isBic(compactBic(bic)), 'team:company.bicWrong')
    .transform((bic) => (bic ? compactBic(bic) : null)),
  password: z.string({ error: 'validation:required' }).max(1024),
})

/** Company settings. Identifiers are checked by their issuers' rules and normalized. */
export const companySchema = z
  .object({
    submissionId: submissionIdField,
    expectedVersion: expectedVersionField,
    name: requiredName(160),
    businessId: optionalText(40),
    vatNumber: optionalText(20),
    street: optionalText(addressLimits.street),
    postalCode: optionalText(addressLimits.postalCode),
    city: optionalText(addressLimits.city),
    country: countryField,
    email: emailSchema('validation:required', 'validation:email').optional(),
    phone: optionalText(40),
    inDirectory: z.boolean().default(false),
  })
  .superRefine(
    ({ country, businessId, vatNumber, postalCode }, issues) => {
      const wrong = (field: string, message: string) => issues.addIssue({ code: 'custom', path: [field], message })
      const ownId = businessId && country ? businessIdOf(businessId, country) : null
      const isFinnish = Boolean(country) && registerCountry(country) === 'FI'
      const asWhat = isFinnish ? 'team:company.businessIdWrong' : 'team:company.businessIdWrongHere'
      if (businessId && country && !ownId) wrong('businessId', asWhat)
      const number = vatNumber ? vatNumberOf(vatNumber) : null
      const elsewhere = number && country && refusalOfVatCountry(number, country)
      if (vatNumber && !number) wrong('vatNumber', 'team:company.vatNumberWrong')
      else if (elsewhere) wrong('vatNumber', elsewhere)
      else if (isFinnish && ownId && number && number.slice(2) !== ownId.replace('-', ''))
        wrong('vatNumber', 'team:company.vatNumberOther')
      if (postalCode && country && !isPostalCode(postalCode, country)) wrong('postalCode', 'validation:postalCode')
    },
    // Said at once with what is wrong with other fields, of which any may be missing here.
    { when: () => true },
  )
  .transform(({ businessId, vatNumber, ...company }) => ({
    ...company,
    businessId: businessId ? businessIdOf(businessId, company.country) : null,
    vatNumber: vatNumber ? vatNumberOf(vatNumber) : null,
  }))

export type CompanyInput = z.output<typeof companySchema>

/** The password of whoever does something that only they may do. */
export const passwordSchema = z.object({ password: z.string({ error: 'validation:required' }).max(1024) })

/** Whether everybody in the company needs a second factor. */
export const twoFactorRuleSchema = passwordSchema.extend({
  required: z
    .string()
    .optional()
    .transform((value) => value === 'on'),
})
