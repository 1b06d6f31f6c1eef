/** The elements of WebM that are looked into or looked at (RFC 9559, section 5.1); all others are passed over by their size. */
const ids = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  simpleBlock: 0xa3,
} as const
const entered: readonly number[] = [ids.segment, ids.cluster, ids.tracks, ids.trackEntry]
/** Of these the first bytes of the content are needed: a number, or a block's track, time and flags. */
const looked: readonly number[] = [ids.trackNumber, ids.trackType, ids.simpleBlock]
/** An id of 4 bytes, a size of 8, and a block's header of at most 8 + 2 + 1. */
const mostAtOnce = 23
const isVideo = 1
const keyframe = 0x80

/** Where the first cluster begins, before which is what every viewer needs, or where a cluster begins that can be shown without earlier ones. */
export type WebmMark = { kind: 'header' | 'key'; at: number }

/**
 * Finds in a WebM stream, which comes in pieces cut anywhere, where somebody can begin to watch: at a cluster whose first picture is a
 * keyframe (WebM byte stream format of Media Source Extensions, section 4). Positions count from the beginning of the stream. Nothing is decoded,
 * and no more than a few bytes are kept.
 */
export class WebmScanner {
  #rest = new Uint8Array()
  /** The position of the first byte of `#rest`. */
  #at = 0
  #skip = 0
  #cluster: number | null = null
  #hasHeader = false
  #entry: { number: number | null; type: number | null } = { number: null, type: null }
  #video: number | null = null

  scan(piece: Uint8Array): WebmMark[] {
    const marks: WebmMark[] = []
    const bytes = joined(this.#rest, piece)
    let index = 0
    for (;;) {
      const skipped = Math.min(this.#skip, bytes.length - index)
      index += skipped
      this.#skip -= skipped
      if (this.#skip > 0 || index >= bytes.length) break
      const read = this.#element(bytes, index, marks)
      if (read === null) break
      index += read
    }
    this.#rest = bytes.slice(index)
    this.#at += index
    // What is no WebM has no element here, ever.
    if (this.#rest.length > mostAtOnce) throw new RangeError('this is not WebM')
    return marks
  }

  /** Reads the head of the element at `index`; returns its length, or null if it has not come whole. */
  #element(bytes: Uint8Array, index: number, marks: WebmMark[]): number | null {
    const id = numberAt(bytes, index, 4, false)
    const size = id && numberAt(bytes, index + id.length, 8, true)
    if (!id || !size) return null
    const head = id.length + size.length
    const isEntered = entered.includes(id.value)
    if (!isEntered && size.isUnknown) throw new RangeError('this is not WebM')
    if (id.value === ids.cluster) {
      this.#cluster = this.#at + index
      if (!this.#hasHeader) marks.push({ kind: 'header', at: this.#cluster })
      this.#hasHeader = true
    }
    if (id.value === ids.trackEntry) this.#entry = { number: null, type: null }
    if (isEntered) return head
    if (looked.includes(id.value)) {
      const needed = Math.min(size.value, 11)
      if (bytes.length < index + head + needed) return null
      this.#look(id.value, bytes.subarray(index + head, index + head + needed), marks)
    }
    this.#skip = size.value
    return head
  }

  #look(id: number, content: Uint8Array, marks: WebmMark[]): void {
    if (id === ids.simpleBlock) return this.#block(content, marks)
    const value = content.reduce((sum, byte) => sum * 256 + byte, 0)
    if (id === ids.trackNumber) this.#entry.number = value
    else this.#entry.type = value
    if (this.#entry.type === isVideo && this.#entry.number !== null) this.#video ??= this.#entry.number
  }

  /** Whether a cluster can be shown by itself is known from its first picture. */
  #block(content: Uint8Array, marks: WebmMark[]): void {
    const track = numberAt(content, 0, 8, true)
    if (this.#cluster === null || !track || track.value !== this.#video) return
    const flags = content[track.length + 2] ?? 0
    if ((flags & keyframe) !== 0) marks.push({ kind: 'key', at: this.#cluster })
    this.#cluster = null
  }
}

/** A number of variable length (RFC 8794, section 4), whose first byte says how long it is. An id keeps the bit that says so. */
function numberAt(bytes: Uint8Array, index: number, most: number, isSize: boolean) {
  const first = bytes[index]
  if (first === undefined) return null
  const length = Math.clz32(first) - 23
  if (length > most) throw new RangeError('this is not WebM')
  if (bytes.length < index + length) return null
  let value = isSize ? first & (0xff >> length) : first
  let isUnknown = value === 0xff >> length
  for (let next = index + 1; next < index + length; next += 1) {
    value = value * 256 + (bytes[next] ?? 0)
    isUnknown &&= bytes[next] === 0xff
  }
  return { value, length, isUnknown: isSize && isUnknown }
}

/** Pieces in one. */
export function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
