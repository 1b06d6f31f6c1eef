import { holdAudioContext } from './sound-level.ts'

/** Notes in Hz with their lengths in seconds (0 Hz is a pause), repeated until stopped. */
const melodies = {
  /** Somebody calls. */
  ringing: [
    [660, 0.18],
    [0, 0.06],
    [880, 0.18],
    [0, 0.06],
    [990, 0.3],
    [0, 1.8],
  ],
  /** It rings at the other end: 425 Hz, one second in five, as in most of Europe. */
  calling: [
    [425, 1],
    [0, 4],
  ],
} as const

const loudness = 0.12

/** Plays a tone until the returned function is called. Silent where the browser wants a click first. */
export function playTone(name: keyof typeof melodies): () => void {
  const held = holdAudioContext('sound')
  if (!held) return () => {}
  const { context } = held
  const gain = context.createGain()
  gain.gain.value = 0
  const oscillator = context.createOscillator()
  oscillator.connect(gain).connect(context.destination)
  oscillator.start()
  const melody = melodies[name]
  const length = melody.reduce((sum, [, seconds]) => sum + seconds, 0)
  function play() {
    let at = context.currentTime + 0.02
    for (const [pitch, seconds] of melody) {
      if (pitch > 0) {
        oscillator.frequency.setValueAtTime(pitch, at)
        gain.gain.setTargetAtTime(loudness, at, 0.01)
        gain.gain.setTargetAtTime(0, at + seconds - 0.03, 0.015)
      }
      at += seconds
    }
  }
  play()
  const timer = setInterval(play, length * 1_000)
  return () => {
    clearInterval(timer)
    oscillator.stop()
    gain.disconnect()
    held.release()
  }
}
