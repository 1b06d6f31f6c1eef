import { FileSignature } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'

/** A link to the contract that resulted from a bid or a project. */
export function ContractLink({ contractId }: { contractId: string }) {
  const { t } = useTranslation('bids')
  return (
    <ButtonLink to={`/contracts/${contractId}`} icon={FileSignature}>
      {t('action.toContract')}
    </ButtonLink>
  )
}
