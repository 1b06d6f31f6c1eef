import { z } from 'zod'
import { maxFilesPerMessage, maxTextLength } from './limits.ts'

const id = z.string().min(1).max(64)
const counter = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
/** More than the conversations of any user, and still cheap to check. */
const maxRevs = 2_000

/** The payload of each client event; other fields are dropped. */
export const eventSchemas = {
  authenticate: z.object({
    userId: id,
    userName: z.string().max(200).optional(),
    revs: z
      .record(id, counter)
      .refine((revs) => Object.keys(revs).length <= maxRevs)
      .optional(),
  }),
  send_message: z.object({
    conversationId: id,
    text: z.string().max(maxTextLength),
    type: z.enum(['text', 'file']).default('text'),
    fileId: id.optional(),
    fileIds: z.array(id).max(maxFilesPerMessage).optional(),
    clientId: id,
    replyToId: id.nullish(),
  }),
  typing: z.object({ conversationId: id }),
  group: z.object({ groupId: id }),
  mark_message_read: z.object({ conversationId: id, messageId: id }),
  sync: z.object({ conversationId: id, sinceRev: counter }),
  set_idle: z.object({ idle: z.boolean() }),
}
