import type { BroadcastFormat } from '#db/vocabulary/broadcasts.ts'
import { mimeTypes } from './formats.ts'
import { towardsLive } from './live-edge.ts'

type Piece = { isStart: boolean; bytes: ArrayBuffer; taken: () => void }

/** How much of what was played is kept (s); pieces between two times that it is let go. */
const [keptBehind, trimEvery] = [10, 40]

/** Safari's own on a phone, which lends memory only while the picture is seen. */
const mediaSource = (): typeof MediaSource | undefined =>
  (globalThis as { ManagedMediaSource?: typeof MediaSource }).ManagedMediaSource ?? globalThis.MediaSource

/** Whether this browser can watch a broadcast of this format. */
export const canWatch = (format: BroadcastFormat): boolean => mediaSource()?.isTypeSupported(mimeTypes[format]) ?? false

/**
 * Plays the pieces of a broadcast as they come, at most a few seconds behind. A piece counts as taken once the browser has it.
 * `failed` is called when it cannot go on; then make another player.
 */
export function livePlayer(video: HTMLVideoElement, format: BroadcastFormat, failed: () => void) {
  const Source = mediaSource()
  if (!Source) throw new DOMException('no media source', 'NotSupportedError')
  const source = new Source()
  const address = URL.createObjectURL(source)
  const waiting: Piece[] = []
  let buffer: SourceBuffer | null = null
  let appending: Piece | null = null
  let sinceTrim = 0
  video.disableRemotePlayback = true
  video.src = address
  source.addEventListener('sourceopen', () => {
    buffer = source.addSourceBuffer(mimeTypes[format])
    buffer.addEventListener('updateend', appended)
    next()
  })
  const failing = () => failed()
  video.addEventListener('error', failing)

  function appended() {
    appending?.taken()
    appending = null
    keepUp()
    next()
  }
  function next() {
    if (!buffer || buffer.updating || source.readyState !== 'open') return
    if (sinceTrim >= trimEvery && trim(buffer)) return
    const piece = waiting.shift()
    if (!piece) return
    appending = piece
    sinceTrim += 1
    try {
      // What was left out may have ended anywhere, even within a picture.
      if (piece.isStart) buffer.abort()
      buffer.appendBuffer(piece.bytes)
    } catch {
      failed()
    }
  }
  function trim(from: SourceBuffer): boolean {
    sinceTrim = 0
    const until = video.currentTime - keptBehind
    if (from.buffered.length === 0 || from.buffered.start(0) >= until) return false
    from.remove(0, until)
    return true
  }
  function keepUp() {
    const { buffered } = buffer ?? {}
    if (!buffered || buffered.length === 0 || video.paused || video.seeking) return
    const last = buffered.length - 1
    const { jump, rate } = towardsLive(
      { from: buffered.start(last), to: buffered.end(last), at: video.currentTime },
      video.playbackRate,
    )
    if (jump !== null) video.currentTime = jump
    if (video.playbackRate !== rate) video.playbackRate = rate
  }
  video.addEventListener('play', keepUp)
  return {
    add(piece: Piece) {
      if (piece.isStart) for (const late of waiting.splice(0)) late.taken()
      waiting.push(piece)
      next()
    },
    close() {
      video.removeEventListener('error', failing)
      video.removeEventListener('play', keepUp)
      buffer?.removeEventListener('updateend', appended)
      for (const piece of waiting.splice(0)) piece.taken()
      appending?.taken()
      video.removeAttribute('src')
      video.load()
      URL.revokeObjectURL(address)
    },
  }
}
