import { useTranslation } from 'react-i18next'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'

/** The way from the contracts to a change order, or to a page of it (`here`). */
export function ChangeCrumbs({
  contract: { id, number },
  change,
  here,
}: {
  contract: { id: string; number: string }
  change: { id: string; number: number | null }
  here?: string
}) {
  const { t } = useTranslation('changeorders')
  const { t: tContract } = useTranslation('contracts')
  const path = `/contracts/${id}/changes`
  const name = change.number === null ? t('status.draft') : changeOrderName(change.number)
  return (
    <Breadcrumbs
      items={[
        { label: tContract('list.title'), to: '/contracts' },
        { label: number, to: `/contracts/${id}` },
        { label: t('list.title'), to: path },
        ...(here ? [{ label: name, to: `${path}/${change.id}` }, { label: here }] : [{ label: name }]),
      ]}
    />
  )
}
