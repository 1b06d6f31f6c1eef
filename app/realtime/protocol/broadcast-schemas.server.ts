import { z } from 'zod'
import { optionalName, optionalText } from '#app/platform/forms/field-schemas.ts'
import { broadcastFormats } from '#db/vocabulary/broadcasts.ts'
import { broadcastLengths } from './broadcast-events.ts'

const id = z.string().min(1).max(64)

/** The payload of each event of broadcasts from the browser; other fields are dropped. */
export const broadcastSchemas = {
  start: z.object({
    conversationId: id.optional(),
    title: optionalName(broadcastLengths.title),
    description: optionalText(broadcastLengths.description),
    format: z.enum(broadcastFormats),
    clientBroadcastId: id,
  }),
  one: z.object({ broadcastId: id }),
}
