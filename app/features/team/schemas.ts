import { z } from 'zod'
import { emailOf, line, optionalLine } from '#app/features/accounts/schemas.ts'
import { compactIban, isIban } from '#app/platform/iban.ts'
import { companyRoles } from '#db/vocabulary/accounts.ts'
import { finnishBusinessId, isBic, vatNumberOf } from './business-id.ts'
import { type AddressField, addressLimits } from './company-address.ts'
import { countries } from './countries.ts'

export const inviteSchema = z.object({
  submissionId: z.string().max(64).optional(),
  name: line(120),
  email: emailOf('validation:required', 'validation:email'),
  jobTitle: optionalLine(120),
  companyRole: z.enum(companyRoles, { error: 'validation:choice' }),
})

export type InviteForm = z.input<typeof inviteSchema>

export const companyRoleSchema = z.object({ companyRole: z.enum(companyRoles, { error: 'validation:choice' }) })

/** The parts of an address that a form asks for; the others are left out of what it says. */
export const addressSchema = (asked: readonly AddressField[]) => {
  const field = (name: AddressField) =>
    asked.includes(name) ? line(addressLimits[name]) : z.undefined().catch(undefined)
  return z.object({ street: field('street'), postalCode: field('postalCode'), city: field('city') })
}

/** What a company tells about itself; numbers are checked as their issuers make them, and stored in one way. */
export const companySchema = z
  .object({
    name: line(160),
    businessId: optionalLine(40),
    vatNumber: optionalLine(20),
    street: optionalLine(addressLimits.street),
    postalCode: optionalLine(addressLimits.postalCode),
    city: optionalLine(addressLimits.city),
    country: z.enum(countries, { error: 'validation:choice' }),
    iban: optionalLine(60),
    bic: optionalLine(20),
    email: emailOf('validation:required', 'validation:email').optional(),
    phone: optionalLine(40),
  })
  .transform((company, issues) => {
    const wrong = (field: keyof typeof company, message: string) =>
      issues.addIssue({ code: 'custom', path: [field], message })
    const businessId =
      company.businessId && company.country === 'FI'
        ? finnishBusinessId(company.businessId)
        : (company.businessId ?? null)
    if (company.businessId && !businessId) wrong('businessId', 'team:company.businessIdWrong')
    const vatNumber = company.vatNumber ? vatNumberOf(company.vatNumber) : null
    if (company.vatNumber && !vatNumber) wrong('vatNumber', 'team:company.vatNumberWrong')
    if (
      vatNumber?.startsWith('FI') &&
      company.country === 'FI' &&
      businessId &&
      vatNumber.slice(2) !== businessId.replace('-', '')
    )
      wrong('vatNumber', 'team:company.vatNumberOther')
    if (company.iban && !isIban(company.iban)) wrong('iban', 'team:company.ibanWrong')
    const bic = company.bic ? company.bic.replace(/\s/g, '').toUpperCase() : null
    if (bic && !isBic(bic)) wrong('bic', 'team:company.bicWrong')
    return { ...company, businessId, vatNumber, iban: company.iban ? compactIban(company.iban) : null, bic }
  })

export type CompanyInput = z.output<typeof companySchema>
