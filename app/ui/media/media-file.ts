/** A file as players and viewers show it. Its URL is `/files/{id}`, its thumbnail's `/files/{id}?size=small`. */
export type MediaFile = {
  id: string
  name: string
  mime: string
  size: number
  kind: 'image' | 'video' | 'audio' | 'document'
  width: number | null
  height: number | null
  durationMs: number | null
  waveform: number[] | null
  thumbnail: boolean
  voice: boolean
}

export type FileSize = { unit: 'b' | 'kb' | 'mb'; value: number }

/** A size for people: whole bytes, then KB and MB with one decimal below ten. */
export function fileSizeOf(bytes: number): FileSize {
  if (bytes < 1024) return { unit: 'b', value: bytes }
  // A size that would round to 1024 KB becomes 1 MB.
  const kilobytes = short(bytes / 1024)
  if (kilobytes < 1024) return { unit: 'kb', value: kilobytes }
  return { unit: 'mb', value: short(bytes / 1024 ** 2) }
}

const short = (value: number) => (value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value))

/** The length or position of a recording as `m:ss`, in full seconds. */
export function clockOf(ms: number): string {
  const seconds = Number.isFinite(ms) ? Math.max(0, Math.floor(ms / 1000)) : 0
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export type Size = { width: number; height: number }

/** The size of a image scaled down to fit a box, never enlarged. */
export function fitInto(size: Size, box: Size): Size {
  const scale = Math.min(1, box.width / size.width, box.height / size.height)
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) }
}
