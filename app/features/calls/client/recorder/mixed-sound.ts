import type { RecordedPerson } from './call-recorder.ts'

/** The sound of everybody who is recorded in one track, limited so that several who speak at once do not clip. */
export function mixedSound(context: AudioContext) {
  const out = context.createMediaStreamDestination()
  const limiter = context.createDynamicsCompressor()
  limiter.threshold.value = -6
  limiter.ratio.value = 20
  limiter.attack.value = 0.003
  limiter.connect(out)
  // Without any source Chromium records no sound at all, and the track of the file is missing.
  const silence = context.createConstantSource()
  silence.offset.value = 0
  silence.connect(limiter)
  silence.start()
  const sources = new Map<MediaStreamTrack, MediaStreamAudioSourceNode>()
  return {
    track: out.stream.getAudioTracks()[0] as MediaStreamTrack,
    /** Takes in whoever has agreed, drops whoever has not, and follows a microphone that was changed. */
    follow(people: readonly RecordedPerson[]) {
      const tracks = new Set<MediaStreamTrack>(people.flatMap(({ camera }) => camera?.getAudioTracks() ?? []))
      for (const [track, source] of sources) {
        if (tracks.has(track)) continue
        source.disconnect()
        sources.delete(track)
      }
      for (const track of tracks) {
        if (sources.has(track)) continue
        const source = context.createMediaStreamSource(new MediaStream([track]))
        source.connect(limiter)
        sources.set(track, source)
      }
    },
    close() {
      for (const source of sources.values()) source.disconnect()
      sources.clear()
      silence.stop()
      limiter.disconnect()
    },
  }
}
