import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { readDirection } from '#app/features/invoicing/invoice-filter.ts'
import { listUninvoicedMilestones } from '#app/features/invoicing/queries.server.ts'
import { listAgeing, listOwedBack, listRetentions } from '#app/features/open-items/queries.server.ts'
import {
  AgeingTable,
  OpenItemsTable,
  RetentionsTable,
  ToInvoiceTable,
} from '#app/features/open-items/ui/open-items.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Tabs } from '#app/ui/tabs.tsx'

export const handle: PageHandle = { title: 'openitems:title', description: 'openitems:description', versioned: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const direction = readDirection(new URL(request.url).searchParams)
  return {
    direction,
    toInvoice: direction === 'issued' && can(ctx, 'escrow.read') ? listUninvoicedMilestones(ctx, 50) : null,
    mayInvoice: can(ctx, 'invoices.create'),
    ageing: listAgeing(ctx, direction),
    retentions: listRetentions(ctx, direction),
    owedBack: listOwedBack(ctx, direction),
  }
}

export default function OpenItems() {
  const { direction, toInvoice, mayInvoice, ageing, retentions, owedBack } = useLoaderData<typeof loader>()
  const { t } = useTranslation('openitems')
  const { t: tInvoicing } = useTranslation('invoicing')
  const views = (['issued', 'received'] as const).map((one) => ({
    to: one === 'issued' ? '/invoicing/open-items' : '/invoicing/open-items?view=received',
    label: tInvoicing(`list.${one}`),
    current: one === direction,
  }))
  return (
    <div className="flex flex-col gap-8">
      <Tabs label={t('views')} tabs={views} />
      {toInvoice && (
        <PageSection title={t('toInvoice.title')} description={t('toInvoice.text')}>
          <ToInvoiceTable rows={toInvoice} mayInvoice={mayInvoice} />
        </PageSection>
      )}
      <PageSection title={t(`ageing.title.${direction}`)}>
        <AgeingTable rows={ageing} direction={direction} />
      </PageSection>
      <PageSection title={t('retentions.title')} description={t('retentions.text')}>
        <RetentionsTable rows={retentions} direction={direction} />
      </PageSection>
      <PageSection title={t(`owedBack.title.${direction}`)} description={t(`owedBack.text.${direction}`)}>
        <OpenItemsTable
          caption={t(`owedBack.title.${direction}`)}
          rows={owedBack}
          direction={direction}
          empty={t('owedBack.empty')}
        />
      </PageSection>
    </div>
  )
}
