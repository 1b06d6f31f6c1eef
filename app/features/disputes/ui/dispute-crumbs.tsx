import { useTranslation } from 'react-i18next'
import type { DisputeDetail } from '#app/features/disputes/queries.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'

type Named = Pick<DisputeDetail, 'contract' | 'milestone' | 'subjectId'>

/** The way to a page of a dispute; `here` is a page below it. */
export function DisputeCrumbs({ dispute, here }: { dispute: Named; here?: string }) {
  const { t } = useTranslation('disputes')
  const { contract, subjectId } = dispute
  return (
    <Breadcrumbs
      items={[
        { label: t('escrow'), to: '/escrow' },
        { label: contract.number, to: `/escrow/${contract.id}` },
        ...(here ? [{ label: t('title'), to: `/disputes/${subjectId}` }, { label: here }] : [{ label: t('title') }]),
      ]}
    />
  )
}
