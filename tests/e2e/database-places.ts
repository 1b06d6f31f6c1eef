import type { Place } from './all-pages.ts'
import type { World } from './world.ts'

/** The pages of the database, for super admins. */
export const databasePlaces: Record<string, (world: World) => Place[]> = {
  database: () => [['superAdmin', '/database']],
  'database/:table': () => [['superAdmin', '/database/contracts']],
  'database/test_sales': () => [['superAdmin', '/database/test_sales']],
}
