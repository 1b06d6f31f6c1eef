import { z } from 'zod'
import { checkbox } from '#app/features/accounts/schemas.ts'

export const preferencesSchema = z.object({ shortcuts: checkbox, linkPreviews: checkbox })
