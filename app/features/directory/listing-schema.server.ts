import { z } from 'zod'
import { requiredName, requiredText } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { projectCategories } from '#db/vocabulary/projects.ts'

const choice = { error: 'validation:choice' }

/** What a company says of itself in the directory. */
export const listingSchema = z.object({
  expectedVersion: expectedVersionField,
  about: requiredText(1000),
  trades: z.array(z.enum(projectCategories, choice), choice).min(1, 'directory:refused.noTrade'),
  place: requiredName(100),
  /** A listing is a consent (GDPR, article 4(11)): the box is empty until it was given. */
  agreed: z.literal('on', { error: 'directory:refused.notAgreed' }),
})

/** Why staff take a page out of the directory. */
export const takedownSchema = z.object({ reason: requiredText(1000) })

export type ListingInput = z.output<typeof listingSchema>
