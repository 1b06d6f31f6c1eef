import { env, orExit } from '#app/platform/env.server.ts'
import { needWriter } from '#app/platform/processes/needs-writer.server.ts'
import { role } from '#app/platform/processes/process-role.server.ts'
import { type Database, openReader } from './client.server.ts'
import { type DataFolder, openDataFolder, openLockedFolder } from './data-folder.server.ts'

const holder = globalThis as { groundworkDatabase?: Database; groundworkFolder?: DataFolder }

/** The process's single database handle, opened on first use. The process ends if the data folder refuses it. */
export function database(): Database {
  if (!holder.groundworkDatabase) {
    holder.groundworkDatabase = orExit(open)
  }
  return holder.groundworkDatabase
}

/** Of several processes (decision 53) the supervisor holds the lock, the writer writes, and the renderers only read. */
function open(): Database {
  if (role === 'renderer') return openReader(env.databasePath, needWriter)
  if (role === 'writer') return openLockedFolder(env)
  holder.groundworkFolder = openDataFolder(env)
  return holder.groundworkFolder.db
}

/**
 * Replaces the handle with a test's own copy of the template database.
 * @internal
 */
export function setDatabase(db: Database): void {
  holder.groundworkDatabase = db
}
