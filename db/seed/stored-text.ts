import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'

/** A text, stored like an upload. */
export const storedText = (name: string, text: string): Promise<CheckedFile> =>
  stored(name, 'text/plain', Buffer.from(text))

/** A picture that is drawn as an SVG, stored like an uploaded photo. */
export async function storedPhoto(name: string, svg: string): Promise<CheckedFile> {
  return stored(name, 'image/jpeg', await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer())
}

async function stored(name: string, mime: string, content: Buffer): Promise<CheckedFile> {
  const storedAs = randomBytes(24).toString('hex')
  writeFileSync(fileStorage.incomingPath(storedAs), content)
  await fileStorage.put(storedAs)
  return {
    field: 'files',
    name,
    mime,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    storedAs,
    keep: () => undefined,
  }
}
