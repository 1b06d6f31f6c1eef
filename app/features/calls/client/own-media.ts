import { openMedia, openTrack, stopTracks } from './devices.ts'
import { loadChoices } from './media-choices.ts'
import type { LocalMedia } from './media-transport.ts'

/** One's own microphone, camera and screen during a call. */
export type OwnMedia = {
  local: LocalMedia
  /** Why there is no camera although it was wanted; null otherwise. */
  cameraError: unknown
  mute(muted: boolean): void
  /** Replaces the microphone by the chosen one. @throws the browser's error */
  changeMicrophone(): Promise<MediaStreamTrack>
  /** Opens the chosen camera, or switches it off, so that its light goes out. @throws the browser's error */
  changeCamera(on: boolean): Promise<MediaStreamTrack | null>
  /** Shows another screen, or none. */
  changeScreen(track: MediaStreamTrack | null): void
  release(): void
}

/** Opens the devices that the person has chosen. @throws MediaUnavailable, or the browser's error of the microphone */
export async function openOwnMedia({
  video,
  unplugged,
}: {
  video: boolean
  /** A device is gone: its track has ended by itself. */
  unplugged(kind: 'audio' | 'video'): void
}): Promise<OwnMedia> {
  const { stream: camera, cameraError } = await openMedia({ ...loadChoices(), video })
  const screen = new MediaStream()
  let muted = false
  const gone = ({ currentTarget }: Event) => unplugged((currentTarget as MediaStreamTrack).kind as 'audio' | 'video')
  const watch = (track: MediaStreamTrack) => track.addEventListener('ended', gone)
  camera.getTracks().forEach(watch)

  function swap(stream: MediaStream, kind: 'audio' | 'video', track: MediaStreamTrack | null) {
    for (const before of stream.getTracks()) {
      if (before.kind !== kind || before === track) continue
      before.removeEventListener('ended', gone)
      before.stop()
      stream.removeTrack(before)
    }
    if (track) stream.addTrack(track)
  }

  return {
    local: { camera, screen },
    cameraError,
    mute(next) {
      muted = next
      for (const track of camera.getAudioTracks()) track.enabled = !muted
    },
    async changeMicrophone() {
      const track = await openTrack('audio', loadChoices().microphoneId)
      track.enabled = !muted
      watch(track)
      swap(camera, 'audio', track)
      return track
    },
    async changeCamera(on) {
      const track = on ? await openTrack('video', loadChoices().cameraId) : null
      if (track) watch(track)
      swap(camera, 'video', track)
      return track
    },
    changeScreen: (track) => swap(screen, 'video', track),
    release() {
      swap(camera, 'audio', null)
      stopTracks(camera)
      stopTracks(screen)
    },
  }
}
