import { z } from 'zod'
import { emailSchema, newPassword } from '#app/features/accounts/schemas.server.ts'
import { optionalName, requiredName } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { accountTypes, apiScopes } from '#db/vocabulary/accounts.ts'

const email = emailSchema('validation:required', 'validation:email')
const token = z.string().max(2000)
const password = z.string().max(128)

export const apiLoginSchema = z.object({
  email,
  password: z.string({ error: 'validation:required' }).min(1, { error: 'validation:required' }).max(128),
})
export const apiCodeSchema = z.object({ pendingToken: token, code: z.string().trim().max(40) })
export const apiRefreshSchema = z.object({ refreshToken: token })
export const apiLogoutSchema = z.object({ refreshToken: token.optional() })
/** The password is for whoever shows no token of the account. */
export const apiVerifyEmailSchema = z.object({ token, password: password.optional() })

/** A new password with a mailed token, which a script sends once. */
export const apiPasswordSchema = (min: number) =>
  z.object({ token, password: newPassword(min, 'accounts:password.required') })

/** The platform role follows from the kind of account; a script may name both. */
export const apiSignupSchema = (min: number) =>
  z
    .object({
      email,
      password: newPassword(min, 'validation:required'),
      name: requiredName(120),
      organization: optionalName(160),
      role: z.enum(['user', 'enterprise']).optional(),
      accountType: z.enum(accountTypes).optional(),
    })
    .transform(({ role, ...input }) => ({
      ...input,
      accountType: input.accountType ?? (role === 'enterprise' ? ('enterprise' as const) : ('individual' as const)),
    }))
    .refine(({ accountType, organization }) => accountType !== 'enterprise' || organization, {
      error: 'validation:required',
      path: ['organization'],
    })

/** How long a personal token may last (days). */
export const tokenDays = [30, 90, 365] as const

export const apiTokenSchema = z.object({
  name: requiredName(80),
  scopes: z
    .array(z.enum(apiScopes))
    .or(z.enum(apiScopes).transform((scope) => [scope]))
    .optional()
    .transform((scopes) => scopes ?? [])
    .refine((scopes) => scopes.length > 0, { error: 'apitokens:scopesNeeded' }),
  days: z.coerce
    .number({ error: 'validation:choice' })
    .refine((days) => tokenDays.some((each) => each === days), { error: 'validation:choice' }),
  password: z.string({ error: 'accounts:password.required' }).max(128),
  code: z.string().trim().max(40).optional(),
  passkey: z.string().max(20_000).optional(),
  submissionId: submissionIdField,
})
