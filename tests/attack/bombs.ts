// Pictures that are small as files and huge, or long, when decoded.
import { once } from 'node:events'
import { createDeflate } from 'node:zlib'
import sharp from 'sharp'
import { pngChunk } from '#app/platform/files/picture-parts.server.ts'
import { picture } from '#tests/factories/media.ts'

export type Bomb = { name: string; file: string; mime: string; make: () => Promise<Buffer> }

/** The start of each of the seven passes of an interlaced PNG, and the steps between its pixels: x, y, Δx, Δy. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** A black PNG, 16 bit with transparency and interlaced, that takes 8 bytes per pixel to decode, all at once. */
async function interlacedPng(width: number, height: number): Promise<Buffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([16, 6, 0, 0, 1], 8)
  let left = 0
  for (const [x, y, stepX, stepY] of passes) {
    const columns = Math.ceil(Math.max(0, width - x) / stepX)
    const rows = Math.ceil(Math.max(0, height - y) / stepY)
    if (columns > 0) left += rows * (1 + columns * 8)
  }
  const deflate = createDeflate()
  const parts: Buffer[] = []
  deflate.on('data', (part: Buffer) => parts.push(part))
  const zeros = Buffer.alloc(1_000_000)
  for (; left > 0; left -= zeros.length)
    if (!deflate.write(zeros.subarray(0, Math.min(left, zeros.length)))) await once(deflate, 'drain')
  deflate.end()
  await once(deflate, 'end')
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [pngChunk('IHDR', head), pngChunk('IDAT', Buffer.concat(parts)), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' }, limitInputPixels: false })

/** A small JPEG whose frame header (SOF) claims to be larger. */
async function lyingJpeg(width: number, height: number): Promise<Buffer> {
  const file = await picture('jpeg')
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]))
  file.writeUInt16BE(height, frame + 5)
  file.writeUInt16BE(width, frame + 7)
  return file
}

/** A small WebP whose frame header (VP8) claims to be larger. */
async function lyingWebp(width: number, height: number): Promise<Buffer> {
  const file = await blank(600, 400).webp().toBuffer()
  const frame = file.indexOf(Buffer.from([0x9d, 0x01, 0x2a]))
  file.writeUInt16LE(width, frame + 3)
  file.writeUInt16LE(height, frame + 5)
  return file
}

/** The pixels of a GIF in one colour: LZW whose every code is one pixel longer than the one before. */
function gifPixels(count: number): Buffer {
  const bytes: number[] = []
  let [bits, filled] = [0, 0]
  const put = (code: number, width: number) => {
    bits |= code << filled
    for (filled += width; filled >= 8; filled -= 8) {
      bytes.push(bits & 0xff)
      bits >>>= 8
    }
  }
  const [clear, end, first, most] = [4, 5, 6, 4095]
  let width = 3
  for (let left = count; left > 0; ) {
    put(clear, width)
    width = 3
    put(0, width)
    left -= 1
    for (let code = first; code <= most && left > 0; code += 1) {
      width = Math.max(3, 32 - Math.clz32(code))
      put(code, width)
      left -= code - first + 2
    }
  }
  put(end, width)
  put(0, 7)
  const blocks: Buffer[] = [Buffer.from([2])]
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255)
    blocks.push(Buffer.from([block.length, ...block]))
  }
  return Buffer.concat([...blocks, Buffer.from([0])])
}

function gif(width: number, height: number, frames = 1): Buffer {
  const size = (wide: number, high: number) => Buffer.from([wide & 255, wide >> 8, high & 255, high >> 8])
  const head = [Buffer.from('GIF89a'), size(width, height), Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]
  const frame = Buffer.concat([
    Buffer.from([0x2c, 0, 0, 0, 0]),
    size(width, height),
    Buffer.from([0]),
    gifPixels(width * height),
  ])
  return Buffer.concat([...head, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])])
}

/** Each beyond the limits, or the costliest within them, in every format that is decoded, and one that is not. */
export const bombs: Bomb[] = [
  { name: 'PNG of 64 000 000 × 1', file: 'png', mime: 'image/png', make: () => interlacedPng(64_000_000, 1) },
  { name: 'PNG of 8 000 × 8 000', file: 'png', mime: 'image/png', make: () => interlacedPng(8000, 8000) },
  { name: 'JPEG that claims 65 000 × 65 000', file: 'jpg', mime: 'image/jpeg', make: () => lyingJpeg(65_000, 65_000) },
  {
    name: 'progressive JPEG of 6 400 × 6 400',
    file: 'jpg',
    mime: 'image/jpeg',
    make: () => blank(6400, 6400).jpeg({ progressive: true }).toBuffer(),
  },
  { name: 'GIF of 5 600 × 5 600', file: 'gif', mime: 'image/gif', make: async () => gif(5600, 5600) },
  { name: 'GIF of 50 000 frames', file: 'gif', mime: 'image/gif', make: async () => gif(8, 8, 50_000) },
  { name: 'WebP that claims 16 000 × 4 000', file: 'webp', mime: 'image/webp', make: () => lyingWebp(16_000, 4000) },
  {
    name: 'WebP of 6 000 × 6 000',
    file: 'webp',
    mime: 'image/webp',
    make: () => blank(6000, 6000).webp({ effort: 0 }).toBuffer(),
  },
  {
    name: 'AVIF, which is not accepted',
    file: 'avif',
    mime: 'image/avif',
    make: () => blank(64, 64).avif().toBuffer(),
  },
]
