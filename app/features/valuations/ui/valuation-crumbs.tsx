import { useTranslation } from 'react-i18next'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'

type Props = {
  contract: { id: string; number: string }
  milestone: { id: string; title: string }
  /** The page below the milestone's valuations. */
  here?: string | undefined
}

/** The way from escrow to the valuations of a milestone, or to a page of them (`here`). */
export function ValuationCrumbs({ contract, milestone, here }: Props) {
  const { t } = useTranslation('valuations')
  const own = `/milestones/${milestone.id}/valuations`
  return (
    <Breadcrumbs
      items={[
        { label: t('escrow'), to: '/escrow' },
        { label: contract.number, to: `/escrow/${contract.id}` },
        ...(here ? [{ label: milestone.title, to: own }, { label: here }] : [{ label: milestone.title }]),
      ]}
    />
  )
}
