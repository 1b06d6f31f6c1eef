import { useTranslation } from 'react-i18next'
import { RowsDiffer } from '#app/features/contracts/ui/rows-differ.tsx'
import { Signatures } from '#app/features/contracts/ui/signatures.tsx'
import type { FinalAccountCertificate } from '#app/features/final-accounts/queries.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'

/** What anybody may know of a final account whose hash they have: who signed it and when. */
export function CertifiedFinalAccount({ certificate }: { certificate: FinalAccountCertificate }) {
  const { t } = useTranslation('finalaccount')
  const { t: tContract } = useTranslation('contracts')
  const { name, contractNumber, contractHash, status, clientName, providerName } = certificate
  const { documentHash, signatures, matches, rowsMatch } = certificate
  const hash = (value: string) => <code className="font-mono text-xs wrap-anywhere">{value}</code>
  return (
    <>
      <div>
        <h1 className="text-2xl font-semibold">{t('verify.heading', { name, number: contractNumber })}</h1>
        <p className="mt-1 text-muted-foreground">{tContract('verify.about')}</p>
      </div>
      <Alert
        tone={matches ? 'success' : 'danger'}
        title={matches ? tContract('verify.matches') : tContract('verify.differs')}
      >
        {matches ? tContract('verify.matchesText') : tContract('verify.differsText')}
      </Alert>
      {!rowsMatch && <RowsDiffer />}
      <Card>
        <DescriptionList
          items={[
            { term: tContract('party.client'), description: clientName },
            { term: tContract('party.provider'), description: providerName },
            { term: tContract('list.status'), description: t(`status.${status}`) },
            { term: t('paper.contractDigest'), description: hash(contractHash) },
            { term: tContract('document.hash'), description: hash(documentHash) },
          ]}
        />
      </Card>
      <section aria-labelledby="signatures" className="flex flex-col gap-4">
        <h2 id="signatures" className="text-lg font-semibold">
          {tContract('detail.signatures')}
        </h2>
        <Signatures signatures={signatures} names={{ client: clientName, provider: providerName }} />
      </section>
    </>
  )
}
