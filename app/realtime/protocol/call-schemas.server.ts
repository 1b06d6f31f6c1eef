import { z } from 'zod'
import { callQualities, callTypes } from '#db/vocabulary/calls.ts'
import { maxCaptionLength, maxParticipants } from './call-events.ts'

const id = z.string().min(1).max(64)
const callId = id
const callType = z.enum(callTypes)
const userIds = z.array(id).min(1).max(maxParticipants)
const mediaParts = {
  muted: z.boolean().optional(),
  cameraOff: z.boolean().optional(),
  screen: z.boolean().optional(),
  handRaised: z.boolean().optional(),
}
const media = z.object(mediaParts).optional()
const to = { callId, toParticipant: id }
/** More than any browser writes with eight people's tracks. */
const sdp = z.string().min(1).max(32_000)
const short = z.string().max(256)

/** The payload of each event of calls from the browser; other fields are dropped. */
export const callSchemas = {
  invite: z
    .object({
      conversationId: id.optional(),
      userId: id.optional(),
      userIds: userIds.optional(),
      callType,
      clientCallId: id,
      media,
    })
    .refine(({ conversationId, userId }) => (conversationId === undefined) !== (userId === undefined)),
  enter: z.object({ callId, media }),
  call: z.object({ callId }),
  seat: z.object({ callId, peerId: id.optional() }),
  heartbeat: z.object({ callId, quality: z.enum(callQualities).optional() }),
  media: z.object({ callId, ...mediaParts }),
  reportedMedia: z.object({ callId, state: z.enum(['connected', 'reconnecting', 'failed']) }),
  remove: z.object({ callId, participantId: id }),
  inviteMore: z.object({ callId, userIds }),
  join: z.object({ conversationId: id, callType: callType.default('video'), media }),
  record: z.object({ callId, hasPicture: z.boolean() }),
  recordAnswer: z.object({ callId, agreed: z.boolean() }),
  caption: z.object({ callId, text: z.string().max(maxCaptionLength) }),
  description: z.object({ ...to, sdp }),
  candidate: z.object({
    ...to,
    candidate: z.string().max(2_000).nullable(),
    sdpMid: short.nullish(),
    sdpMLineIndex: z.number().int().min(0).max(1_000).nullish(),
    usernameFragment: short.nullish(),
  }),
}
