import { z } from 'zod'

/** The query with which a piece of a recording or a broadcast is sent: its number, and whether it is the last. */
export const pieceSchema = z.object({
  index: z.coerce.number().int().min(0).max(100_000),
  last: z.enum(['0', '1']).default('0'),
})
