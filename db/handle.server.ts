import { env, orExit } from '#app/platform/env.server.ts'
import type { Database } from './client.server.ts'
import { type DataFolder, openDataFolder } from './data-folder.server.ts'

const holder = globalThis as { groundworkDatabase?: Database; groundworkFolder?: DataFolder }

/** The process's single database handle, opened on first use. The process ends if the data folder refuses it. */
export function database(): Database {
  if (!holder.groundworkDatabase) {
    holder.groundworkFolder = orExit(() => openDataFolder(env))
    holder.groundworkDatabase = holder.groundworkFolder.db
  }
  return holder.groundworkDatabase
}

/**
 * Replaces the handle with a test's own copy of the template database.
 * @internal
 */
export function setDatabase(db: Database): void {
  holder.groundworkDatabase = db
}
