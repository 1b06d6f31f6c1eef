import type { PictureBytes } from './picture-bytes.server.ts'

/** A part of a picture without its metadata: a range of the received file, or bytes that replace some of it. */
export type PicturePart = { from: number; to: number } | Buffer
export type PartsOf = (bytes: PictureBytes, orientation: number) => AsyncGenerator<PicturePart>

/** More parts than any camera or program writes. All are kept in memory. */
const mostParts = 10_000

/**
 * Appends a part, merging it with the last one when they adjoin.
 * @throws Error for too many parts
 */
export function addPart(parts: PicturePart[], part: PicturePart): void {
  const last = parts.at(-1)
  if (last && !Buffer.isBuffer(last) && !Buffer.isBuffer(part) && last.to === part.from) last.to = part.to
  else parts.push(part)
  if (parts.length > mostParts) throw new Error('the picture has too many parts')
}

const upright = 1

/** EXIF with the orientation and nothing else (CIPA DC-008: one short, tag 0x0112). */
function exifOf(orientation: number): Buffer {
  const exif = Buffer.from('4d4d002a000000080001011200030000000100000000000000000000', 'hex').subarray(0, 26)
  exif.writeUInt16BE(orientation, 18)
  return exif
}

const jpeg = { start: 0xd8, end: 0xd9, scan: 0xda, app0: 0xe0, app1: 0xe1, app15: 0xef, comment: 0xfe }
/**
 * The identifiers of application segments that affect the display, by segment number. Other identifiers hold metadata.
 */
const jpegKept = new Map([
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
])
/** Bytes after 0xff that start no segment: an escaped pixel byte, another 0xff, TEM and the restart markers. */
const standsAlone = (byte: number) => byte <= 0x01 || byte === 0xff || (byte >= 0xd0 && byte <= 0xd7)

/**
 * JPEG (ITU-T T.81, annex B). Of its application segments only the colour profile and the colour encoding stay. Data
 * after the end marker (a film, a second picture) is dropped.
 */
export async function* jpegParts(bytes: PictureBytes, orientation: number): AsyncGenerator<PicturePart> {
  yield { from: 0, to: 2 }
  if (orientation !== upright) {
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(orientation)])
    yield Buffer.concat([Buffer.from([0xff, jpeg.app1, 0, exif.length + 2]), exif])
  }
  let scanned: number | null = null
  for (let at = 2; ; ) {
    const found = await nextMarker(bytes, at)
    const marker = (await bytes.at(found, 2))[1] ?? 0
    if (scanned !== null) yield { from: scanned, to: found }
    scanned = null
    if (marker === jpeg.start) throw new Error('the picture contains another picture')
    if (marker === jpeg.end) return yield { from: found, to: found + 2 }
    const length = (await bytes.at(found + 2, 2)).readUInt16BE()
    if (length < 2) throw new Error('a segment is shorter than its length field')
    at = found + 2 + length
    yield* jpegSegment(bytes, marker, { from: found, to: at })
    if (marker === jpeg.scan) scanned = at
  }
}

/** The offset of the next marker that starts a segment or ends the picture. */
function nextMarker(bytes: PictureBytes, from: number): Promise<number> {
  let before = 0
  return bytes.search(from, (stretch, start) => {
    for (let at = 0; at < stretch.length; at++) {
      const byte = stretch[at] ?? 0
      if (before === 0xff && !standsAlone(byte)) return start + at - 1
      before = byte
    }
    return null
  })
}

async function* jpegSegment(
  bytes: PictureBytes,
  marker: number,
  { from, to }: { from: number; to: number },
): AsyncGenerator<PicturePart> {
  const name = (await bytes.at(from + 4, Math.min(12, to - from - 4))).toString('latin1')
  if (marker === jpeg.app0) {
    if (!name.startsWith('JFIF\0')) return
    // The header without the thumbnail that may follow it.
    const head = Buffer.from(await bytes.at(from, 16))
    return yield Buffer.concat([Buffer.from([0xff, jpeg.app0, 0, 16]), head.subarray(4), Buffer.from([0, 0])])
  }
  if (marker === jpeg.comment) return
  const kept = jpegKept.get(marker)
  if (marker >= jpeg.app1 && marker <= jpeg.app15 && !(kept && name.startsWith(kept))) return
  yield { from, to }
}

/** The PNG chunks that affect the display or the animation (W3C PNG, third edition). */
const pngKept = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
)

