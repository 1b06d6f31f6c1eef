import type {
  CallEndReason,
  CallKind,
  CallQuality,
  CallState,
  CallType,
  ParticipantState,
} from '#db/vocabulary/calls.ts'
import type { Acknowledge } from './socket-events.ts'

/** Times of calls in ms; both ends count with them. */
export const callTimes = {
  /** After this a call that nobody has answered ends. */
  ring: 60_000,
  /** After this an answered call ends whose media has not been reported by both sides. */
  connect: 20_000,
  /** After this somebody whose socket is gone has left. */
  gone: 30_000,
  /** After this the last one in a group call is alone, and it ends. */
  alone: 60_000,
  /** For this long somebody waits in a meeting that nobody else has entered yet. */
  wait: 15 * 60_000,
  /** How often each participant sends `call:heartbeat`. */
  heartbeat: 15_000,
  /** After a restart of the server, unfinished calls wait this long for `call:resume`. */
  resume: 60_000,
} as const

/** The most people in a call, those who are being rung included. */
export const maxParticipants = 8

/** Most characters of a caption. */
export const maxCaptionLength = 300

/** What somebody sends: others show it, and a newcomer learns it. */
export type CallMedia = { muted: boolean; cameraOff: boolean; screen: boolean; handRaised: boolean }

/** One person's part in a call. `id` is the `toParticipant` and `fromParticipant` of `webrtc:*`. Times are UTC ms. */
export type CallParticipant = CallMedia & {
  id: string
  userId: string
  name: string
  state: ParticipantState
  /** Why they are not, or no longer, in it; null while they are. */
  reason: CallEndReason | null
  /**
   * Ascends in the order of joining, from 1; null for those who have not joined. Of two participants the one with the higher
   * number (the newcomer) calls the other by PeerJS, and afterwards is the only one who sends `webrtc:offer`.
   */
  order: number | null
  /** The PeerJS id under which the broker relays to them; null until they have one. It changes with `peer:credentials`. */
  peerId: string | null
  isModerator: boolean
  joinedAt: number | null
}

/** A recording that is being made of a call: who makes it, and what the others have said about being in it (ids of users). */
export type CallRecording = { id: string; by: string; agreed: string[]; refused: string[] }

/**
 * A call as its participants see it, always whole: of two with the same id the one with the higher `rev` is newer, the other is
 * dropped. Times are UTC ms by the server's clock; answers say `serverTime` beside it.
 */
export type CallView = {
  id: string
  rev: number
  kind: CallKind
  callType: CallType
  state: CallState
  conversationId: string
  /** The conversation's name; null for a direct call, which is called by the other's name. */
  title: string | null
  /** Who started it. */
  callerId: string
  callerName: string
  startedAt: number
  /** Since when the timer runs; null before. */
  connectedAt: number | null
  endedAt: number | null
  endReason: CallEndReason | null
  recording: CallRecording | null
  /** Those who ring, are in it, or were. Somebody who comes back has the same entry. */
  participants: CallParticipant[]
}

/** The shape of `RTCIceServer`. */
export type IceServer = { urls: string[]; username?: string; credential?: string }

/** How a participant connects: under `peer.id` at the broker (`/peerjs`), with `new RTCPeerConnection({ iceServers, iceTransportPolicy })`. */
export type CallConnection = {
  /** Valid for 10 minutes for opening the broker's socket, and while the person is in the call. */
  peer: { id: string; token: string }
  iceServers: IceServer[]
  /** `relay` if the person hides their address from the others. */
  iceTransportPolicy: 'all' | 'relay'
}

/**
 * The answer to whoever is in the call from now on, in this tab. `participantId` is the caller's own. `connection` is null if
 * the call has already ended (the other is offline, busy or not to be disturbed: `call.endReason`).
 */
export type CallSeat = {
  call: CallView
  participantId: string
  connection: CallConnection | null
  serverTime: number
}

type InCall = { callId: string }
/** An offer or answer (`RTCSessionDescriptionInit`) or a candidate (`RTCIceCandidateInit`), as JSON. */
export type CallSignal = { sdp: string }
export type CandidateSignal = {
  /** The candidate; null or an empty string says that there are no more. */
  candidate: string | null
  sdpMid?: string | null
  sdpMLineIndex?: number | null
  usernameFragment?: string | null
}

/**
 * Events of calls from the browser, all acknowledged. The session determines the user. A call of which the user is no
 * participant is `not_found`; what its state does not allow is `conflict`; without the right, `forbidden`.
 */
