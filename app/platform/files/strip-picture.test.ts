import { createHook } from 'node:async_hooks'
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

/** Reads from a file, as the decoder of uploads does. */
function read(content: Buffer, options: SharpOptions = {}) {
  const path = join(folder, 'seen')
  writeFileSync(path, content)
  return sharp(path, { failOn: 'error', ...options })
}
const pixels = async (content: Buffer) => digest(await read(content, { animated: true }).raw().toBuffer())
const secret = 'Somewhere secret'
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secret}</a></x:xmpmeta>`

const segment = (marker: number, body: string | Buffer) => {
  const content = Buffer.from(body)
  return Buffer.concat([Buffer.from([0xff, marker, 0, content.length + 2]), content])
}
/** An extension of a GIF: its label and blocks. */
const extension = (label: number, ...blocks: string[]) =>
  Buffer.concat([
    Buffer.from([0x21, label]),
    ...blocks.map((block) => Buffer.concat([Buffer.from([block.length]), Buffer.from(block)])),
    Buffer.alloc(1),
  ])
const within = (content: Buffer, at: number, ...more: Buffer[]) =>
  Buffer.concat([content.subarray(0, at), ...more, content.subarray(at)])

/** A picture as cameras and editors write it: EXIF with the location, XMP, a colour profile. */
async function photograph(format: Format, { orientation = 1, progressive = false } = {}): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 40 }
  const image = sharp({ create: { width: 90, height: 60, channels: 3, background: 'red', noise } })
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Make: secret }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '60/1 10/1 0/1' } })
    .withXmp(xmp)
    .withIccProfile('p3')
  return (format === 'jpeg' ? image.jpeg({ progressive }) : image[format]()).toBuffer()
}

/** Three frames that repeat for ever, with invisible metadata. */
async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = Buffer.concat(['red', 'green', 'blue'].map((_, n) => Buffer.alloc(40 * 40 * 3, n * 80)))
  const image = sharp(frames, { raw: { width: 40, height: 120, channels: 3, pageHeight: 40 } })
  return image
    .withXmp(xmp)
    [format]({ loop: 0, delay: [100, 200, 300] })
    .toBuffer()
}

describe('metadata goes, and every pixel stays', () => {
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

  it.each(['gif', 'webp'] as const)('an animated %s keeps its animation', async (format) => {
    let sent = await animation(format)
    // Metadata that another program adds before the GIF's end.
    if (format === 'gif') sent = within(sent, -1, extension(0xfe, secret))
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
    const small = Buffer.concat([
      Buffer.from('JFIF\0', 'latin1'),
      Buffer.from([1, 1, 0, 0, 1, 0, 1, 2, 1]),
      Buffer.alloc(6, 0x5a),
    ])
    const said = [segment(0xfe, secret), segment(0xed, `Photoshop 3.0\0${secret}`), segment(0xe0, small)]
    const kept = await strip(within(sent, 2, ...said), 'jpeg')
    expect([kept.includes(secret), kept.includes('ZZZZ')]).toEqual([false, false])
    expect(await pixels(kept)).toEqual(await pixels(sent))
  })

  it.each([
    [0xed, 'Adobe_Photoshop2.5:'],
    [0xe1, 'Adobe'],
    [0xee, 'ICC_PROFILE'],
    [0xed, 'ICC_PROFILE'],
  ])('what has the name of something kept, in another segment (%i, %s)', async (marker, name) => {
    const sent = await picture('jpeg')
    const kept = await strip(within(sent, 2, segment(marker, `${name}\0${secret}`)), 'jpeg')
    expect(kept.includes(secret)).toBe(false)
    expect(await pixels(kept)).toEqual(await pixels(sent))
  })

  it('how a JPEG in four inks keeps its colours stays', async () => {
    const sent = await read(await photograph('jpeg'))
      .toColourspace('cmyk')
      .withXmp(xmp)
      .jpeg()
      .toBuffer()
    expect([sent.includes('Adobe'), sent.includes(secret)]).toEqual([true, true])
    const kept = await strip(sent, 'jpeg')
    expect([kept.includes('Adobe'), kept.includes(secret)]).toEqual([true, false])
    expect((await read(kept).metadata()).space).toBe('cmyk')
    expect(await pixels(kept)).toEqual(await pixels(sent))
  })

  it('what stands behind a marker of a JPEG that has no length', async () => {
    const sent = await picture('jpeg')
    const kept = await strip(within(sent, 2, Buffer.from('ff01', 'hex'), segment(0xfe, secret)), 'jpeg')
    expect(kept).toEqual(await strip(sent, 'jpeg'))
  })

  it('the extensions of a GIF that nobody knows', async () => {
    const sent = await animation('gif')
    const said = [extension(0xce, secret), extension(0xff, 'MGK8BIM0000', secret), extension(0x00, secret)]
    const kept = await strip(within(sent, -1, ...said), 'gif')
    expect(kept.includes(secret)).toBe(false)
    expect(kept).toEqual(await strip(sent, 'gif'))
  })

  it('but not the words that a GIF shows', async () => {
    const shown = extension(0x01, '\0'.repeat(12), 'for all')
    expect((await strip(within(await picture('gif'), -1, shown), 'gif')).includes(shown)).toBe(true)
  })
})

/** Two megabytes of a repeated pattern. */
const much = (hex: string) => Buffer.alloc(2_000_000 - (2_000_000 % (hex.length / 2)), hex, 'hex')
const riff = (content: Buffer, ...more: Buffer[]) => {
  const whole = Buffer.concat([content, ...more])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}
const [known, unknown] = ['414c504800000000', '6161616100000000']

/** Counts the promises that `work` creates; each is a turn that all other work waits for. */
async function promises(work: () => Promise<unknown>): Promise<number> {
  let made = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'PROMISE') made++
    },
  }).enable()
  await work().finally(() => hook.disable())
  return made
}

describe('the cost of a picture depends on its size, however it is structured', () => {
  it.each(['ff', 'ff00', 'ffd0'])('a JPEG whose scan is nothing but %s', async (hex) => {
    const sent = within(await picture('jpeg'), -2, much(hex))
    expect(await promises(() => strip(sent, 'jpeg'))).toBeLessThan(5_000)
  })

  it('a GIF in blocks of one byte', async () => {
    const blocks = Buffer.concat([Buffer.from('21fe', 'hex'), much('0161'), Buffer.alloc(1)])
    const sent = await picture('gif')
    expect(await promises(() => strip(within(sent, -1, blocks), 'gif'))).toBeLessThan(5_000)
  })

  it.each([
    ['jpeg', 'words', (sent: Buffer) => within(sent, 2, much('fffe0002'))],
    ['gif', 'words', (sent: Buffer) => within(sent, -1, much('21fe00'))],
    ['webp', 'chunks that are kept', (sent: Buffer) => riff(sent, much(known))],
    ['webp', 'chunks that are not', (sent: Buffer) => riff(sent, much(unknown))],
    ['png', 'chunks', (sent: Buffer) => within(sent, 33, much(`00000000${unknown}`))],
  ] as const)('a %s of empty %s', async (format, _what, make) => {
    await expect(strip(make(await picture(format)), format)).rejects.toThrow('steps')
  })

  it('a WebP in too many parts is left where they are too many', async () => {
    const sent = riff(await picture('webp'), much(known + unknown))
    const count = await promises(() => expect(strip(sent, 'webp')).rejects.toThrow('parts'))
    expect(count).toBeLessThan(150_000)
  })
})

describe('what is not a picture is refused', () => {
  it.each(['jpeg', 'png', 'gif'] as const)('a %s that was cut off', async (format) => {
    const sent = await picture(format)
    await expect(strip(sent.subarray(0, sent.length - 20), format)).rejects.toThrow('too early')
    expect(readdirSync(folder)).toEqual(['picture'])
  })

  it.each([0, 1])('a JPEG with a segment of length %i', async (length) => {
    const sent = within(await picture('jpeg'), 2, Buffer.from([0xff, 0xfe, 0, length]))
    await expect(strip(sent, 'jpeg')).rejects.toThrow('shorter than')
  })

  it('a picture in too many parts', async () => {
    const sent = await picture('gif', { width: 4, height: 4 })
    const keptAndNot = Buffer.from('21f9040000000000' + '21fe0161' + '00', 'hex')
    const many = Buffer.concat(Array.from({ length: 10_001 }, () => keptAndNot))
    await expect(strip(Buffer.concat([sent.subarray(0, -1), many, sent.subarray(-1)]), 'gif')).rejects.toThrow('parts')
  })
})
