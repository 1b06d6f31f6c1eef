import { z } from 'zod'
import { optionalText, requiredName } from '#app/platform/forms/field-schemas.ts'
import { projectCategories } from '#db/vocabulary/projects.ts'
import { searchRhythms } from '#db/vocabulary/saved-searches.ts'

const choice = { error: 'validation:choice' }

/** A filter of the public list, as its address has it, with a name and a rhythm. */
export const searchSchema = z.object({
  name: requiredName(80),
  category: z.preprocess((typed) => typed || undefined, z.enum(projectCategories, choice).optional()),
  place: optionalText(200),
  rhythm: z.enum(searchRhythms, choice),
})

export type SearchInput = z.output<typeof searchSchema>
