import { useTranslation } from 'react-i18next'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'

/** The way from the contracts to a contract's handover, or to a page of it (`here`). */
export function HandoverCrumbs({
  contract: { id, number },
  here,
}: {
  contract: { id: string; number: string }
  here?: string
}) {
  const { t } = useTranslation('handover')
  const { t: tContract } = useTranslation('contracts')
  return (
    <Breadcrumbs
      items={[
        { label: tContract('list.title'), to: '/contracts' },
        { label: number, to: `/contracts/${id}` },
        ...(here ? [{ label: t('title'), to: `/contracts/${id}/handover` }, { label: here }] : [{ label: t('title') }]),
      ]}
    />
  )
}
