import { type ComponentProps, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { RowsDiffer } from '#app/features/contracts/ui/rows-differ.tsx'
import { Signatures } from '#app/features/contracts/ui/signatures.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'

/** What a signed document of any kind tells whoever has its hash. */
type CertifiedText = {
  clientName: string
  providerName: string
  documentHash: string
  signatures: ComponentProps<typeof Signatures>['signatures']
  matches: boolean
  rowsMatch: boolean
}

type Props = {
  certificate: CertifiedText
  heading: string
  /** What only this kind of document has, between its parties and its hash. */
  facts: ComponentProps<typeof DescriptionList>['items']
}

/** What anybody may know of a document whose hash they have: who signed it and when, neither content nor sums. */
export function CertifiedDocument({ certificate, heading, facts }: Props) {
  const { t } = useTranslation('contracts')
  const { t: tVerify } = useTranslation('verification')
  const signaturesId = useId()
  const { clientName, providerName, documentHash, signatures, matches, rowsMatch } = certificate
  return (
    <>
      <div>
        <h1 className="text-2xl font-semibold">{heading}</h1>
        <p className="mt-1 text-muted-foreground">{tVerify('about')}</p>
      </div>
      <Alert tone={matches ? 'success' : 'danger'} title={matches ? tVerify('matches') : tVerify('differs')}>
        {matches ? tVerify('matchesText') : tVerify('differsText')}
      </Alert>
      {!rowsMatch && <RowsDiffer />}
      <Card>
        <DescriptionList
          items={[
            { term: t('party.client'), description: clientName },
            { term: t('party.provider'), description: providerName },
            ...facts,
            { term: t('document.hash'), description: <Digest value={documentHash} /> },
          ]}
        />
      </Card>
      <section aria-labelledby={signaturesId} className="flex flex-col gap-4">
        <h2 id={signaturesId} className="text-lg font-semibold">
          {t('detail.signatures')}
        </h2>
        <Signatures signatures={signatures} names={{ client: clientName, provider: providerName }} />
      </section>
    </>
  )
}

/** A hash in full, which wraps on a narrow screen. */
export const Digest = ({ value }: { value: string }) => <code className="font-mono text-xs wrap-anywhere">{value}</code>
