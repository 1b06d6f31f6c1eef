import sharp from 'sharp'
import { pngChunk } from '#app/platform/files/picture-parts.server.ts'

/** A picture in one colour. `orientation` goes into its EXIF, `place` into its maker field. */
export function picture(
  format: 'jpeg' | 'png' | 'webp' | 'gif',
  { width = 1000, height = 600, orientation = 1, place = 'Somewhere secret' } = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .withExif({ IFD0: { Make: place } })
    .withMetadata({ orientation })
    [format]()
    .toBuffer()
}

/** The beginning of a PNG in RGBA: whoever decodes it finds that its pixels are missing. */
export function pngHeader(width: number, height: number, { bits = 8, interlaced = false } = {}): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, 6, 0, 0, interlaced ? 1 : 0])
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', Buffer.alloc(8)), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/** Audio of some seconds: silence, mono, 8 kHz, 8 bit. */
export function wave(seconds: number): Buffer {
  const size = seconds * 8000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + size, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.writeUInt16LE(value, at)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(size, 40)
  return Buffer.concat([head, Buffer.alloc(size, 128)])
}

function element(id: readonly number[], content: Buffer | string): Buffer {
  const body = Buffer.from(content)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length)
  size[0] = 0x10
  return Buffer.concat([Buffer.from(id), size, body])
}

/** An empty WebM with one audio or video track and no duration, as a recorder starts it. */
export function webm(track: 'audio' | 'video'): Buffer {
  const info = element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], Buffer.from([0x0f, 0x42, 0x40])))
  const entry = Buffer.concat([
    element([0xd7], Buffer.from([1])),
    element([0x73, 0xc5], Buffer.from([1])),
    element([0x83], Buffer.from([track === 'audio' ? 2 : 1])),
    element([0x86], track === 'audio' ? 'A_OPUS' : 'V_VP8'),
    track === 'audio'
      ? element(
          [0xe1],
          Buffer.concat([element([0xb5], Buffer.from('473b8000', 'hex')), element([0x9f], Buffer.from([1]))]),
        )
      : element(
          [0xe0],
          Buffer.concat([element([0xb0], Buffer.from([2, 128])), element([0xba], Buffer.from([1, 224]))]),
        ),
  ])
  const tracks = element([0x16, 0x54, 0xae, 0x6b], element([0xae], entry))
  return Buffer.concat([
    element(
      [0x1a, 0x45, 0xdf, 0xa3],
      Buffer.concat([element([0x42, 0x82], 'webm'), element([0x42, 0x87], Buffer.from([4]))]),
    ),
    element([0x18, 0x53, 0x80, 0x67], Buffer.concat([info, tracks])),
  ])
}

/** The beginning of an empty MP4 file of this brand. */
export const mp4 = (brand = 'isom'): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from(`ftyp${brand}`), Buffer.from([0, 0, 2, 0])])
