import { and, asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import {
  financialAccounts,
  financialOwnCategories,
  financialSplits,
  financialTransactions,
} from '#db/schema/finance.ts'
import type { Split } from './splits.ts'
import { listTaggedProjects } from './tags.server.ts'

export type TransactionRow = typeof financialTransactions.$inferSelect

/**
 * Loads a row of the caller's company, for a verb.
 * @throws AppError not found
 */
export function loadTransaction(tx: Transaction, ctx: CompanyContext, id: string): TransactionRow {
  const own = and(eq(financialTransactions.id, id), eq(financialTransactions.companyId, ctx.company.id))
  const found = tx.select().from(financialTransactions).where(own).get()
  if (!found) throw notFound()
  return found
}

/**
 * The same for a change of it.
 * @throws AppError not found; conflict once it is posted
 */
export function loadDraft(tx: Transaction, ctx: CompanyContext, id: string): TransactionRow {
  const found = loadTransaction(tx, ctx, id)
  if (found.status !== 'draft') throw conflict('finance:refused.posted')
  return found
}

/**
 * The company's account that a row is entered on.
 * @throws AppError invalid for one that is not the company's, or archived
 */
export function loadAccount(tx: Transaction, ctx: CompanyContext, id: string) {
  const own = and(eq(financialAccounts.id, id), eq(financialAccounts.companyId, ctx.company.id))
  const found = tx.select().from(financialAccounts).where(own).get()
  if (!found || found.archivedAt !== null) throw invalid('finance:refused.account', { field: 'accountId' })
  return found
}

export function listSplits(tx: Transaction, transactionId: string) {
  return tx
    .select()
    .from(financialSplits)
    .where(eq(financialSplits.transactionId, transactionId))
    .orderBy(asc(financialSplits.position))
    .all()
}

/**
 * Gives a draft these parts instead of its own. An own category and a project that the row had before may stay.
 * @throws AppError invalid for an own category or a project that is not open to the caller
 */
export function saveSplits(tx: Transaction, ctx: CompanyContext, id: string, splits: readonly Split[]): void {
  const before = listSplits(tx, id)
  requireTags(tx, ctx, splits, before)
  tx.delete(financialSplits).where(eq(financialSplits.transactionId, id)).run()
  for (const [position, split] of splits.entries())
    tx.insert(financialSplits)
      .values({ id: newId(), transactionId: id, position, ...split })
      .run()
}

type Tags = { category: string; ownCategoryId: string | null; projectId: string | null }

/**
 * Requires own categories in use and projects that are open to the caller; those of `before` may stay.
 * @throws AppError invalid
 */
export function requireTags(
  tx: Transaction,
  ctx: CompanyContext,
  asked: readonly Tags[],
  before: readonly Tags[],
): void {
  let projects: Set<string> | null = null
  for (const { category, ownCategoryId, projectId } of asked) {
    if (ownCategoryId && !before.some((one) => one.ownCategoryId === ownCategoryId)) {
      const { id, companyId } = financialOwnCategories
      const own = and(eq(id, ownCategoryId), eq(companyId, ctx.company.id))
      const found = tx.select().from(financialOwnCategories).where(own).get()
      if (!found || found.archivedAt !== null || found.category !== category) throw invalid('finance:refused.category')
    }
    if (projectId && !before.some((one) => one.projectId === projectId)) {
      projects ??= new Set(listTaggedProjects(ctx, tx).map(({ id }) => id))
      if (!projects.has(projectId)) throw invalid('finance:refused.project')
    }
  }
}