export type CallClientEvents = {
  /**
   * Rings the other of a direct conversation, or in a group `userIds` (all members if omitted, which `invalid` refuses where
   * they are more than `maxParticipants`). `userId` instead of `conversationId` opens the direct conversation with that person.
   * The same `clientCallId` (a UUID) again gives the same call. If a call in this conversation is going on or rings the user, the
   * answer is that call, joined or answered (`joined`): invitations that cross are one call.
   */
  'call:invite'(
    payload: {
      conversationId?: string
      userId?: string
      userIds?: string[]
      callType: CallType
      clientCallId: string
      media?: Partial<CallMedia>
    },
    answer: Acknowledge<CallSeat & { joined: boolean }>,
  ): void
  /** The first tab or device of the user that answers has the call; for the others it is `conflict`. */
  'call:answer'(payload: InCall & { media?: Partial<CallMedia> }, answer: Acknowledge<CallSeat>): void
  'call:reject'(payload: InCall, answer: Acknowledge<object>): void
  /** Leaves the call, or cancels it before it is answered. A direct call ends by it. */
  'call:end'(payload: InCall, answer: Acknowledge<object>): void
  /**
   * After a reload or a lost socket: this tab has the call now, under a new peer id, or under `peerId` if it had it there. Whichever tab had it gets `call:ended` with
   * `moved`. `not_found` or `conflict`: it is over for this person.
   */
  'call:resume'(payload: InCall & { peerId?: string }, answer: Acknowledge<CallSeat>): void
  /** Each `callTimes.heartbeat` from the tab that has the call. If `rev` is higher than the known one, ask `call:state`. */
  'call:heartbeat'(
    payload: InCall & { quality?: CallQuality },
    answer: Acknowledge<{ rev: number; serverTime: number }>,
  ): void
  /** The user's unfinished calls, after every connect: those that ring here, and the one they are in (for `call:resume`). */
  'call:state'(payload: object, answer: Acknowledge<{ calls: CallView[]; serverTime: number }>): void
  'call:media'(payload: InCall & Partial<CallMedia>, answer: Acknowledge<object>): void
  /**
   * What this side's `connectionState`s say together. `connected` from both sides starts the timer. `reconnecting` while ICE is
   * restarted. `failed` after three failures: the person leaves, a direct call ends (connection_lost).
   */
  'call:reported-media'(
    payload: InCall & { state: 'connected' | 'reconnecting' | 'failed' },
    answer: Acknowledge<object>,
  ): void
  /** Moderator of a group call. Everybody but the moderator is muted, and only they themselves can undo it. */
  'call:mute-all'(payload: InCall, answer: Acknowledge<{ muted: number }>): void
  /** Moderator of a group call. */
  'call:remove'(payload: InCall & { participantId: string }, answer: Acknowledge<object>): void
  /** Rings more members of the conversation; `conflict` if they would be more than `maxParticipants`. Not in direct calls. */
  'call:invite-more'(payload: InCall & { userIds: string[] }, answer: Acknowledge<{ call: CallView }>): void
  /** The meeting link: joins the call of the conversation that is going on, or begins one that rings nobody. */
  'call:join'(
    payload: { conversationId: string; callType?: CallType; media?: Partial<CallMedia> },
    answer: Acknowledge<CallSeat>,
  ): void
  /** Renegotiation after the first PeerJS call. Relayed only from the tab that has the call, to a participant who is in it. */
  'webrtc:offer'(payload: InCall & { toParticipant: string } & CallSignal, answer: Acknowledge<object>): void
  'webrtc:answer'(payload: InCall & { toParticipant: string } & CallSignal, answer: Acknowledge<object>): void
  'webrtc:ice-candidate'(
    payload: InCall & { toParticipant: string } & CandidateSignal,
    answer: Acknowledge<object>,
  ): void
  /** Begins to record. Everybody is told; whoever makes it records only those who have agreed. `conflict` while it is recorded already. */
  'call:record'(payload: InCall & { hasPicture: boolean }, answer: Acknowledge<{ recordingId: string }>): void
  /** Whoever records, and the moderator. */
  'call:record-stop'(payload: InCall, answer: Acknowledge<object>): void
  /** Agrees to be recorded or not, at any time and as often as one likes. */
  'call:record-answer'(payload: InCall & { agreed: boolean }, answer: Acknowledge<object>): void
  /** What this person says, as their own browser has written it down; shown to the others and stored nowhere. An empty text takes it away. */
  'call:caption'(payload: InCall & { text: string }, answer: Acknowledge<object>): void
  /** A new token and TURN credentials within a call: for the broker under the same `peerId`, without it under a new one, which others see. */
  'peer:credentials'(payload: InCall & { peerId?: string }, answer: Acknowledge<CallConnection>): void
}

type FromParticipant = InCall & { fromParticipant: string; fromUserId: string }

/** Events of calls from the server. `u:` is every tab of a person; "the seat" is the one tab that has the call. */
export type CallServerEvents = {
  /** To `u:` of those who are rung, and with `busy` of those who are in another call and are not rung: it is only said to them. */
  'call:incoming'(incoming: {
    call: CallView
    callerId: string
    callerName: string
    callType: CallType
    serverTime: number
    busy?: true
  }): void
  /** To the seats of the others: somebody has answered or joined. A `call:participants` follows. */
  'call:answered'(answered: InCall & { participantId: string; userId: string }): void
  /** To `u:` of the others who are in it: somebody does not come, because they declined, are busy, offline or do not answer. */
  'call:rejected'(rejected: InCall & { participantId: string; userId: string; reason: CallEndReason }): void
  /**
   * To `u:` of those for whom it is over (the call itself, or their part in it). `answered_elsewhere` to the person's other tabs when one has
   * answered (`declined` to all when one has declined), `moved` to the tab from which another has taken the call.
   */
  'call:ended'(
    ended: InCall & {
      reason: CallEndReason | 'answered_elsewhere' | 'moved'
      /** UTC ms. */
      at: number
      /** Of the connected call; 0 if it never was. */
      durationSeconds: number
    },
  ): void
  /** To `u:` of everybody who rings or is in it, after every change of the call or somebody's part in it. */
  'call:participants'(change: { call: CallView; serverTime: number }): void
  /** To the seat: the moderator has muted everybody. Stop sending sound; the person may switch it on again. */
  'call:muted'(muted: InCall & { byUserId: string }): void
  /** To `u:`: how many missed calls the person has not looked at, whenever that changes. */
  'call:missed'(missed: { missed: number }): void
  /** To the seats of the others: what somebody says, as their browser has written it down. */
  'call:caption'(caption: FromParticipant & { text: string }): void
  'webrtc:offer'(signal: FromParticipant & CallSignal): void
  'webrtc:answer'(signal: FromParticipant & CallSignal): void
  'webrtc:ice-candidate'(signal: FromParticipant & CandidateSignal): void
}
