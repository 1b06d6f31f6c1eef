import { useTranslation } from 'react-i18next'
import { CertifiedDocument, Digest } from '#app/features/contracts/ui/certified-document.tsx'
import type { FinalAccountCertificate } from '#app/features/final-accounts/queries.server.ts'

/** What anybody may know of a final account whose hash they have. */
export function CertifiedFinalAccount({ certificate }: { certificate: FinalAccountCertificate }) {
  const { t } = useTranslation('finalaccount')
  const { t: tContract } = useTranslation('contracts')
  const { name, contractNumber, contractHash, status } = certificate
  return (
    <CertifiedDocument
      certificate={certificate}
      heading={t('verify.heading', { name, number: contractNumber })}
      facts={[
        { term: tContract('list.status'), description: t(`status.${status}`) },
        { term: t('paper.contractDigest'), description: <Digest value={contractHash} /> },
      ]}
    />
  )
}
