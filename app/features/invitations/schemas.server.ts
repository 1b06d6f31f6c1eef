import { z } from 'zod'
import { emailSchema } from '#app/features/accounts/schemas.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { optionalText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { inviteLimits } from './invitation.ts'

/** Companies of the directory, by id. */
export const inviteSchema = z.object({
  submissionId: submissionIdField,
  companyIds: z
    .array(z.uuid({ error: 'validation:choice' }), { error: 'invitations:chooseOne' })
    .min(1, 'invitations:chooseOne')
    .max(inviteLimits.atOnce, `invitations:tooManyAtOnce?count=${inviteLimits.atOnce}`),
  note: optionalText(1000),
})

/** The same form when its search is pressed: what was typed, to show it again. */
export const directorySearchSchema = z.object({
  q: z
    .string()
    .default('')
    .transform((q) => q.slice(0, 100)),
  companyIds: z.array(z.string()).max(200).default([]),
  note: z.string().default(''),
})

/** An address to invite, and the language of its mail. */
export const inviteByEmailSchema = z.object({
  submissionId: submissionIdField,
  email: emailSchema('validation:required', 'validation:email'),
  locale: z.enum(locales, { error: 'validation:choice' }),
  note: optionalText(1000),
})
