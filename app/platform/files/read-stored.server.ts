import { buffer } from 'node:stream/consumers'
import { fileStorage } from './file-storage.server.ts'

/** The bytes of a small stored file of `size` bytes, which its caller has bounded. */
export const readStored = ({ storedAs, size }: { storedAs: string; size: number }): Promise<Buffer> =>
  buffer(fileStorage.read(storedAs, { start: 0, end: size - 1 }))
