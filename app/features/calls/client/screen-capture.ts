type Size = { width?: number; height?: number }
type Window = {
  innerWidth: number
  innerHeight: number
  outerWidth: number
  outerHeight: number
  devicePixelRatio: number
}

/** As a window is captured with or without its frame, and sizes are rounded. */
const tolerance = 2

/** Whether what is shared has the size of this very window, and would show the call within itself. */
export function looksLikeOwnWindow({ width, height }: Size, window: Window): boolean {
  if (!width || !height) return false
  const same = (one: number, other: number) => Math.abs(one - other) <= tolerance
  return [1, window.devicePixelRatio].some(
    (ratio) =>
      (same(width, window.innerWidth * ratio) && same(height, window.innerHeight * ratio)) ||
      (same(width, window.outerWidth * ratio) && same(height, window.outerHeight * ratio)),
  )
}

/** The browser's own options of the picker, which TypeScript's library does not know. */
const options = { selfBrowserSurface: 'exclude', surfaceSwitching: 'include', monitorTypeSurfaces: 'include' }

/** Lets the person choose a screen, a window or a tab. @throws the browser's error, also if they choose none */
export async function openScreen(): Promise<MediaStreamTrack> {
  if (!navigator.mediaDevices?.getDisplayMedia) throw new DOMException('No screen capture', 'NotSupportedError')
  const wanted = { video: { frameRate: { max: 15 } }, audio: false, ...options }
  const [track] = (await navigator.mediaDevices.getDisplayMedia(wanted)).getVideoTracks()
  if (!track) throw new DOMException('No track', 'NotFoundError')
  // Text is to stay sharp.
  track.contentHint = 'detail'
  return track
}
