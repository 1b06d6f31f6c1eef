import { partyTexts } from '#app/features/invoicing/content/document-texts.ts'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { useDocumentReader } from './document-reader.ts'

/** One of the two parties, with the address and identifiers that the law requires. */
export function DocumentParty({ party, isSeller }: { party: InvoiceDocumentData['buyer']; isSeller?: boolean }) {
  const { address, numbers } = partyTexts(party, useDocumentReader())
  return (
    <address className="min-w-0 not-italic wrap-anywhere">
      <p className={isSeller ? 'text-lg font-semibold' : 'text-base font-semibold'}>{party.name}</p>
      {address.map((line) => (
        <p key={line}>{line}</p>
      ))}
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
