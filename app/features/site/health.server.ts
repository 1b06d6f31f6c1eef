import { logger } from '#app/platform/logger.server.ts'
import { integer } from '#db/fields.server.ts'
import { database } from '#db/handle.server.ts'
import { sql } from '#db/sql.server.ts'

const ping = sql({ row: { one: integer } }, 'SELECT 1 AS one')

/** Whether the database can be read. */
export function checkDatabase(): boolean {
  try {
    return ping.one(database()).one === 1
  } catch (error) {
    logger.error({ err: error }, 'health check failed')
    return false
  }
}
