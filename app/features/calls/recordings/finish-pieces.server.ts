// verb-rule: finishes what has been recorded, which was checked and audited when it began
import { createHash } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { stat, truncate, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Context } from '#app/features/accounts/context.ts'
import { recordFile } from '#app/features/files/insert-file.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { writeSeekableWebm } from './seekable-webm.server.ts'

/** What has come of a recording. It is at most `maxMs` long. */
type Pieces = { storedAs: string; bytes: number; maxMs: number }
export type MadeFile = { storedAs: string; size: number; sha256: string; durationMs: number }

/**
 * Makes of the pieces of a recording a file in which players can seek, and stores by `store` that it is there, or with null that nothing has come.
 * One that fails is empty, so that it does not come up again and again, and so is one in which the server was killed: `areLeft` says that
 * its pieces stay, and have to be counted (`recordLeft`).
 */
export async function finishPieces(
  pieces: Pieces,
  store: (made: MadeFile | null, areLeft: boolean) => void,
): Promise<void> {
  // The name of the finished file, so that a crash in between leaves the pieces as they are.
  const made = `${pieces.storedAs}f`
  try {
    const durationMs = await remux(pieces, made)
    const file = durationMs === null ? null : { storedAs: made, durationMs, ...(await measure(made)) }
    if (file) await fileStorage.put(made)
    store(file, false)
  } catch (error) {
    logger.error({ err: error, storedAs: pieces.storedAs }, 'a recording could not be finished')
    await fileStorage.remove(made)
    // Its pieces stay until the next run of the job that deletes files, for whoever can still make something of them.
    store(null, true)
    return
  }
  await fileStorage.remove(pieces.storedAs)
}

/** The row of such a file, which belongs to whoever made the recording. Returns its id. */
export function recordMade(
  tx: Transaction,
  { now }: Context,
  recording: { startedBy: string; companyId: string | null; startedAt: number; hasPicture: boolean },
  { storedAs, size, sha256 }: MadeFile,
  subject: { type: 'call_recording' | 'broadcast'; id: string },
): string {
  const { startedBy, companyId, startedAt, hasPicture } = recording
  const id = newId()
  const name = `${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ').replace(':', '.')}.webm`
  const row = { id, name, mime: hasPicture ? 'video/webm' : 'audio/webm', size, sha256, thumbnailSize: 0, storedAs }
  recordFile(tx, { userId: startedBy, companyId, now }, row, subject)
  return id
}

/**
 * The row of the pieces of a recording that could not be finished. They count in the quotas of whoever made it until they are deleted:
 * otherwise recordings that cannot be finished would fill the disk.
 */
export function recordLeft(
  tx: Transaction,
  { now }: Context,
  {
    startedBy,
    companyId,
    storedAs,
    bytes,
  }: Pick<Pieces, 'storedAs' | 'bytes'> & {
    startedBy: string
    companyId: string | null
  },
  subjectId: string,
): void {
  const pieces = {
    id: newId(),
    name: 'pieces.webm',
    mime: 'video/webm',
    size: bytes,
    thumbnailSize: 0,
    sha256: '',
    storedAs,
  }
  recordFile(tx, { userId: startedBy, companyId, now }, pieces, { type: 'removed', id: subjectId })
}

async function remux({ storedAs, bytes, maxMs }: Pieces, made: string): Promise<number | null> {
  const from = fileStorage.incomingPath(storedAs)
  const there = await stat(from).catch(() => null)
  if (!there || bytes === 0) return null
  // A piece that was written and not counted was sent again, or never belonged to it.
  if (there.size > bytes) await truncate(from, bytes)
  const to = fileStorage.incomingPath(made)
  // Says that it has been tried, and fails if it has been before.
  await writeFile(to, '', { flag: 'wx', mode: 0o600 })
  // A server that is told to stop tries again when it is back.
  const forget = () => rmSync(to, { force: true })
  process.once('exit', forget)
  try {
    return await writeSeekableWebm({ from, to, bytes, maxMs })
  } finally {
    process.off('exit', forget)
  }
}

async function measure(made: string): Promise<{ size: number; sha256: string }> {
  const path = fileStorage.incomingPath(made)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { size: (await stat(path)).size, sha256: hash.digest('hex') }
}
