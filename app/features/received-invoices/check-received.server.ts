import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { kindOf } from '#app/features/finance/chart.ts'
import { listTaggedProjects } from '#app/features/finance/tags.server.ts'
import { mandateRefusal } from '#app/features/team/mandate.ts'
import { listMandateHolders } from '#app/features/team/mandate-holders.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { financialOwnCategories } from '#db/schema/finance.ts'
import { receivedInvoiceParts } from '#db/schema/invoices/received-invoices.ts'
import { changeReceived, listParts, loadReceived, type ReceivedRow } from './load-received.server.ts'
import { type AskedPart, type Part, partsOf } from './parts.ts'

type Checked = {
  receivedId: string
  dueDate: string
  deductsVat: boolean
  note: string
  parts: readonly AskedPart[]
  expectedVersion?: number | undefined
}

/**
 * Says what an invoice is for, when it is due, and whether its VAT is deducted; from then on it can be approved. Until that it can be checked again.
 * @throws AppError forbidden; not found; conflict once it is approved or refused, or changed by somebody else since the form was opened; invalid for parts that do
 * not add up, or an own category or a project that is not open to the caller
 */
export function checkReceived(ctx: CompanyContext, input: Checked): void {
  requireRight(ctx, 'payables.record')
  const { receivedId, dueDate, deductsVat, note, expectedVersion } = input
  transact(ctx.db, (tx) => {
    const before = loadReceived(tx, ctx, receivedId)
    requireUnchanged(before.updatedAt, expectedVersion)
    if (dueDate < before.issueDate) throw invalid('receivedinvoices:refused.dueBeforeIssue', { field: 'dueDate' })
    const answer = partsOf(before.netCents, input.parts)
    if ('refused' in answer) throw invalid(`receivedinvoices:refused.${answer.refused}`, { field: 'parts' })
    const was = listParts(tx, receivedId)
    requireTags(tx, ctx, answer.parts, was)
    const set = { dueDate, deductsVat, note, checkedBy: ctx.actor.id, checkedAt: ctx.now }
    changeReceived(tx, ctx, before, 'check', set)
    tx.delete(receivedInvoiceParts).where(eq(receivedInvoiceParts.receivedInvoiceId, receivedId)).run()
    for (const [position, part] of answer.parts.entries())
      tx.insert(receivedInvoiceParts)
        .values({ id: newId(), receivedInvoiceId: receivedId, position, ...part })
        .run()
    appendAudit(tx, ctx, {
      action: 'received_invoice.code',
      subject: { type: 'received_invoice', id: receivedId },
      ...{ before: { parts: was }, after: { parts: answer.parts } },
    })
    if (before.status === 'received') askForApproval(tx, ctx, before)
  })
}

/** Those whose mandates cover it are told, unless whoever has checked it can approve it too (INV-27). */
function askForApproval(tx: Transaction, ctx: CompanyContext, invoice: ReceivedRow): void {
  const { id: receivedId, supplierName: supplier, grossCents: amountCents, currency } = invoice
  const userIds = listMandateHolders(tx, ctx.company.id, 'payables', 'payables.approve')
    .filter(({ mandate }) => mandateRefusal(mandate, { amountCents, currency }) === null)
    .map(({ id }) => id)
  if (userIds.includes(ctx.actor.id)) return
  recordEvent(tx, ctx, 'received_invoice.checked', { receivedId, userIds, supplier, amountCents, currency })
}

type Tags = Pick<Part, 'category' | 'ownCategoryId' | 'projectId'>

/** Expenses of the company's chart, and projects that it may name or has named here before. */
function requireTags(tx: Transaction, ctx: CompanyContext, parts: readonly Tags[], was: readonly Tags[]): void {
  const projects = new Set(listTaggedProjects(ctx, tx).map(({ id }) => id))
  for (const { category, ownCategoryId, projectId } of parts) {
    if (kindOf(category) !== 'expense') throw invalid('receivedinvoices:refused.category', { field: 'parts' })
    if (ownCategoryId && !was.some((one) => one.ownCategoryId === ownCategoryId)) {
      const { id, companyId } = financialOwnCategories
      const own = and(eq(id, ownCategoryId), eq(companyId, ctx.company.id))
      const found = tx.select().from(financialOwnCategories).where(own).get()
      if (!found || found.archivedAt !== null || found.category !== category)
        throw invalid('receivedinvoices:refused.category', { field: 'parts' })
    }
    if (projectId && !projects.has(projectId) && !was.some((one) => one.projectId === projectId))
      throw invalid('receivedinvoices:refused.project', { field: 'parts' })
  }
}
