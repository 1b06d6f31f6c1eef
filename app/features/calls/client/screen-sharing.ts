import type { CallMedia } from '#app/realtime/protocol/call-events.ts'
import type { CallEvent, CurrentCall } from './call-state.ts'
import { mediaErrorCause } from './media-errors.ts'
import type { MediaTransport } from './media-transport.ts'
import type { OwnMedia } from './own-media.ts'

type Inside = {
  own(): OwnMedia | null
  transport(): MediaTransport | null
  current(): CurrentCall | null
  dispatch(event: CallEvent): void
  tell(changes: Partial<CallMedia>): void
  failed(error: unknown): void
}

/** The screen that this tab shares in its call. */
export function screenSharing({ own, transport, current, dispatch, tell, failed }: Inside) {
  function showScreen(track: MediaStreamTrack | null) {
    own()?.changeScreen(track)
    transport()?.setPicture('screen', track)
    dispatch({ type: 'shown', confirmingScreen: false })
    tell({ screen: track !== null })
    // The browser has its own button to stop sharing.
    if (track) track.onended = () => own()?.local.screen.getVideoTracks()[0] === track && showScreen(null)
  }
  return {
    /** Lets the person choose a screen; one that seems to be this window waits for `confirmScreen`. */
    async shareScreen(looksLikeSelf: (track: MediaStreamTrack) => boolean, open: () => Promise<MediaStreamTrack>) {
      let track: MediaStreamTrack
      try {
        track = await open()
      } catch (error) {
        // Choosing nothing is no failure.
        if (mediaErrorCause(error) !== 'permission') failed(error)
        return
      }
      if (!current()?.participantId) return track.stop()
      if (!looksLikeSelf(track)) return showScreen(track)
      own()?.changeScreen(track)
      dispatch({ type: 'shown', confirmingScreen: true })
    },
    confirmScreen(wanted: boolean) {
      showScreen(wanted ? (own()?.local.screen.getVideoTracks()[0] ?? null) : null)
    },
    stopScreen: () => showScreen(null),
  }
}
