import { Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'

/** The pages of the platform's staff about money; those who add reference rates have theirs. */
export function StaffLinks({ addsRates }: { addsRates: boolean }) {
  const { t } = useTranslation('escrow')
  return (
    <>
      <ButtonLink to="/escrow/transfers" icon={Landmark}>
        {t('list.transfers')}
      </ButtonLink>
      <ButtonLink to="/escrow/suspense" variant="outline">
        {t('list.suspense')}
      </ButtonLink>
      <ButtonLink to="/escrow/payouts" variant="outline">
        {t('list.payouts')}
      </ButtonLink>
      <ButtonLink to="/escrow/bank-statements" variant="outline">
        {t('list.bankStatements')}
      </ButtonLink>
      {addsRates && (
        <ButtonLink to="/invoicing/reference-rates" variant="outline">
          {t('list.referenceRates')}
        </ButtonLink>
      )}
      <ButtonLink to="/escrow/reconciliation" variant="outline">
        {t('list.reconciliation')}
      </ButtonLink>
    </>
  )
}
