import { z } from 'zod'

const params = z.record(z.string(), z.union([z.string(), z.number()]))
const digestSchema = z.object({
  /** What waits for the reader: the text that names it, what it is about, and until when. */
  waiting: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      to: z.string(),
      at: z.number().nullable(),
      on: z.string().nullable(),
    }),
  ),
  /** The mails that waited for the mail of the day. */
  items: z.array(z.object({ template: z.string(), params })),
  /** How many of each there are beyond those. */
  more: z.object({ waiting: z.number(), items: z.number() }),
})
export type Digest = z.output<typeof digestSchema>

/** What a mail of the day tells, as its parameters carry it. */
export const writeDigest = (digest: Digest): { digest: string } => ({ digest: JSON.stringify(digest) })

/** Reads it; empty once a sent mail's parameters were deleted. */
export function readDigest({ digest }: Record<string, string | number>): Digest {
  const empty = { waiting: [], items: [], more: { waiting: 0, items: 0 } }
  return typeof digest === 'string' ? digestSchema.parse(JSON.parse(digest)) : empty
}
