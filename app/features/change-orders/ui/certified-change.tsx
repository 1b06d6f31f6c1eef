import { useTranslation } from 'react-i18next'
import type { ChangeCertificate } from '#app/features/change-orders/change-certificate.server.ts'
import { CertifiedDocument, Digest } from '#app/features/contracts/ui/certified-document.tsx'
import { useFormat } from '#app/i18n/format.ts'

/** What anybody may know of a change order whose hash they have. */
export function CertifiedChange({ certificate }: { certificate: ChangeCertificate }) {
  const { t } = useTranslation('changeorders')
  const format = useFormat()
  const { name, contractNumber, contractHash, status, proposedAt } = certificate
  return (
    <CertifiedDocument
      certificate={certificate}
      heading={t('verify.heading', { name, number: contractNumber })}
      facts={[
        { term: t('list.status'), description: t(`status.${status}`) },
        { term: t('status.proposed'), description: proposedAt ? format.deadline(proposedAt) : '' },
        { term: t('verify.contract'), description: <Digest value={contractHash} /> },
      ]}
    />
  )
}
