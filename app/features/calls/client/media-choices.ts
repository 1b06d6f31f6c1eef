/** What a person has chosen for calls in this browser. An empty device id is the browser's own choice. */
export type MediaChoices = {
  microphoneId: string
  cameraId: string
  /** 0–100. */
  volume: number
  shortcuts: boolean
}

const key = 'call-media'

export const defaultChoices: MediaChoices = {
  microphoneId: '',
  cameraId: '',
  volume: 50,
  shortcuts: true,
}

/** What is stored, with the defaults for whatever is missing or not readable. */
export function readChoices(stored: string | null): MediaChoices {
  const found = parse(stored)
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : '')
  const flag = (value: unknown, initial: boolean) => (typeof value === 'boolean' ? value : initial)
  const volume =
    typeof found.volume === 'number' && Number.isFinite(found.volume) ? found.volume : defaultChoices.volume
  return {
    microphoneId: text(found.microphoneId),
    cameraId: text(found.cameraId),
    volume: Math.min(100, Math.max(0, Math.round(volume))),
    shortcuts: flag(found.shortcuts, defaultChoices.shortcuts),
  }
}

function parse(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export const loadChoices = (): MediaChoices => readChoices(localStorage.getItem(key))

export function saveChoices(changes: Partial<MediaChoices>): MediaChoices {
  const next = { ...loadChoices(), ...changes }
  localStorage.setItem(key, JSON.stringify(next))
  return next
}
