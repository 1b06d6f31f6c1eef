import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { picture } from '#tests/factories/media.ts'
import { CostlyPicture, readPictureHeader, writeThumbnail } from './decode-picture.server.ts'

let folder: string
let path: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'decode-picture-'))
  path = join(folder, 'picture')
  writeFileSync(path, await picture('jpeg', { orientation: 6 }))
})
afterAll(() => rmSync(folder, { recursive: true }))

const thumbnail = () => ({ to: join(folder, 'small'), side: 100 })

it.each([
  ['takes too long', { deadline: 0 }],
  ['takes too much memory', { maxMemory: 1 }],
])('a picture that %s fails alone, and the next has a new decoder', async (_, limits) => {
  await expect(writeThumbnail(path, thumbnail(), limits)).rejects.toThrow(CostlyPicture)
  expect(await readPictureHeader(path)).toMatchObject({
    ...{ mediaType: 'image/jpeg', width: 1000, height: 600, upright: { width: 600, height: 1000 } },
    ...{ orientation: 6, channels: 3, depth: 'uchar', isProgressive: false },
  })
  const { size } = await writeThumbnail(path, thumbnail())
  expect(size).toBe(statSync(join(folder, 'small')).size)
})

it('says what is no picture', async () => {
  writeFileSync(path, 'a text')
  await expect(readPictureHeader(path)).rejects.toThrow('unsupported image format')
})
