import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { fullDisk, invalid } from '#app/platform/errors.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'

/** How a WebM file begins (RFC 8794, section 11.2.1). */
const ebml = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])

/**
 * Writes a piece of a recording at its place, before it is counted: what a crash leaves behind is written again.
 * @throws AppError invalid for what is not the beginning of a WebM file; storage_full on a full disk.
 */
export async function writePiece(storedAs: string, bytes: Uint8Array, position: number): Promise<void> {
  if (bytes.length === 0) return
  // Chromium's first piece may be a single byte.
  if (position === 0 && !ebml.subarray(0, bytes.length).equals(bytes.subarray(0, 4)))
    throw invalid('calls:refused.notWebm')
  try {
    const file = await open(fileStorage.incomingPath(storedAs), constants.O_WRONLY | constants.O_CREAT, 0o600)
    try {
      await file.write(bytes, 0, bytes.length, position)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw fullDisk(error) ?? error
  }
}
