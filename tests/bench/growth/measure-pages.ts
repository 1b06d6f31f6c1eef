import type { Context } from '#app/features/accounts/context.ts'
import { openDueBids } from '#app/features/bids/open-due-bids.server.ts'
import { expireContracts } from '#app/features/contracts/expire-contracts.server.ts'
import { approveOverdue } from '#app/features/escrow/approve-overdue.server.ts'
import { remindApprovers } from '#app/features/escrow/remind-approvers.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { payReleasedRetention } from '#app/features/invoicing/pay-released-retention.server.ts'
import { env } from '#app/platform/env.server.ts'
import { remixHandler } from '#app/platform/requests/remix-handler.server.ts'
import { backgroundContext, runInContext } from '#app/platform/requests/request-context.server.ts'
import { closeDatabase, type Database, openDatabase } from '#db/client.server.ts'
import { setDatabase } from '#db/handle.server.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { sourceBuild } from '#tests/setup/pages.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { places } from './places.ts'
import { seededId } from './seed-rows.ts'
import type { Statement, statementsOf } from './time-statements.ts'

export type PageFigures = {
  /** What its statements took in the fastest of the rounds. */
  ms: number
  /** How many rows they returned. */
  rows: number
  /** Slowest first, with their plans. */
  statements: (Statement & { plan: string[] })[]
}

const rounds = 11

const jobs: Record<string, (ctx: Context) => unknown> = {
  'open due bids': ({ db, now }) => openDueBids(db, now),
  'approve overdue work': approveOverdue,
  'remind approvers': remindApprovers,
  'expire contracts': expireContracts,
  'pay released retention': payReleasedRetention,
}

/**
 * Loads the data of every page for a person of the small and one of the large company, and for an admin, through Remix's
 * single fetch, which runs every loader of the page and renders nothing.
 * @throws Error when a page answers neither with its data nor with a redirect
 */
export async function measurePages(
  path: string,
  rows: number,
  record: typeof statementsOf,
  only?: string,
): Promise<Map<string, PageFigures>> {
  Object.assign(env, { RATE_LIMITS: false })
  const db = openDatabase(path)
  setDatabase(db)
  const handle = remixHandler(await sourceBuild())
  const admin = db.$client.prepare<[], string>("SELECT id FROM users WHERE role = 'admin'").pluck().get()
  const cookies = {
    small: await sessionOf(db, seededId('user', 1)),
    large: await sessionOf(db, seededId('user', 2)),
    admin: await sessionOf(db, admin ?? createAdmin(db, 'admin', Date.now()).actor.id),
  }
  const figures = new Map<string, PageFigures>()
  for (const { reader, page, name } of places(rows)) {
    if (only && !page.startsWith(only)) continue
    let best: Statement[] = []
    let ms = Number.POSITIVE_INFINITY
    for (let round = 0; round < rounds; round += 1) {
      const statements = await record(() => load(handle, page, cookies[reader]))
      const total = statements.reduce((sum, one) => sum + one.ms, 0)
      if (total < ms) [ms, best] = [total, statements]
      // A page that takes seconds takes them every time.
      if (total > 1000) break
    }
    if (best.length === 0) throw new Error(`${page} ran no statement`)
    figures.set(name, figuresOf(db, best))
  }
  // What runs every few seconds or minutes holds up every page.
  for (const [name, run] of only ? [] : Object.entries(jobs)) {
    const runOnce = async () => void run(systemContext(db, Date.now()))
    await record(runOnce)
    figures.set(`job ${name}`, figuresOf(db, await record(runOnce)))
  }
  closeDatabase(db)
  return figures
}

function figuresOf(db: Database, statements: Statement[]): PageFigures {
  const slowest = [...statements].sort((a, b) => b.ms - a.ms).slice(0, 5)
  return {
    ms: statements.reduce((sum, one) => sum + one.ms, 0),
    rows: statements.reduce((sum, one) => sum + one.rows, 0),
    statements: slowest.map((one) => ({ ...one, plan: planOf(db, one) })),
  }
}

async function load(handle: (request: Request) => Promise<Response>, page: string, cookie: string): Promise<void> {
  const { pathname, search } = new URL(page, env.origin)
  const request = new Request(`${env.origin}${pathname}.data${search}`, { headers: { cookie } })
  const response = await runInContext(backgroundContext(), () => handle(request))
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${page} answered ${response.status}: ${text.slice(0, 500)}`)
}

async function sessionOf(db: Database, userId: string): Promise<string> {
  return (await signedIn({ db, actor: { id: userId } })).cookie
}

function planOf(db: Database, { sql, params }: Statement): string[] {
  if (!/^\s*(SELECT|WITH)/i.test(sql)) return []
  return db.$client
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...params)
    .map(({ detail }) => detail)
}
