import { z } from 'zod'
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
