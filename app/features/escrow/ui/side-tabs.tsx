import { useTranslation } from 'react-i18next'
import { Tabs } from '#app/ui/tabs.tsx'
import { type ContractParty, contractParties } from '#db/vocabulary/contracts.ts'

/** The address of a page of the list, of one side of its contracts or of both. */
export function escrowHref(party: ContractParty | null, page = 1): string {
  const search = new URLSearchParams({ ...(party && { party }), ...(page > 1 && { page: String(page) }) })
  return search.size > 0 ? `/escrow?${search}` : '/escrow'
}

/** Narrows the list to the contracts that a company has as client or as provider. */
export function SideTabs({ party }: { party: ContractParty | null }) {
  const { t } = useTranslation('escrow')
  return (
    <Tabs
      label={t('list.side')}
      tabs={[null, ...contractParties].map((side) => ({
        to: escrowHref(side),
        label: t(side ? `list.as.${side}` : 'list.either'),
        current: side === party,
      }))}
    />
  )
}
