import { setImmediate } from 'node:timers/promises'
import { type Database, openSnapshot } from './client.server.ts'

/** A long read that yields after every slice, which takes a few milliseconds. */
export type Slices<T> = Generator<void, T>

/** Reads all slices at once, from one snapshot. */
export function readAtOnce<T>(db: Database, read: (db: Database) => Slices<T>): T {
  return db.transaction(
    () => {
      const slices = read(db)
      for (;;) {
        const { done, value } = slices.next()
        if (done) return value
      }
    },
    { behavior: 'deferred' },
  )
}

/**
 * Reads slice after slice, while others are served and may change the database: all slices see what it was when the first one began.
 * Returns null if the database was closed meanwhile.
 */
export async function readInSlices<T>(db: Database, read: (db: Database) => Slices<T>): Promise<T | null> {
  const snapshot = openSnapshot(db)
  // A database in memory has no snapshots.
  if (!snapshot) return readAtOnce(db, read)
  try {
    const slices = read(snapshot.db)
    for (;;) {
      const { done, value } = slices.next()
      if (done) return value
      await setImmediate()
      if (!snapshot.db.$client.open) return null
    }
  } finally {
    snapshot.close()
  }
}
