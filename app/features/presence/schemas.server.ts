import { z } from 'zod'
import { optionalLine } from '#app/features/accounts/schemas.ts'
import { presenceStatuses } from '#db/vocabulary/chat.ts'
import { statusTextLength } from './presence-status.ts'

export const statusSchema = z.object({
  status: z.enum([...presenceStatuses, 'auto'], { error: 'validation:choice' }),
  customText: optionalLine(statusTextLength).transform((text) => text ?? ''),
})
