import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'

/** A text, stored like an upload. */
export async function storedText(name: string, text: string): Promise<CheckedFile> {
  const content = Buffer.from(text)
  const storedAs = randomBytes(24).toString('hex')
  writeFileSync(fileStorage.incomingPath(storedAs), content)
  await fileStorage.put(storedAs)
  return {
    field: 'files',
    name,
    mime: 'text/plain',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    storedAs,
    keep: () => undefined,
  }
}
