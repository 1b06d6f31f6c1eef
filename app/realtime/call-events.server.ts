import type { UserContext } from '#app/features/accounts/context.ts'
import { answerCall } from '#app/features/calls/answer-call.server.ts'
import { beatCall } from '#app/features/calls/beat-call.server.ts'
import { listUnfinishedCalls, viewCall } from '#app/features/calls/call-view.server.ts'
import { inviteOthers } from '#app/features/calls/invite-others.server.ts'
import { joinMeeting } from '#app/features/calls/join-meeting.server.ts'
import { leaveCall } from '#app/features/calls/leave-call.server.ts'
import { muteAll } from '#app/features/calls/mute-all.server.ts'
import { answerRecording } from '#app/features/calls/recordings/answer-recording.server.ts'
import { startRecording } from '#app/features/calls/recordings/start-recording.server.ts'
import { stopRecording } from '#app/features/calls/recordings/stop-recording.server.ts'
import { rejectCall } from '#app/features/calls/reject-call.server.ts'
import { removeParticipant } from '#app/features/calls/remove-participant.server.ts'
import { renewPeer } from '#app/features/calls/renew-peer.server.ts'
import { reportMedia } from '#app/features/calls/report-media.server.ts'
import { resumeCall } from '#app/features/calls/resume-call.server.ts'
import { setCallMedia } from '#app/features/calls/set-call-media.server.ts'
import { requireSignalPath, requireSignalPaths } from '#app/features/calls/signal-path.server.ts'
import { startCall } from '#app/features/calls/start-call.server.ts'
import type { Entered } from '#app/features/calls/take-seat.server.ts'
import { openDirect } from '#app/features/conversations/open-direct.server.ts'
import type { CallMedia, CallSeat } from '#app/realtime/protocol/call-events.ts'
import { type Answering, answerEvent } from './event-answers.server.ts'
import { callSchemas } from './protocol/call-schemas.server.ts'
import type { GroundworkServer, GroundworkSocket } from './socket-types.ts'

