import { maxCaptionLength } from '#app/realtime/protocol/call-events.ts'

/** What is used of the browser's SpeechRecognition, which TypeScript's library does not know (Web Speech API, section 4). */
type Recognition = {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  abort(): void
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>>; resultIndex: number }) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
}
type Scope = { SpeechRecognition?: new () => Recognition; webkitSpeechRecognition?: new () => Recognition }

const recognizer = () => {
  const scope = globalThis as Scope
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition
}

/** Whether this browser can write down what is said. */
export const canCaption = (): boolean => recognizer() !== undefined

/** What of a long text is still read: its end, from the beginning of a word on. */
export function endOf(text: string, most = maxCaptionLength): string {
  const trimmed = text.trim()
  if (trimmed.length <= most) return trimmed
  const end = trimmed.slice(-most - 1)
  const space = end.indexOf(' ')
  return end.slice(space < 0 ? 1 : space + 1)
}

/** How often a caption is sent while somebody speaks (ms), and how long the last one stays (ms). */
const sendPeriod = 500
export const captionStays = 6_000
/** After how long a browser that has stopped listening is asked again (ms). */
const restartAfter = 300
/** Errors after which the browser listens on as if nothing had been; all others end the captions. */
const passing = ['no-speech', 'aborted']

/**
 * Writes down what this person says, by the browser's own recognition, until it is stopped. It has its own microphone, so it
 * is not to run while the person is muted.
 */
export function startCaptions(on: { said(text: string): void; failed(): void }): { stop(): void } {
  const Recognizer = recognizer()
  let stopped = false
  let latest = ''
  let sent = ''
  const tell = () => {
    if (latest === sent || stopped) return
    sent = latest
    on.said(latest)
  }
  const timer = setInterval(tell, sendPeriod)
  let again: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    stopped = true
    clearInterval(timer)
    clearTimeout(again)
    recognition?.abort()
  }
  function fail() {
    if (stopped) return
    stop()
    on.failed()
  }
  const recognition = Recognizer ? new Recognizer() : null
  if (recognition) {
    recognition.lang = document.documentElement.lang
    recognition.continuous = true
    recognition.interimResults = true
    recognition.onresult = ({ results, resultIndex }) => {
      const heard = Array.from(results).slice(resultIndex)
      latest = endOf(heard.map((each) => each[0]?.transcript ?? '').join(' '))
    }
    recognition.onerror = ({ error }) => {
      if (!passing.includes(error)) fail()
    }
    recognition.onend = () => {
      if (!stopped) again = setTimeout(begin, restartAfter)
    }
  }
  function begin() {
    try {
      recognition?.start()
    } catch {
      fail()
    }
  }
  begin()
  return { stop }
}
