import { useTranslation } from 'react-i18next'
import { CertifiedDocument, Digest } from '#app/features/contracts/ui/certified-document.tsx'
import type { HandoverCertificate } from '#app/features/handover/queries.server.ts'

/** What anybody may know of a handover protocol whose hash they have. */
export function CertifiedHandover({ certificate }: { certificate: HandoverCertificate }) {
  const { t } = useTranslation('handover')
  const { t: tContract } = useTranslation('contracts')
  const { name, contractNumber, contractHash, status } = certificate
  return (
    <CertifiedDocument
      certificate={certificate}
      heading={t('verify.heading', { name, number: contractNumber })}
      facts={[
        { term: tContract('list.status'), description: t(`status.${status}`) },
        { term: t('field.contractDigest'), description: <Digest value={contractHash} /> },
      ]}
    />
  )
}
