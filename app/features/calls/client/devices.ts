import { callObstacle, MediaUnavailable, mediaErrorCause } from './media-errors.ts'

export type MediaWish = { microphoneId: string; cameraId: string; video: boolean }
/** `cameraError` if the camera was wanted and could not be opened while the microphone could. */
export type OpenedMedia = { stream: MediaStream; cameraError: unknown }

const speech = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
const picture = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } }

/**
 * Opens the chosen microphone and, if wanted, the camera. A chosen device that is no longer there is replaced by the browser's own
 * choice, and a camera that cannot be opened is left out.
 * @throws MediaUnavailable, or the browser's error of the microphone
 */
export async function openMedia({ microphoneId, cameraId, video }: MediaWish): Promise<OpenedMedia> {
  requireMedia()
  const audio = { ...speech, ...chosen(microphoneId) }
  if (!video) return { stream: await open({ audio }), cameraError: null }
  try {
    return { stream: await open({ audio, video: { ...picture, ...chosen(cameraId) } }), cameraError: null }
  } catch (cameraError) {
    // One question to the user is enough: refused is refused for both.
    if (mediaErrorCause(cameraError) === 'permission') {
      if ((await permissionOf('microphone')) !== 'granted') throw cameraError
    }
    return { stream: await open({ audio }), cameraError }
  }
}

/** Opens one device anew. @throws MediaUnavailable, or the browser's error */
export async function openTrack(kind: 'audio' | 'video', deviceId: string): Promise<MediaStreamTrack> {
  requireMedia()
  const wanted =
    kind === 'audio' ? { audio: { ...speech, ...chosen(deviceId) } } : { video: { ...picture, ...chosen(deviceId) } }
  const [track] = (await open(wanted)).getTracks()
  if (!track) throw new DOMException('No track', 'NotFoundError')
  return track
}

function requireMedia(): void {
  const obstacle = callObstacle(window)
  if (obstacle) throw new MediaUnavailable(obstacle)
}

const chosen = (deviceId: string) => (deviceId ? { deviceId: { ideal: deviceId } } : {})
const open = (wanted: MediaStreamConstraints) => navigator.mediaDevices.getUserMedia(wanted)

async function permissionOf(name: 'microphone' | 'camera'): Promise<PermissionState | null> {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state
  } catch {
    return null
  }
}

export type DeviceList = { microphones: MediaDeviceInfo[]; cameras: MediaDeviceInfo[] }

export const noDevices: DeviceList = { microphones: [], cameras: [] }

/** The devices of this computer. They have names only once one of them was opened. */
export async function listDevices(): Promise<DeviceList> {
  if (!navigator.mediaDevices?.enumerateDevices) return noDevices
  const all = await navigator.mediaDevices.enumerateDevices()
  const of = (kind: MediaDeviceKind) => all.filter((device) => device.kind === kind && device.deviceId !== '')
  return { microphones: of('audioinput'), cameras: of('videoinput') }
}

/** Calls `changed` with the devices now, and whenever one is plugged in or out. Returns a function that stops it. */
export function followDevices(changed: (devices: DeviceList) => void): () => void {
  const tell = () => void listDevices().then(changed, () => {})
  tell()
  navigator.mediaDevices?.addEventListener('devicechange', tell)
  return () => navigator.mediaDevices?.removeEventListener('devicechange', tell)
}

export function stopTracks(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
