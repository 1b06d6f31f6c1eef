import { z } from 'zod'
import { optionalLine } from '#app/features/accounts/schemas.ts'
import { groupPrivacies, presenceStatuses } from '#db/vocabulary/chat.ts'
import { splitTags } from './group-wizard.ts'
import { statusTextLength } from './limits.ts'

export const statusSchema = z.object({
  status: z.enum([...presenceStatuses, 'auto'], { error: 'validation:choice' }),
  customText: optionalLine(statusTextLength).transform((text) => text ?? ''),
})

/** A box of a form: sent when it is checked. */
const box = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

export const preferencesSchema = z.object({ shortcuts: box, linkPreviews: box })

/** The settings of a group; what its texts may be is the verb's to say. */
export const groupSettingsSchema = z.object({
  name: z.string().default(''),
  description: z.string().default(''),
  tags: z.string().default('').transform(splitTags),
  privacy: z.enum(groupPrivacies, { error: 'validation:choice' }).optional(),
  allowInvites: box,
  moderateMessages: box,
  allowFileSharing: box,
  allowCalls: box,
})
