import { levelOf } from './waveform.ts'

/** Recording formats in order of preference, with their file extensions. */
const formats = [
  ['audio/webm;codecs=opus', 'audio/webm', 'webm'],
  ['audio/mp4', 'audio/mp4', 'm4a'],
  ['audio/ogg;codecs=opus', 'audio/ogg', 'ogg'],
] as const

export type Microphone = {
  /** The current loudness, 0–1. */
  level(): number
  pause(): void
  resume(): void
  /** Ends the recording and passes it to `onEnd`. */
  stop(): void
  /** Releases the microphone in any state. */
  release(): void
}

/**
 * Opens the microphone and starts recording. Rejects with the browser's error when permission, device or API is
 * missing.
 */
export async function openMicrophone(onEnd: (file: File) => void, onError: () => void): Promise<Microphone> {
  const format = formats.find(([mime]) => MediaRecorder.isTypeSupported(mime))
  if (!format) throw new DOMException('No known recording format', 'NotSupportedError')
  const [mimeType, type, ending] = format
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  try {
    const meter = meterOf(stream)
    const recorder = new MediaRecorder(stream, { mimeType })
    const parts: Blob[] = []
    const release = () => {
      for (const track of stream.getTracks()) track.stop()
      meter.close()
    }
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.onstop = () => {
      release()
      onEnd(new File(parts, `voice-${fileTime(new Date())}.${ending}`, { type }))
    }
    recorder.onerror = () => {
      release()
      onError()
    }
    recorder.start(1000)
    return {
      level: meter.level,
      pause: () => recorder.state === 'recording' && recorder.pause(),
      resume: () => recorder.state === 'paused' && recorder.resume(),
      stop: () => recorder.state !== 'inactive' && recorder.stop(),
      release() {
        recorder.onstop = null
        recorder.onerror = null
        if (recorder.state !== 'inactive') recorder.stop()
        release()
      },
    }
  } catch (error) {
    for (const track of stream.getTracks()) track.stop()
    throw error
  }
}

function meterOf(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const bytes = new Uint8Array(analyser.fftSize)
  return {
    level() {
      analyser.getByteTimeDomainData(bytes)
      return levelOf(bytes)
    },
    close() {
      if (context.state !== 'closed') void context.close()
    },
  }
}

/** The time in a file name, in sortable form: `20261121-140530`. */
function fileTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`
}
