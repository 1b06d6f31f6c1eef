import { createReadStream, mkdirSync, statfsSync } from 'node:fs'
import { link, opendir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { env } from '#app/platform/env.server.ts'

/**
 * Where stored files lie, each under a name that is given once and whose content never changes. Everything that reads or writes
 * one goes through this, and nothing else knows of a folder: another implementation (S3, say) needs these and no more.
 * A file is put before the transaction that records it, and removed after the one that forgets it, because a transaction is synchronous.
 */
export type FileStorage = {
  /** A path of this machine where what will be put under `name` is written, and looked into, until then. */
  incomingPath(name: string): string
  /** Stores what was written to `incomingPath(name)`, which is gone from there. */
  put(name: string): Promise<void>
  /** Stores under the name `to` what is stored under `name`. @throws Error if there is nothing */
  copy(name: string, to: string): Promise<void>
  /** Null where there is none. The size is in bytes. */
  stat(name: string): Promise<{ size: number } | null>
  /** The bytes from `start` to `end`, the last one included. */
  read(name: string, range: { start: number; end: number }): Readable
  /** Removes what was stored under `name`, and what came for it; nothing where there is none. */
  remove(name: string): Promise<void>
  /** Removes what came before `time` (UTC epoch ms) and was never put. */
  removeIncoming(time: number): Promise<void>
  /** The names of what was put before `time` (UTC epoch ms). */
  listBefore(time: number): AsyncIterable<string>
  /** How many bytes fit in besides what is there. */
  freeBytes(): number
}

/** What is incoming lies in the same folder, so that putting it is a rename. */
export function diskStorage(folder: string): FileStorage {
  const place = (name: string) => join(folder, name)
  const suffix = '.part'
  async function* namesBefore(time: number): AsyncGenerator<string> {
    mkdirSync(folder, { recursive: true })
    for await (const { name } of await opendir(folder)) {
      const found = await stat(place(name)).catch(() => null)
      if (found?.isFile() && found.mtimeMs < time) yield name
    }
  }
  const incomingPath = (name: string) => {
    mkdirSync(folder, { recursive: true })
    return place(name + suffix)
  }
  return {
    incomingPath,
    put: (name) => rename(incomingPath(name), place(name)),
    async copy(name, to) {
      // What is stored never changes, so that two names can share it. It counts as new, so that nothing takes the copy for a file left behind.
      const now = new Date()
      await utimes(place(name), now, now)
      await link(place(name), place(to))
    },
    async stat(name) {
      const found = await stat(place(name)).catch(() => null)
      return found?.isFile() ? { size: found.size } : null
    },
    read: (name, range) => createReadStream(place(name), range),
    async remove(name) {
      for (const path of [place(name), incomingPath(name)]) await rm(path, { force: true })
    },
    async removeIncoming(time) {
      for await (const name of namesBefore(time)) if (name.endsWith(suffix)) await rm(place(name), { force: true })
    },
    async *listBefore(time) {
      for await (const name of namesBefore(time)) if (!name.endsWith(suffix)) yield name
    },
    freeBytes() {
      mkdirSync(folder, { recursive: true })
      const { bavail, bsize } = statfsSync(folder)
      return bavail * bsize
    },
  }
}

export const fileStorage = diskStorage(env.filesDir)
