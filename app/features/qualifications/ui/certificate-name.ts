import { useTranslation } from 'react-i18next'
import type { CertificateKind } from '#db/vocabulary/qualifications.ts'

/** Names a certificate by its kind, or as its company has called it. */
export function useCertificateName(): (certificate: { kind: CertificateKind; label: string | null }) => string {
  const { t } = useTranslation('qualification')
  return ({ kind, label }) => label ?? t(`kind.${kind}`)
}
