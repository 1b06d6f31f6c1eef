import { setImmediate } from 'node:timers/promises'
import { type XmlElement, XmlError, XmlReader } from './xml-reader.ts'

/** What XML is written in. Anything else is refused. */
const encodings: Readonly<Record<string, string>> = {
  ...{
    'utf-8': 'utf-8',
    utf8: 'utf-8',
    'us-ascii': 'utf-8',
    'iso-8859-1': 'windows-1252',
    'iso-8859-15': 'iso-8859-15',
  },
  'windows-1252': 'windows-1252',
}

/**
 * How the bytes of a document are encoded, from its byte order mark or its declaration, UTF-8 by default (XML 1.0, appendix F).
 * @throws XmlError for another encoding
 */
export function xmlEncoding(start: Uint8Array): string {
  const [one, two] = start
  if (one === 0xff && two === 0xfe) return 'utf-16le'
  if (one === 0xfe && two === 0xff) return 'utf-16be'
  if (one === 0x3c && two === 0) return 'utf-16le'
  if (one === 0 && two === 0x3c) return 'utf-16be'
  const head = new TextDecoder('latin1').decode(start.subarray(0, 200))
  const declared = /^(?:ï»¿)?<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  const known = Object.hasOwn(encodings, declared) ? encodings[declared] : undefined
  if (!known) throw new XmlError('encoding', 1)
  return known
}

/** Small enough that others are served between two pieces. */
const pieceSize = 32_768

/**
 * Reads a document as it arrives, and serves others meanwhile: after each piece of 32 KB it gives way.
 * @param onPiece is called with the bytes that have been read, between two pieces
 * @throws XmlError
 */
export async function readXml(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onElement?: ConstructorParameters<typeof XmlReader>[0],
  onPiece: (bytes: number) => void = () => {},
): Promise<XmlElement> {
  const reader = new XmlReader(onElement)
  let decoder: TextDecoder | null = null
  let bytes = 0
  for await (const chunk of source) {
    decoder ??= new TextDecoder(xmlEncoding(chunk), { fatal: true, ignoreBOM: false })
    for (let at = 0; at < chunk.length; at += pieceSize) {
      const piece = chunk.subarray(at, at + pieceSize)
      reader.write(decoded(decoder, piece))
      bytes += piece.length
      onPiece(bytes)
      await setImmediate()
    }
  }
  reader.write(decoded(decoder))
  return reader.end()
}

function decoded(decoder: TextDecoder | null, piece?: Uint8Array): string {
  try {
    return decoder?.decode(piece, { stream: piece !== undefined }) ?? ''
  } catch {
    throw new XmlError('encoding', 0)
  }
}
