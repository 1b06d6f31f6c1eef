import { z } from 'zod'
import { checkbox } from '#app/features/accounts/schemas.server.ts'
import { groupPrivacies } from '#db/vocabulary/chat.ts'
import { splitTags } from './group-wizard.ts'

/** The settings form of a group. The verb checks the texts. */
export const groupSettingsSchema = z.object({
  name: z.string().default(''),
  description: z.string().default(''),
  tags: z.string().default('').transform(splitTags),
  privacy: z.enum(groupPrivacies, { error: 'validation:choice' }).optional(),
  allowInvites: checkbox,
  moderateMessages: checkbox,
  allowFileSharing: checkbox,
  allowCalls: checkbox,
})
