import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type SharpOptions } from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { picture } from '#tests/factories/media.ts'
import { stripPicture } from './strip-picture.server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strip-picture-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Format = 'jpeg' | 'png' | 'webp' | 'gif'

const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function strip(content: Buffer, format: Format, orientation = 1) {
  const path = join(folder, 'picture')
  writeFileSync(path, content)
  const told = await stripPicture(path, { mime: `image/${format}`, orientation })
  const kept = readFileSync(path)
  expect(told).toEqual({ size: kept.length, sha256: digest(kept) })
  expect(readdirSync(folder).filter((name) => name !== 'seen')).toEqual(['picture'])
  return kept
}

/** From a file: whoever else tests in this process may have forbidden all other readers. */
function read(content: Buffer, options: SharpOptions = {}) {
  const path = join(folder, 'seen')
  writeFileSync(path, content)
  return sharp(path, { failOn: 'error', ...options })
}
const pixels = async (content: Buffer) => digest(await read(content, { animated: true }).raw().toBuffer())
const secret = 'Somewhere secret'
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secret}</a></x:xmpmeta>`

/** What a camera writes, and programs after it: EXIF with the place, XMP, a colour profile. */
async function photograph(format: Format, { orientation = 1, progressive = false } = {}): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 40 }
  const image = sharp({ create: { width: 90, height: 60, channels: 3, background: 'red', noise } })
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Make: secret }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '60/1 10/1 0/1' } })
    .withXmp(xmp)
    .withIccProfile('p3')
  return (format === 'jpeg' ? image.jpeg({ progressive }) : image[format]()).toBuffer()
}

/** Three frames that go round for ever, with words in it that nobody sees. */
async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = Buffer.concat(['red', 'green', 'blue'].map((_, n) => Buffer.alloc(40 * 40 * 3, n * 80)))
  const image = sharp(frames, { raw: { width: 40, height: 120, channels: 3, pageHeight: 40 } })
  return image
    .withXmp(xmp)
    [format]({ loop: 0, delay: [100, 200, 300] })
    .toBuffer()
}

describe('what does not show goes, and every pixel stays', () => {
  it.each([
    ['jpeg', false],
    ['jpeg', true],
    ['png', false],
    ['webp', false],
  ] as const)('of %s (progressive: %s)', async (format, progressive) => {
    const sent = await photograph(format, { progressive })
    expect(sent.includes(secret)).toBe(true)
    const kept = await strip(sent, format)
    for (const word of [secret, 'xmpmeta', 'Exif\0\0']) expect(kept.includes(word)).toBe(false)
    const { exif, xmp: said, icc, orientation } = await read(kept).metadata()
    expect([exif, said, orientation, Buffer.isBuffer(icc)]).toEqual([undefined, undefined, undefined, true])
    expect(await pixels(kept)).toEqual(await pixels(sent))
  })

  it.each([
    ['jpeg', 6],
    ['png', 3],
    ['webp', 8],
  ] as const)('which side of %s is up stays', async (format, orientation) => {
    const sent = await photograph(format, { orientation })
    const kept = await strip(sent, format, orientation)
    expect(kept.includes(secret)).toBe(false)
    expect((await read(kept).metadata()).orientation).toBe(orientation)
    expect((await read(kept).metadata()).exif?.length).toBeLessThan(40)
    expect(await pixels(kept)).toEqual(await pixels(sent))
    const upright = async (content: Buffer) => digest(await read(content).autoOrient().raw().toBuffer())
    expect(await upright(kept)).toEqual(await upright(sent))
  })

  it.each(['gif', 'webp'] as const)('an animated %s goes on moving as it did', async (format) => {
    let sent = await animation(format)
    // What else a program says in a GIF, before its end.
    if (format === 'gif') {
      const note = Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), Buffer.from(secret), Buffer.from([0])])
      sent = Buffer.concat([sent.subarray(0, -1), note, sent.subarray(-1)])
    }
    expect(sent.includes(secret)).toBe(true)
    const kept = await strip(sent, format)
    expect(kept.includes(secret)).toBe(false)
    const { pages, delay, loop } = await read(kept).metadata()
    expect({ pages, delay, loop }).toEqual({ pages: 3, delay: [100, 200, 300], loop: 0 })
    expect(await pixels(kept)).toEqual(await pixels(sent))
  })

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('what follows the end of a %s, too', async (format) => {
    const sent = await picture(format)
    const kept = await strip(Buffer.concat([sent, Buffer.from(secret)]), format)
    expect(kept.includes(secret)).toBe(false)
    expect(await pixels(kept)).toEqual(await pixels(sent))
  })

  it('the words and the small picture in the segments of a JPEG', async () => {
    const sent = await picture('jpeg', { place: 'nowhere' })
    const segment = (marker: number, body: string | Buffer) => {
      const content = Buffer.from(body)
      return Buffer.concat([Buffer.from([0xff, marker, 0, content.length + 2]), content])
    }
    const small = Buffer.concat([
      Buffer.from('JFIF\0', 'latin1'),
      Buffer.from([1, 1, 0, 0, 1, 0, 1, 2, 1]),
      Buffer.alloc(6, 0x5a),
    ])
    const said = [segment(0xfe, secret), segment(0xed, `Photoshop 3.0\0${secret}`), segment(0xe0, small)]
    const kept = await strip(Buffer.concat([sent.subarray(0, 2), ...said, sent.subarray(2)]), 'jpeg')
    expect([kept.includes(secret), kept.includes('ZZZZ')]).toEqual([false, false])
    expect(await pixels(kept)).toEqual(await pixels(sent))
  })
})

describe('what is no picture is not made one', () => {
  it.each(['jpeg', 'png', 'gif'] as const)('a %s that was cut off', async (format) => {
    const sent = await picture(format)
    await expect(strip(sent.subarray(0, sent.length - 20), format)).rejects.toThrow('too early')
    expect(readdirSync(folder)).toEqual(['picture'])
  })

  it('one in more parts than anybody needs', async () => {
    const sent = await picture('gif', { width: 4, height: 4 })
    const keptAndNot = Buffer.from('21f9040000000000' + '21fe0161' + '00', 'hex')
    const many = Buffer.concat(Array.from({ length: 10_001 }, () => keptAndNot))
    await expect(strip(Buffer.concat([sent.subarray(0, -1), many, sent.subarray(-1)]), 'gif')).rejects.toThrow('parts')
  })
})
