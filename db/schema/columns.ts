import { integer, text } from 'drizzle-orm/sqlite-core'

/** Column types that all tables share: UUIDv7 ids, UTC epoch milliseconds, integer cents. */
export const id = () => text('id').primaryKey()
export const time = (name: string) => integer(name)
export const cents = (name: string) => integer(name)
export const flag = (name: string) => integer(name, { mode: 'boolean' })
