import { code128Modules } from '#app/documents/code128.ts'
import type { Block, ReadableDocument } from '#app/documents/document.ts'
import { epcPayment } from '#app/documents/epc-payment.ts'
import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import { qrModules } from '#app/documents/qr.server.ts'
import { virtualBarcode } from '#app/documents/virtual-barcode.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import { dueText } from '#app/features/contracts/due-dates/due-text.ts'
import { type EscrowContract, type EscrowMilestone, getMilestone } from '#app/features/escrow/queries.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { env } from '#app/platform/env.server.ts'
import { formatIban } from '#app/platform/iban.ts'
import { productName } from '#app/platform/product.ts'
import { formatReference, referenceAt } from '#app/platform/reference-number.ts'

/** A milestone whose money is awaited, and its contract. */
type Due = { milestone: EscrowMilestone; contract: EscrowContract }

/**
 * A milestone with its contract for its payment slip, and whether it still waits for money (`isDue`); null for everybody but the client, who pays,
 * and the admins, who record what arrives.
 */
export function findDeposit(
  ctx: UserContext,
  milestoneId: string,
): (Due & { isDue: boolean; isAdmin: boolean }) | null {
  const found = getMilestone(ctx, milestoneId)
  if (!found || (found.role !== 'client' && found.role !== 'admin')) return null
  const { milestone, contract, role } = found
  const isDue = milestone.status === 'planned' && contract.status === 'active' && milestone.fundingReference !== null
  return { milestone, contract, isDue, isAdmin: role === 'admin' }
}

/**
 * The payment slip of a milestone in a reader's language: what a payer types, and the same as bars and as a QR code. The bars are the Finnish
 * virtual bank barcode, version 4 or 5; there are none at 1 000 000 € and above, or where the account is not Finnish.
 */
export function paymentSlip({ milestone, contract }: Due, { locale, format }: Reader): ReadableDocument {
  const t = i18nFor(locale).getFixedT(null, 'deposits')
  const { number, currency, clientName } = contract
  const { amountCents, position, title } = milestone
  const due = dueText(milestone, i18nFor(locale).getFixedT(null, 'contracts'), format)
  const account = { name: productName, iban: env.ESCROW_IBAN, bic: env.ESCROW_BIC }
  const reference = referenceAt(account.iban, milestone.fundingReference ?? '')
  const payment = { ...account, amountCents, currency, reference }
  // The money is due before work begins; the day on which work is due is another one.
  const digits = virtualBarcode({ ...payment, dueDate: null })
  const scanned = epcPayment(payment)
  const name = t('name', { contract: number, position })
  const blocks: Block[] = [
    {
      kind: 'facts',
      facts: [
        [t('term.beneficiary'), account.name],
        [t('term.iban'), formatIban(account.iban)],
        [t('term.bic'), account.bic],
        [t('term.reference'), formatReference(reference)],
        [t('term.amount'), format.money(amountCents, currency)],
        [
          t('term.when'),
          due ? [t('whenBefore', { date: due.date }), due.reason].filter(Boolean).join('\n') : t('when'),
        ],
        [t('term.payer'), clientName],
        [t('term.message'), `${name}\n${t('messageNote')}`],
      ],
    },
    ...(scanned
      ? [{ kind: 'qr', text: t('scan'), url: null, label: t('code'), modules: qrModules(scanned) } as const]
      : []),
    ...(digits ? [{ kind: 'barcode', label: t('barcode'), digits, modules: code128Modules(digits) } as const] : []),
    { kind: 'text', text: t('exact') },
  ]
  return { kind: t('title'), number: name, title, mark: null, blocks }
}

/** The same as a PDF. */
export function paymentSlipPdf(due: Due, reader: Reader, now: number): PdfFile {
  const { contract, milestone } = due
  return {
    name: `${contract.number}-${milestone.position}.pdf`,
    document: paymentSlip(due, reader),
    options: { locale: reader.locale, createdAt: now },
  }
}
