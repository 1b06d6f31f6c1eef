import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PictureBytes } from './picture-bytes.server.ts'
import {
  addPart,
  gifParts,
  jpegParts,
  type PartsOf,
  type PicturePart,
  partLength,
  pngParts,
  webpParts,
} from './picture-parts.server.ts'

const formats: Readonly<Record<string, PartsOf>> = {
  'image/jpeg': jpegParts,
  'image/png': pngParts,
  'image/webp': webpParts,
  'image/gif': gifParts,
}

/**
 * Removes what a picture does not show: where, when and by whom it was taken, the device, and thumbnails of earlier
 * versions. Pixels are copied unchanged, so that nothing is lost and animations keep moving; the colour profile and
 * orientation stay. Replaces the file at `path`, reading it in small pieces whatever its size, and returns its new size
 * and hash.
 * @throws Error when the file is not structured like a picture of this type
 */
export async function stripPicture(
  path: string,
  { mime, orientation }: { mime: string; orientation: number },
): Promise<{ size: number; sha256: string }> {
  const partsOf = formats[mime]
  if (!partsOf) throw new Error(`Cannot strip ${mime}`)
  const clean = `${path}.clean.part`
  try {
    const parts = await readParts(path, partsOf, orientation)
    const hash = createHash('sha256')
    let size = 0
    const counted = Readable.from(contentOf(path, parts), { objectMode: false }).on('data', (chunk: Buffer) => {
      hash.update(chunk)
      size += chunk.length
    })
    await pipeline(counted, createWriteStream(clean, { flags: 'wx', mode: 0o600 }))
    await rename(clean, path)
    return { size, sha256: hash.digest('hex') }
  } finally {
    await rm(clean, { force: true })
  }
}

async function readParts(path: string, partsOf: PartsOf, orientation: number): Promise<PicturePart[]> {
  const file = await open(path, 'r')
  try {
    const bytes = new PictureBytes(file, (await file.stat()).size)
    const parts: PicturePart[] = []
    for await (const part of partsOf(bytes, orientation)) addPart(parts, part)
    for (const part of parts) {
      if (!Buffer.isBuffer(part) && part.to > bytes.size) throw new Error('the picture ends too early')
    }
    return parts
  } finally {
    await file.close()
  }
}

async function* contentOf(path: string, parts: readonly PicturePart[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) yield part
    else if (partLength(part) > 0) yield* createReadStream(path, { start: part.from, end: part.to - 1 })
  }
}
