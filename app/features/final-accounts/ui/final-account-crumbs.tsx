import { useTranslation } from 'react-i18next'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'

/** The way from the contracts to a contract's final account, or to a page of it (`here`). */
export function FinalAccountCrumbs({
  contract: { id, number },
  here,
}: {
  contract: { id: string; number: string }
  here?: string
}) {
  const { t } = useTranslation('finalaccount')
  const { t: tContract } = useTranslation('contracts')
  const own = `/contracts/${id}/final-account`
  return (
    <Breadcrumbs
      items={[
        { label: tContract('list.title'), to: '/contracts' },
        { label: number, to: `/contracts/${id}` },
        ...(here ? [{ label: t('title'), to: own }, { label: here }] : [{ label: t('title') }]),
      ]}
    />
  )
}
