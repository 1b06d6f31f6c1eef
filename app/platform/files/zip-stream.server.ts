import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { fileStorage } from './file-storage.server.ts'

/** What a ZIP holds under a name: a text, or a stored file. `mtime` in UTC ms. */
export type ZipEntry = { name: string; mtime: number } & ({ text: string } | { storedAs: string; size: number })

/** A ZIP of more needs the ZIP64 format, which fflate does not write. */
export const maxZipBytes = 3_900_000_000

/** A name for a file in a ZIP, which no program takes for another folder, a device or a hidden file (`..`, `C:`, `.name`). */
export const zipName = (name: string): string =>
  name.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, '_').replace(/^\.+/, '_') || '_'

/**
 * The bytes of a ZIP with these entries, in order. Each file is read as the reader takes the bytes, so that memory holds a piece of one
 * file, however large they are. Texts are compressed; files are stored, because most are compressed already.
 */
export async function* zipBytes(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  const taken = () => {
    const bytes = written
    written = []
    return bytes
  }
  for (const entry of entries) {
    const file = 'text' in entry ? new ZipDeflate(entry.name) : new ZipPassThrough(entry.name)
    file.mtime = entry.mtime
    zip.add(file)
    if ('text' in entry) file.push(new TextEncoder().encode(entry.text), true)
    else {
      if (entry.size > 0)
        for await (const piece of fileStorage.read(entry.storedAs, { start: 0, end: entry.size - 1 })) {
          file.push(piece as Uint8Array)
          yield* taken()
        }
      file.push(new Uint8Array(), true)
    }
    yield* taken()
  }
  zip.end()
  yield* taken()
}
