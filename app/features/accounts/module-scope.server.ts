import type { Transaction } from '#db/client.server.ts'
import { list, oneOf } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { type Module, modules } from '#db/vocabulary/accounts.ts'
import type { Actor, Context } from './context.ts'
import { can } from './require-right.server.ts'
import type { Right } from './rights.ts'

/** The right to read a module of the company's workspace. */
export type ReadRight = Extract<Right, `${string}.read`>

const readRights: Record<Module, ReadRight> = {
  projects: 'projects.read',
  bids: 'bids.read',
  contracts: 'contracts.read',
  escrow: 'escrow.read',
  invoicing: 'invoices.read',
  financials: 'financials.read',
  team: 'team.read',
  company: 'company.read',
  messages: 'messages.read',
}

/**
 * The company whose records a query answers from: the reader's own, or '', which is nobody's id, where the module is closed to
 * them (ACC-8). A query binds it as its scope, so that what is closed is neither listed, counted nor named.
 */
export function companyInScope(ctx: Context, right: ReadRight): string {
  return ctx.company && can(ctx, right) ? ctx.company.id : ''
}

/** The modules that are closed to the reader, for records that may belong to any. */
export function modulesClosedTo(ctx: Context): Module[] {
  return modules.filter((module) => !can(ctx, readRights[module]))
}

/** The modules that the token by which somebody acts does not let them read; none for whoever acts without one (ACC-14). */
export function modulesOutOfScope({ scopes }: Pick<Actor, 'scopes'>): Module[] {
  if (!scopes) return []
  return modules.filter((module) => !scopes.includes(`${module}:read`) && !scopes.includes(`${module}:write`))
}

const readers = sql(
  { params: { userIds: list(users.id), needed: list(oneOf(modules)) }, row: { id: users.id } },
  `SELECT u.id FROM json_each(:userIds) asked JOIN users u ON u.id = asked.value WHERE NOT EXISTS (
     SELECT 1 FROM closed_modules closed
     WHERE closed.user_id = u.id AND closed.module IN (SELECT value FROM json_each(:needed)))`,
)

/** Of these people, those to whom all of `needed` are open: for what is written for many readers at once. */
export function readersOf(tx: Transaction, userIds: readonly string[], needed: readonly Module[]): string[] {
  return readers.all(tx, { userIds: [...userIds], needed: [...needed] }).map(({ id }) => id)
}
