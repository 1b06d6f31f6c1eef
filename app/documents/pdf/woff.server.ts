import { inflateSync } from 'node:zlib'

/** Lengths of the header and of an entry of the directory: of a WOFF file, and of the font that it packs (SFNT). */
const woff = { header: 44, entry: 20 }
const sfnt = { header: 12, entry: 16 }

/** A font out of its WOFF file (WOFF File Format 1.0, W3C): once, natively. The library would do it in JavaScript for each document, 40 ms a font. */
export function unpackWoff(packed: Buffer): Buffer {
  const count = packed.readUInt16BE(12)
  const directory = Buffer.alloc(sfnt.header + count * sfnt.entry)
  packed.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  const parts: Uint8Array[] = [directory]
  let end = directory.length
  for (let index = 0; index < count; index++) {
    const entry = woff.header + index * woff.entry
    const [start, stored, length] = [4, 8, 12].map((at) => packed.readUInt32BE(entry + at)) as [number, number, number]
    const table = packed.subarray(start, start + stored)
    const into = sfnt.header + index * sfnt.entry
    packed.copy(directory, into, entry, entry + 4)
    packed.copy(directory, into + 4, entry + 16, entry + 20)
    directory.writeUInt32BE(end, into + 8)
    directory.writeUInt32BE(length, into + 12)
    const whole = stored < length ? inflateSync(table) : table
    const padding = Buffer.alloc(-length & 3)
    parts.push(whole, padding)
    end += length + padding.length
  }
  return Buffer.concat(parts)
}
