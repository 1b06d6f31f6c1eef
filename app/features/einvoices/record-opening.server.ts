// data-version: only the invoice's own page shows it, which is not versioned
// verb-rule: whoever has the link opens it; a count of openings is no act of a person, and it says nothing about who it was
import { and, eq, sql as raw } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { invoiceOpenings } from '#db/schema/invoices/invoice-mailing.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'

const minute = 60_000

/** When the links of an invoice were first and last opened (UTC epoch ms), and how often. */
type Openings = { firstAt: number; lastAt: number; count: number }

/** The openings of an invoice by its links; null if there were none. Checks no right: the caller has. */
export function getOpenings(db: Database, invoiceId: string): Openings | null {
  const { firstAt, lastAt, count } = invoiceOpenings
  const row = db
    .select({ firstAt, lastAt, count })
    .from(invoiceOpenings)
    .where(eq(invoiceOpenings.invoiceId, invoiceId))
  return row.get() ?? null
}

/**
 * Records that the page of a link was opened (INV-20): that it was and when, never by whom. Its seller's own people are not counted, nor is a page
 * that a browser fetches in advance; what follows within a minute is the same opening.
 */
export function recordOpening(ctx: Context, invoiceId: string, request: Request): void {
  const isAhead = /prefetch|prerender/.test(request.headers.get('Sec-Purpose') ?? '')
  if (request.method !== 'GET' || isAhead || isSeller(ctx, invoiceId)) return
  const before = getOpenings(ctx.db, invoiceId)
  // Most requests of a reader end here, so that they write nothing.
  if (before && before.lastAt > ctx.now - minute) return
  const again = { lastAt: ctx.now, count: raw`${invoiceOpenings.count} + 1` }
  ctx.db
    .insert(invoiceOpenings)
    .values({ invoiceId, firstAt: ctx.now, lastAt: ctx.now, count: 1 })
    .onConflictDoUpdate({ target: invoiceOpenings.invoiceId, set: again })
    .run()
}

const isSeller = ({ db, company }: Context, invoiceId: string): boolean =>
  company !== null &&
  db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.id, invoiceId), eq(invoices.companyId, company.id)))
    .get() !== undefined
