import { audioContext } from '#app/features/calls/client/sound-level.ts'
import { mixedSound } from './mixed-sound.ts'
import { composedPicture, frameRate } from './picture.ts'
import { pieceSender } from './piece-sender.ts'

/** Somebody who has agreed to be recorded. `camera` is their microphone and, if it is on, their camera. */
export type RecordedPerson = { name: string; camera: MediaStream | null; screen: MediaStream | null }

export type CallRecorder = { id: string; stop(): void }

/** How long a piece is (ms): a crash loses as much. */
const pieceLength = 1_000
const bitRates = { videoBitsPerSecond: 600_000, audioBitsPerSecond: 40_000 }
const pictureTypes = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus']
const soundType = 'audio/webm;codecs=opus'

/** Records those people of a call who are listed by `people` at each moment, and sends what is recorded to the server as it comes. */
export function recordCall(
  id: string,
  hasPicture: boolean,
  people: () => RecordedPerson[],
  failed: (message: string | null) => void,
): CallRecorder {
  const context = audioContext()
  const mimeType = hasPicture ? pictureTypes.find((type) => MediaRecorder.isTypeSupported(type)) : soundType
  if (!context || !mimeType) throw new DOMException('cannot record', 'NotSupportedError')
  const sound = mixedSound(context)
  const picture = hasPicture ? composedPicture(people) : null
  const sender = pieceSender(id, (message) => {
    stop()
    failed(message)
  })
  const stream = new MediaStream([...(picture ? [picture.track] : []), sound.track])
  const recorder = new MediaRecorder(stream, { mimeType, ...bitRates })
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
    picture?.close()
    picture?.track.stop()
  }
  return { id, stop }
}
