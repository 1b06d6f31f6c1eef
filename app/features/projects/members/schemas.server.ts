import { z } from 'zod'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { projectRoles } from '#db/vocabulary/projects.ts'

/** Who gets which role on a project; `none` takes them off. */
export const projectRoleSchema = z.object({
  submissionId: submissionIdField,
  userId: z.uuid('validation:choice'),
  role: z.enum([...projectRoles, 'none'], 'validation:choice').transform((role) => (role === 'none' ? null : role)),
})
