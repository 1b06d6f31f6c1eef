import { useTranslation } from 'react-i18next'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { useFormat } from '#app/i18n/format.ts'

/** One of the two parties, with the address and identifiers that the law requires. */
export function DocumentParty({ party, isSeller }: { party: InvoiceDocumentData['buyer']; isSeller?: boolean }) {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  const town = [party.postalCode, party.city].filter(Boolean).join(' ')
  const numbers = [
    party.businessId && ([t('document.businessId'), party.businessId] as const),
    party.vatNumber && ([t('document.vatNumber'), party.vatNumber] as const),
  ].filter((number) => number !== null && number !== '')
  return (
    <address className="min-w-0 not-italic wrap-anywhere">
      <p className={isSeller ? 'text-lg font-semibold' : 'text-base font-semibold'}>{party.name}</p>
      {party.street && <p>{party.street}</p>}
      {town && <p>{town}</p>}
      <p>{format.country(party.country)}</p>
      {numbers.length > 0 && (
        <dl className="mt-1.5 text-muted-foreground">
          {numbers.map(([term, value]) => (
            <div key={term} className="flex flex-wrap gap-x-1.5">
              <dt>{term}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {isSeller && party.email && <p className="text-muted-foreground">{party.email}</p>}
    </address>
  )
}
