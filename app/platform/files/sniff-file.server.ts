import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileTypeFromFile } from 'file-type'

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

/** What people at a site hand each other: documents, tables, drawings (IANA's names), and several files as one. */
export const workKinds = {
  ...documentKinds,
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.dwg': 'image/vnd.dwg',
  '.dxf': 'image/vnd.dxf',
  '.zip': 'application/zip',
} satisfies FileKinds

/** Tables to read prices or lines from. */
export const tableKinds = { '.csv': 'text/csv', '.xlsx': workKinds['.xlsx'] } satisfies FileKinds

/** Tables, and address books: vCards. */
export const contactKinds = {
  ...tableKinds,
  '.txt': 'text/csv',
  '.tsv': 'text/csv',
  '.vcf': 'text/vcard',
} satisfies FileKinds

/** Statements of banks: XML, and tables under either ending. */
export const statementKinds = {
  '.xml': 'application/xml',
  '.camt': 'application/xml',
  '.csv': 'text/csv',
  '.txt': 'text/csv',
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

/**
 * The type of a stored file when its content matches its extension and `kinds` includes it; otherwise null. file-type tells the
 * type of the content. Ours are the comparison with the extension, the refusal of markup in pictures, and plain text, which has
 * no signature.
 */
export async function sniffFile(path: string, name: string, kinds: FileKinds): Promise<string | null> {
  const ending = extname(name).toLowerCase()
  const mime = Object.hasOwn(kinds, ending) ? kinds[ending] : undefined
  if (!mime) return null
  const { head, tail } = await endsOf(path)
  if (mime === 'text/plain') return isText(head) && isText(tail) ? mime : null
  // In whatever encoding its program writes: whoever reads it decides.
  if (mime === 'text/csv' || mime === 'text/vcard' || mime === 'application/xml')
    return !isUtf16(head) && [head, tail].some((part) => hasControls(part.toString('latin1'))) ? null : mime
  const latin = head.toString('latin1')
  // Like plain text, most of them have no signature.
  if (mime === workKinds['.dxf']) return drawing.test(latin) ? mime : null
  if (mime.startsWith('image/') && markup.test(latin)) return null
  if (pictureBrand.test(latin.slice(4))) return null
  // Players skip padding between the tags and the first frame; file-type does not.
  if (mime === 'audio/mpeg' && latin.startsWith('ID3')) return mime
  const found = (await fileTypeFromFile(path))?.mime.split(';')[0] ?? ''
  return found === mime || sameContainer.some((types) => types.includes(mime) && types.includes(found)) ? mime : null
}

/**
 * Types in one container, told apart later by their tracks. In the last two rows the second is file-type's name for content
 * of the first.
 */
const sameContainer = [
  ['video/mp4', 'audio/mp4', 'video/x-m4v', 'audio/x-m4a', 'video/3gpp', 'video/3gpp2'],
  ['video/ogg', 'audio/ogg', 'application/ogg'],
  ['image/png', 'image/apng'],
  ['application/msword', 'application/x-cfb'],
]

/**
 * How a drawing for exchange begins (AutoCAD DXF Reference, "General DXF File Structure" and "Binary DXF Files"): with its first section,
 * which comments (group 999) may precede, or with the sentinel of the binary form.
 */
const drawing = /^(AutoCAD Binary DXF\r\n|(\xef\xbb\xbf)?(\s*999\r?\n[^\r\n]*\r?\n)*\s*0\s*\r?\n\s*SECTION\s*\r?\n)/

/** HTML disguised as a picture. It is harmless as we serve it, but no camera made it. */
const markup = /<(!doctype|html|head|body|script|svg|iframe)\b/i

/** Brands of still pictures in the container that video uses (ISO/IEC 23008-12); file-type takes some of them for video. */
const pictureBrand = /^ftyp(avif|avis|heic|heix|hevc|heim|heis|mif1|msf1)/

/** UTF-8 without control characters. A character cut off at either end is ignored. */
function isText(bytes: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(bytes)
  if (hasControls(text)) return false
  return !text.slice(4, -4).includes('\ufffd')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const hasControls = (text: string): boolean => /[\x00-\x08\x0b\x0e-\x1f\x7f]/.test(text)

/** By its byte order mark. */
const isUtf16 = ([one, two]: Buffer): boolean => (one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff)

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
