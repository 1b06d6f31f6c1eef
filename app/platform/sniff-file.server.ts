import { open } from 'node:fs/promises'
import { extname } from 'node:path'

/** The types that a form accepts, by file extension. None of them can run in a browser. */
export type FileKinds = Readonly<Record<string, string>>

export const imageKinds = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
} satisfies FileKinds

export const documentKinds = {
  ...imageKinds,
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.txt': 'text/plain',
} satisfies FileKinds

/** WebM, MP4 and Ogg can hold video or audio alone; whoever reads their tracks decides which. */
export const mediaKinds = {
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.ogv': 'video/ogg',
  '.m4a': 'audio/mp4',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.wav': 'audio/wav',
} satisfies FileKinds

/** The `accept` attribute of a file input for these types. */
export const acceptOf = (kinds: FileKinds): string => Object.keys(kinds).join(',')

const headBytes = 4096
const tailBytes = 65_536

/** The type of a stored file when its content matches its extension and `kinds` includes it; otherwise null. */
export async function sniffFile(path: string, name: string, kinds: FileKinds): Promise<string | null> {
  const ending = extname(name).toLowerCase()
  const mime = Object.hasOwn(kinds, ending) ? kinds[ending] : undefined
  if (!mime) return null
  const { head, tail } = await endsOf(path)
  return isContentOf(mime, head, tail) ? mime : null
}

/** HTML disguised as a picture. It is harmless as we serve it, but no camera made it. */
const markup = /<(!doctype|html|head|body|script|svg|iframe)\b/i

/** Brands of still pictures in the container that video uses (ISO/IEC 23008-12). */
const pictureBrand = /^(avif|avis|heic|heix|hevc|heim|heis|mif1|msf1)/

function isContentOf(mime: string, head: Buffer, tail: Buffer): boolean {
  const starts = (...bytes: number[]) => head.subarray(0, bytes.length).equals(Buffer.from(bytes))
  const latin = head.toString('latin1')
  if (mime.startsWith('image/') && markup.test(latin)) return false
  switch (mime) {
    case 'image/png':
      return starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
    case 'image/jpeg':
      return starts(0xff, 0xd8, 0xff)
    case 'image/gif':
      return latin.startsWith('GIF87a') || latin.startsWith('GIF89a')
    case 'image/webp':
      return latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP'
    case 'video/mp4':
    case 'audio/mp4':
      return latin.slice(4, 8) === 'ftyp' && !pictureBrand.test(latin.slice(8))
    case 'video/quicktime':
      return latin.startsWith('ftypqt', 4) || /^(moov|mdat|wide|free|skip)/.test(latin.slice(4))
    case 'video/webm':
      return starts(0x1a, 0x45, 0xdf, 0xa3) && latin.slice(0, 64).includes('webm')
    case 'video/ogg':
    case 'audio/ogg':
      return latin.startsWith('OggS\0')
    case 'audio/mpeg':
      return latin.startsWith('ID3') || isMpegFrame(head)
    case 'audio/wav':
      return latin.startsWith('RIFF') && latin.slice(8, 12) === 'WAVE'
    case 'application/pdf':
      return latin.startsWith('%PDF-')
    case 'application/msword':
      return starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
    case 'text/plain':
      return isText(head) && isText(tail)
    default:
      // A zip file whose directory, at its end, lists a Word document.
      return starts(0x50, 0x4b, 0x03, 0x04) && tail.includes('word/document.xml')
  }
}

/** The header of an MPEG audio frame, layer I to III: eleven set bits and no reserved value. */
function isMpegFrame(head: Buffer): boolean {
  const [sync = 0, kind = 0, rate = 0] = head
  const version = (kind >> 3) & 3
  const layer = (kind >> 1) & 3
  return sync === 0xff && kind >> 5 === 7 && version !== 1 && layer !== 0 && rate >> 4 !== 15 && ((rate >> 2) & 3) !== 3
}

/** UTF-8 without control characters. A character cut off at either end is ignored. */
function isText(bytes: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\x00-\x08\x0b\x0e-\x1f\x7f]/.test(text)) return false
  return !text.slice(4, -4).includes('\ufffd')
}

async function endsOf(path: string): Promise<{ head: Buffer; tail: Buffer }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(Math.min(headBytes, size))
    await file.read(head, 0, head.length, 0)
    const tail = Buffer.alloc(Math.min(tailBytes, size))
    await file.read(tail, 0, tail.length, size - tail.length)
    return { head, tail }
  } finally {
    await file.close()
  }
}
