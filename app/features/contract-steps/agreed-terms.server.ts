import { extendedHandoverDue } from '#app/features/contracts/closing-days.server.ts'
import { findClosingTerms } from '#app/features/contracts/closing-terms.server.ts'
import type { ClosingTerms } from '#app/features/contracts/closing-terms.ts'
import type { PaymentTermsInDocument } from '#app/features/contracts/contract-document.ts'
import { agreedPaymentTerms } from '#app/features/contracts/contract-text.server.ts'
import { type DueDate, handoverExtensions } from '#app/features/contracts/due-dates/extensions.server.ts'
import type { Database } from '#db/client.server.ts'

export type AgreedTerms = ClosingTerms & {
  payment: PaymentTermsInDocument | null
  /** The day of handover as signed and with the extensions agreed since. */
  handover: DueDate
}

/** The terms of a contract beside its price and clauses. Checks no right: the caller has. */
export function findAgreedTerms(db: Database, contractId: string): AgreedTerms {
  const closing = findClosingTerms(db, contractId)
  if (!closing) throw new Error(`There is no contract ${contractId}`)
  const { handoverDue: dueDate } = closing
  const extensions = handoverExtensions(db, contractId)
  const extendedDueDate =
    extensions.length > 0 ? extendedHandoverDue(db, { id: contractId, handoverDue: dueDate }) : null
  return { ...closing, payment: agreedPaymentTerms(db, contractId), handover: { dueDate, extendedDueDate, extensions } }
}
