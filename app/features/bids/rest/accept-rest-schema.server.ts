import { z } from 'zod'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'

/** The acceptance of the rest of a terminated contract; `holdsPrices` is asked of a bidder whose bid has lapsed. */
export const acceptRestSchema = z.object({
  submissionId: submissionIdField,
  holdsPrices: z.boolean().default(false),
  expectedProjectVersion: expectedVersionField,
})
