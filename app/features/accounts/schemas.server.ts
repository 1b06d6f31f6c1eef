import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { optionalName, optionalText, requiredName } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { accountTypes } from '#db/vocabulary/accounts.ts'
import { planCycles, planIds } from '#db/vocabulary/plans.ts'

/**
 * Accepts plain addresses only, nothing that a mail header could interpret as a list, a name or a comment, and no characters that
 * nobody sees.
 */
const emailPattern = /^[^\s@<>()[\],;:"\\\p{C}\p{Default_Ignorable_Code_Point}]+@[a-z0-9_.-]+\.[a-z][a-z0-9-]*$/u

/** One spelling for every address: Unicode NFKC, lower case, and the domain as the mail system writes it (punycode, IDNA). */
export function normalizeEmail(typed: string): string {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  const [, name, domain] = /^(.*)@([\p{L}\p{M}\p{N}._-]+)$/u.exec(text.replaceAll('\u3002', '.')) ?? []
  return name && domain ? `${name}@${domainToASCII(domain)}` : text
}

/** An email address, normalized for storage. */
export const emailSchema = (required: string, wrong: string) =>
  z
    .string({ error: required })
    .overwrite(normalizeEmail)
    // A form's empty field arrives as a missing one, a program's as an empty text.
    .min(1, { error: required, abort: true })
    .max(254, { error: 'validation:tooLong?count=254' })
    .regex(emailPattern, { error: wrong })

/** A checkbox; browsers send it only when it is checked. */
export const checkbox = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

const maxPassword = 128

/** A new password. */
export const newPassword = (min: number, required: string) =>
  z
    .string({ error: required })
    .min(min, { error: `accounts:password.tooShort?count=${min}` })
    .max(maxPassword, { error: `validation:tooLong?count=${maxPassword}` })

type Pair = { password: string; confirmPassword: string }
/** Said at once with what is wrong with other fields; a password that is missing has an error of its own. */
export const passwordsMatch = [
  ({ password, confirmPassword }: Partial<Pair>) =>
    password === undefined || confirmPassword === undefined || password === confirmPassword,
  { error: 'accounts:password.different', path: ['confirmPassword'], when: () => true },
] as [(pair: Partial<Pair>) => boolean, { error: string; path: string[]; when: () => boolean }]

export const loginSchema = z.object({
  email: emailSchema('validation:required', 'validation:email'),
  password: z.string({ error: 'validation:required' }),
  rememberMe: z.coerce.boolean().default(false),
})

/** What was chosen on the pricing page, which the address carries along; anything else counts as nothing. */
export const chosenPlanFields = {
  plan: z.enum(planIds).optional().catch(undefined),
  cycle: z.enum(planCycles).optional().catch(undefined),
}

export const signupSchema = (minPassword: number) =>
  z
    .object({
      submissionId: z.string().max(64).optional(),
      accountType: z.enum(accountTypes, { error: 'validation:choice' }).default('individual'),
      name: requiredName(120),
      email: emailSchema('validation:required', 'validation:email'),
      organization: optionalName(160),
      password: newPassword(minPassword, 'validation:required'),
      confirmPassword: z.string({ error: 'validation:required' }),
      ...chosenPlanFields,
    })
    .refine(({ accountType, organization }) => accountType !== 'enterprise' || organization, {
      error: 'validation:required',
      path: ['organization'],
      when: () => true,
    })
    .refine(...passwordsMatch)

export type SignupForm = z.input<ReturnType<typeof signupSchema>>

export const forgotPasswordSchema = z.object({
  email: emailSchema('accounts:forgot.emailRequired', 'accounts:forgot.emailInvalid'),
})

export const resendSchema = z.object({
  email: emailSchema('accounts:verify.emailRequired', 'validation:email'),
})

/** Confirms an address; the password is for whoever is not logged in to the account. */
export const verifySchema = z.object({ token: z.string().max(200), password: z.string().max(maxPassword).optional() })

/** A password chosen with a mailed token, after forgetting the old one or with an invitation. */
export const tokenPasswordSchema = (minPassword: number) =>
  z
    .object({
      token: z.string().max(200).default(''),
      password: newPassword(minPassword, 'accounts:password.required'),
      confirmPassword: z.string({ error: 'accounts:password.confirm' }),
    })
    .refine(...passwordsMatch)

/** Keeps the password, and lets the browser in. */
export const keepPasswordSchema = z.object({ token: z.string().max(200).default('') })

export const changePasswordSchema = (minPassword: number) =>
  z
    .object({
      currentPassword: z.string({ error: 'accounts:password.required' }),
      password: newPassword(minPassword, 'accounts:password.required'),
      confirmPassword: z.string({ error: 'accounts:password.confirm' }),
    })
    .refine(...passwordsMatch)

/** A code of an authenticator app (`123 456`), or a recovery code (`ABCD-EFGH-IJKL-MNOP`). */
const code = z.string({ error: 'validation:required' }).trim().max(40, { error: 'validation:tooLong?count=40' })
export const codeSchema = z.object({ code })

/** What a passkey has signed, as JSON. */
const passkeyAnswer = z.string({ error: 'passkeys:refused' }).max(20_000, { error: 'passkeys:refused' })

/** What a change of the second factor asks for; the code only where there is one. */
export const startAppSchema = z.object({
  password: z.string({ error: 'accounts:password.required' }).max(maxPassword),
  code: code.optional(),
  passkey: passkeyAnswer.optional(),
})
export const secondFactorSchema = startAppSchema.refine(({ code, passkey }) => code || passkey, {
  error: 'validation:required',
  path: ['code'],
  when: () => true,
})

/** What a login sends instead of password or code. */
export const passkeyLoginSchema = z.object({ passkey: passkeyAnswer, rememberMe: z.coerce.boolean().default(false) })
/** The name of a new passkey, and the proof that its owner asks. */
export const startPasskeySchema = startAppSchema.extend({ name: requiredName(60) })
export const addPasskeySchema = z.object({ name: requiredName(60), passkey: passkeyAnswer })

export const profileSchema = z.object({
  submissionId: z.string().max(64).optional(),
  expectedVersion: expectedVersionField,
  name: requiredName(120),
  phone: optionalText(40),
  location: optionalText(120),
  jobTitle: optionalText(120),
  timeZone: z.string().max(64).optional(),
})
