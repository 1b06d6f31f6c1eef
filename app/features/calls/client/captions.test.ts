import { afterEach, expect, it, vi } from 'vitest'
import { endOf, startCaptions } from './captions.ts'

it('keeps the end of a long caption, from the beginning of a word on', () => {
  expect(endOf('  The slab is poured. ')).toBe('The slab is poured.')
  expect(endOf('The slab is poured', 9)).toBe('is poured')
  expect(endOf('The slab is poured', 8)).toBe('poured')
  expect(endOf('Vesikattorakenne', 4)).toBe('enne')
})

/** What the Web Speech API says of a recogniser: `start` throws while it listens, and it ends by itself, as after an error. */
class Recogniser {
  static all: Recogniser[] = []
  onresult: ((event: object) => void) | null = null
  onerror: ((event: { error: string }) => void) | null = null
  onend: (() => void) | null = null
  lang = ''
  begun = 0
  private listening = false
  constructor() {
    Recogniser.all.push(this)
  }
  start() {
    if (this.listening) throw new DOMException('It listens', 'InvalidStateError')
    this.listening = true
    this.begun += 1
  }
  end(error?: string) {
    if (error) this.onerror?.({ error })
    this.listening = false
    this.onend?.()
  }
  abort() {
    if (this.listening) this.end('aborted')
  }
  hear(...texts: string[]) {
    this.onresult?.({ resultIndex: 0, results: texts.map((transcript) => [{ transcript }]) })
  }
}

function listening() {
  vi.useFakeTimers()
  vi.stubGlobal('SpeechRecognition', Recogniser)
  vi.stubGlobal('document', { documentElement: { lang: 'fi' } })
  const [said, failed] = [vi.fn(), vi.fn()]
  const { stop } = startCaptions({ said, failed })
  return { recogniser: Recogniser.all.at(-1) as Recogniser, said, failed, stop }
}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('says the newest words twice a second at most, in the language of the page', () => {
  const { recogniser, said, stop } = listening()
  expect(recogniser.lang).toBe('fi')
  recogniser.hear('Laatta')
  recogniser.hear('Laatta on', 'valettu')
  expect(said).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  expect(said.mock.calls).toEqual([['Laatta on valettu']])
  vi.advanceTimersByTime(5_000)
  expect(said).toHaveBeenCalledTimes(1)
  stop()
})

it('listens again when the browser has stopped, also after silence, until it is stopped', () => {
  const { recogniser, failed, stop } = listening()
  for (const error of [undefined, 'no-speech']) {
    recogniser.end(error)
    vi.advanceTimersByTime(300)
  }
  expect(recogniser.begun).toBe(3)
  stop()
  vi.advanceTimersByTime(1_000)
  expect(recogniser.begun).toBe(3)
  expect(failed).not.toHaveBeenCalled()
})

it.each(['not-allowed', 'network', 'language-not-supported'])('ends with a word to the person after %s', (error) => {
  const { recogniser, said, failed } = listening()
  recogniser.hear('Laatta')
  recogniser.end(error)
  vi.advanceTimersByTime(1_000)
  expect(recogniser.begun).toBe(1)
  expect(failed).toHaveBeenCalledTimes(1)
  expect(said).not.toHaveBeenCalled()
})
