import type { CallSignal, CandidateSignal } from '#app/realtime/protocol/call-events.ts'
import type { PacketCounts } from './quality.ts'

/** Somebody else in the call: `id` is the participant's, `peerId` the broker's for where they are now. */
export type RemotePeer = { id: string; peerId: string }

/** `reconnecting` after the media stopped coming, `lost` once every attempt to get it back has failed. */
export type LinkState = 'connecting' | 'connected' | 'reconnecting' | 'lost'

/** What arrives from one participant: microphone and camera, and the screen. */
export type RemoteMedia = { id: string; state: LinkState; camera: MediaStream | null; screen: MediaStream | null }

/** A message to the other end of a link, after the broker's. */
export type Signal = ({ kind: 'offer' | 'answer' } & CallSignal) | ({ kind: 'candidate' } & CandidateSignal)

/** What a transport needs from outside. */
export type TransportOptions = {
  peer: { id: string; token: string }
  iceServers: RTCIceServer[]
  iceTransportPolicy: RTCIceTransportPolicy
  signal(to: string, signal: Signal): void
  /** A token for the broker that is valid now; null if the server does not answer. */
  freshToken(): Promise<string | null>
  changed(media: RemoteMedia): void
}

/** What is sent beside sound: the picture of the camera and that of the screen, each in the stream that tells them apart. */
export const pictures = ['camera', 'screen'] as const
export type Picture = (typeof pictures)[number]

/** What this end sends. The streams stay the same for the whole call, whatever tracks they have. */
export type LocalMedia = Record<Picture, MediaStream>

/** Carries media between the people of one call. Beyond eight people, a forwarding unit would stand behind the same words. */
export type MediaTransport = {
  /** Reaches the broker. @throws what prevents that */
  open(): Promise<void>
  /** Calls somebody who is present. */
  call(peer: RemotePeer): void
  /** Admits the call of somebody who is known by the server to be in the call. */
  admit(peer: RemotePeer): void
  /** Drops the connection to somebody who has left. */
  drop(id: string): void
  receive(from: string, signal: Signal): void
  setMicrophone(track: MediaStreamTrack): void
  /** Sends another track, or none, as the picture. */
  setPicture(picture: Picture, track: MediaStreamTrack | null): void
  /** What somebody says that they send: a connection that has no place for it is given one. */
  expect(id: string, sends: Record<Picture, boolean>): void
  /** How many people are in the call, oneself included: how much each sends depends on it. */
  setPeople(people: number): void
  /** What each connection has counted, by participant. */
  counts(): Promise<Map<string, PacketCounts>>
  /** How loud each participant is (0–1). */
  levels(): Map<string, number>
  close(): void
}
