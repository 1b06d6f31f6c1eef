import { holdAudioContext } from '#app/features/calls/client/sound-level.ts'
import { mixedSound } from './mixed-sound.ts'
import { composedPicture, frameRate } from './picture.ts'
import { pieceSender } from './piece-sender.ts'

/** Somebody who has agreed to be recorded. `camera` is their microphone and, if it is on, their camera. */
export type RecordedPerson = { name: string; camera: MediaStream | null; screen: MediaStream | null }

export type CallRecorder = { id: string; stop(): void }

/** What is recorded, in pieces of so many ms: a crash loses as much. */
export type Wanted = {
  /** Where the pieces are sent to. */
  address: string
  people(): RecordedPerson[]
  /** The server takes no more, in its words if it said why. */
  failed(message: string | null): void
  mimeType: string
  pieceLength: number
  options: MediaRecorderOptions & { videoKeyFrameIntervalDuration?: number }
}

const pictureTypes = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus']
const soundType = 'audio/webm;codecs=opus'

/** Records a call: those people who are listed by `people` at each moment. */
export function recordCall(
  id: string,
  hasPicture: boolean,
  people: Wanted['people'],
  failed: Wanted['failed'],
): CallRecorder {
  const mimeType = hasPicture ? pictureTypes.find((type) => MediaRecorder.isTypeSupported(type)) : soundType
  if (!mimeType) throw new DOMException('cannot record', 'NotSupportedError')
  const options = { videoBitsPerSecond: 600_000, audioBitsPerSecond: 40_000 }
  const address = `/calls/recordings/${id}/pieces`
  return { id, ...record({ address, people, failed, mimeType, pieceLength: 1_000, options }) }
}

/** Records people in one picture and one sound, and sends what is recorded to the server as it comes. */
export function record({ address, people, failed, mimeType, pieceLength, options }: Wanted): { stop(): void } {
  const held = holdAudioContext('sound')
  if (!held) throw new DOMException('cannot record', 'NotSupportedError')
  const { context, release } = held
  const sound = mixedSound(context)
  const picture = mimeType.startsWith('video/') ? composedPicture(people) : null
  const sender = pieceSender(address, (message) => {
    stop()
    failed(message)
  })
  const stream = new MediaStream([...(picture ? [picture.track] : []), sound.track])
  const recorder = new MediaRecorder(stream, { mimeType, ...options })
  const clock = new Worker(new URL('./clock.worker.ts', import.meta.url), { type: 'module' })
  clock.onmessage = () => {
    sound.follow(people())
    picture?.draw()
  }
  clock.postMessage(picture ? 1_000 / frameRate : 250)
  sound.follow(people())
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) sender.add(data)
  }
  recorder.onstop = () => sender.finish()
  recorder.start(pieceLength)

  function stop() {
    if (recorder.state !== 'inactive') recorder.stop()
    clock.terminate()
    sound.close()
    release()
    picture?.close()
    picture?.track.stop()
  }
  return { stop }
}
