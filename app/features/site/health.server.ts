import { logger } from '#app/platform/logger.server.ts'
import { database } from '#db/handle.server.ts'

/** Whether the database can be read. */
export function checkDatabase(): boolean {
  try {
    return database().$client.prepare('SELECT 1').pluck().get() === 1
  } catch (error) {
    logger.error({ err: error }, 'health check failed')
    return false
  }
}