/** Handles the client events of calls for one socket, which is the tab that may have a call. */
export function listenToCalls(io: GroundworkServer, socket: GroundworkSocket, answering: Answering): void {
  const socketId = socket.id

  answerEvent(socket, 'call:invite', answering, {
    limit: 'callInvite',
    schema: callSchemas.invite,
    extendsSession: true,
    run(ctx, { userId, conversationId, media, ...input }) {
      const place = conversationId ?? openDirect(ctx, { userId: userId ?? '' }).conversationId
      const { joined, ...entered } = startCall(ctx, { ...input, ...tab(media), conversationId: place })
      return { ...seatIn(ctx, entered), joined }
    },
  })
  answerEvent(socket, 'call:join', answering, {
    limit: 'callInvite',
    schema: callSchemas.join,
    extendsSession: true,
    run: (ctx, { media, ...input }) => seatIn(ctx, joinMeeting(ctx, { ...input, ...tab(media) })),
  })
  answerEvent(socket, 'call:answer', answering, {
    limit: 'call',
    schema: callSchemas.enter,
    extendsSession: true,
    run: (ctx, { callId, media }) => seatIn(ctx, answerCall(ctx, { callId, ...tab(media) })),
  })
  answerEvent(socket, 'call:resume', answering, {
    limit: 'call',
    schema: callSchemas.seat,
    run: (ctx, input) => seatIn(ctx, resumeCall(ctx, { ...input, socketId })),
  })
  answerEvent(socket, 'call:reject', answering, {
    limit: 'call',
    schema: callSchemas.call,
    extendsSession: true,
    run: (ctx, input) => done(rejectCall(ctx, input)),
  })
  answerEvent(socket, 'call:end', answering, {
    limit: 'call',
    schema: callSchemas.call,
    extendsSession: true,
    run: (ctx, input) => done(leaveCall(ctx, input)),
  })
  answerEvent(socket, 'call:mute-all', answering, {
    limit: 'call',
    schema: callSchemas.call,
    extendsSession: true,
    run: (ctx, input) => muteAll(ctx, input),
  })
  answerEvent(socket, 'call:remove', answering, {
    limit: 'call',
    schema: callSchemas.remove,
    extendsSession: true,
    run: (ctx, input) => done(removeParticipant(ctx, input)),
  })
  answerEvent(socket, 'call:invite-more', answering, {
    limit: 'callInvite',
    schema: callSchemas.inviteMore,
    extendsSession: true,
    run(ctx, input) {
      inviteOthers(ctx, input)
      return { call: viewCall(ctx.db, input.callId) }
    },
  })
  answerEvent(socket, 'call:state', answering, {
    limit: 'callState',
    schema: null,
    run: (ctx) => ({ calls: listUnfinishedCalls(ctx.db, ctx.actor.id), serverTime: Date.now() }),
  })
  answerEvent(socket, 'call:heartbeat', answering, {
    limit: 'callState',
    schema: callSchemas.heartbeat,
    // Somebody who talks for hours without typing is not idle.
    extendsSession: true,
    run: (ctx, input) => ({ ...beatCall(ctx, { ...input, socketId }), serverTime: Date.now() }),
  })
  answerEvent(socket, 'call:media', answering, {
    limit: 'callMedia',
    schema: callSchemas.media,
    run: (ctx, { callId, ...media }) => done(setCallMedia(ctx, { callId, socketId, ...given(media) })),
  })
  answerEvent(socket, 'call:reported-media', answering, {
    limit: 'callMedia',
    schema: callSchemas.reportedMedia,
    run: (ctx, input) => done(reportMedia(ctx, { ...input, socketId })),
  })
  answerEvent(socket, 'call:record', answering, {
    limit: 'callInvite',
    schema: callSchemas.record,
    extendsSession: true,
    run: (ctx, input) => startRecording(ctx, { ...input, socketId }),
  })
  answerEvent(socket, 'call:record-stop', answering, {
    limit: 'call',
    schema: callSchemas.call,
    extendsSession: true,
    run: (ctx, input) => done(stopRecording(ctx, input)),
  })
  answerEvent(socket, 'call:record-answer', answering, {
    limit: 'call',
    schema: callSchemas.recordAnswer,
    extendsSession: true,
    run: (ctx, input) => done(answerRecording(ctx, input)),
  })
  answerEvent(socket, 'call:caption', answering, {
    limit: 'callCaption',
    schema: callSchemas.caption,
    run(ctx, { callId, text }) {
      const { to, from } = requireSignalPaths(ctx, { callId, socketId })
      // An empty list of rooms would mean everybody.
      if (to.length > 0) io.local.to(to).emit('call:caption', { callId, ...from, text })
      return {}
    },
  })
  answerEvent(socket, 'peer:credentials', answering, {
    limit: 'peer',
    schema: callSchemas.seat,
    run: (ctx, input) => renewPeer(ctx, { ...input, socketId }),
  })

  for (const name of ['webrtc:offer', 'webrtc:answer'] as const) {
    answerEvent(socket, name, answering, {
      limit: 'callDescription',
      schema: callSchemas.description,
      run(ctx, { callId, toParticipant, sdp }) {
        const { to, from } = requireSignalPath(ctx, { callId, toParticipant, socketId })
        io.local.to(to).emit(name, { callId, ...from, sdp })
        return {}
      },
    })
  }
  answerEvent(socket, 'webrtc:ice-candidate', answering, {
    limit: 'callCandidate',
    schema: callSchemas.candidate,
    run(ctx, { callId, toParticipant, ...candidate }) {
      const { to, from } = requireSignalPath(ctx, { callId, toParticipant, socketId })
      io.local.to(to).emit('webrtc:ice-candidate', { callId, ...from, ...candidate })
      return {}
    },
  })

  const tab = (media: Given<CallMedia> | undefined) => ({ socketId, media: given(media ?? {}) })
}

/** Optional fields as zod parses them. */
type Given<T> = { [Name in keyof T]?: T[Name] | undefined }
const given = (media: Given<CallMedia>) =>
  Object.fromEntries(Object.entries(media).filter(([, value]) => value !== undefined)) as Partial<CallMedia>

const done = (_nothing: unknown): object => ({})

function seatIn({ db }: UserContext, { callId, participantId, connection }: Entered): CallSeat {
  return { call: viewCall(db, callId), participantId, connection, serverTime: Date.now() }
}
