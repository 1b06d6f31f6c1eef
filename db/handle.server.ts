import { mkdirSync } from 'node:fs'
import { env } from '#app/platform/env.server.ts'
import { type Database, openDatabase } from './client.server.ts'

const holder = globalThis as { groundworkDatabase?: Database }

/** The process's single database handle, opened on first use. */
export function database(): Database {
  if (!holder.groundworkDatabase) {
    mkdirSync(env.dataDir, { recursive: true, mode: 0o700 })
    holder.groundworkDatabase = openDatabase(env.databasePath)
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