export async function* pngParts(bytes: PictureBytes, orientation: number): AsyncGenerator<PicturePart> {
  yield { from: 0, to: 8 }
  for (let at = 8; ; ) {
    const head = await bytes.at(at, 8)
    const type = head.toString('latin1', 4)
    const end = at + 12 + head.readUInt32BE()
    if (pngKept.has(type)) yield { from: at, to: end }
    if (type === 'IEND') return
    if (type === 'IHDR' && orientation !== upright) yield pngChunk('eXIf', exifOf(orientation))
    at = end
  }
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(pngCheck(body))
  return Buffer.concat([length, body, check])
}

/** CRC-32 as PNG defines it (annex D). `node:zlib` offers one, but not in the oldest Node version that we support. */
function pngCheck(body: Buffer): number {
  let check = 0xffffffff
  for (const byte of body) {
    check ^= byte
    for (let bit = 0; bit < 8; bit++) check = (check >>> 1) ^ (check & 1 ? 0xedb88320 : 0)
  }
  return ~check >>> 0
}

const webpKept = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L'])
const webpFlags = { xmp: 0x04, exif: 0x08 }

/** WebP (RFC 9649): chunks of even length, after a header with their total length. */
export async function* webpParts(bytes: PictureBytes, orientation: number): AsyncGenerator<PicturePart> {
  const whole = Math.min(bytes.size, 8 + (await bytes.at(4, 4)).readUInt32LE())
  const turned = orientation !== upright
  const parts: PicturePart[] = []
  for (let at = 12; at + 8 <= whole; ) {
    const head = await bytes.at(at, 8)
    const type = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    const end = at + 8 + length + (length % 2)
    if (type === 'VP8X') {
      const chunk = Buffer.from(await bytes.at(at, 18))
      const flags = chunk.readUInt8(8) & ~(webpFlags.xmp | webpFlags.exif)
      chunk.writeUInt8(turned ? flags | webpFlags.exif : flags, 8)
      addPart(parts, chunk)
    } else if (webpKept.has(type)) {
      addPart(parts, { from: at, to: Math.min(end, whole) })
      // The padding byte that makes the length even is sometimes missing.
      if (end === whole + 1) addPart(parts, Buffer.alloc(1))
    }
    at = end
  }
  if (turned) addPart(parts, riffChunk('EXIF', exifOf(orientation)))
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  riff.writeUInt32LE(4 + parts.reduce((sum, part) => sum + partLength(part), 0), 4)
  yield riff
  yield* parts
}

function riffChunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(type, 'latin1'), length, content])
}

export const partLength = (part: PicturePart) => (Buffer.isBuffer(part) ? part.length : part.to - part.from)

const gif = { extension: 0x21, image: 0x2c, end: 0x3b, text: 0x01, control: 0xf9, application: 0xff }
/** Application extensions that stay: the number of repetitions and the colour profile. */
const gifKept = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'])
const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** GIF (89a): its frames, and the extensions that control how they are shown. It has no orientation. */
export async function* gifParts(bytes: PictureBytes): AsyncGenerator<PicturePart> {
  const flags = (await bytes.at(10, 1)).readUInt8()
  let at = 13 + colourTable(flags)
  yield { from: 0, to: at }
  while (at < bytes.size) {
    const kind = (await bytes.at(at, 1)).readUInt8()
    if (kind === gif.end) return yield { from: at, to: at + 1 }
    if (kind === gif.image) {
      const frame = (await bytes.at(at + 9, 1)).readUInt8()
      const end = await afterBlocks(bytes, at + 11 + colourTable(frame))
      yield { from: at, to: end }
      at = end
    } else if (kind === gif.extension) {
      const [label = 0, length = 0] = await bytes.at(at + 1, 2)
      const name = label === gif.application ? (await bytes.at(at + 3, length)).toString('latin1') : ''
      const end = await afterBlocks(bytes, at + 2)
      if (label === gif.text || label === gif.control || gifKept.has(name)) yield { from: at, to: end }
      at = end
    } else throw new Error('a block has an unknown type')
  }
  // Some GIFs lack their end marker, and browsers show them all the same.
  yield Buffer.from([gif.end])
}

/** The offset after the data blocks that start at `from`; an empty block ends them. */
function afterBlocks(bytes: PictureBytes, from: number): Promise<number> {
  let at = from
  return bytes.search(from, (stretch, start) => {
    while (at < start + stretch.length) {
      const length = stretch[at - start] ?? 0
      at += length + 1
      if (length === 0) return at
    }
    return null
  })
}
