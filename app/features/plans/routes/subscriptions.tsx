import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { planNames } from '#app/features/accounts/subscriptions/plan.ts'
import { listSubscriptions } from '#app/features/plans/queries.server.ts'
import { SubscriptionStatusBadge } from '#app/features/plans/ui/subscription-status-badge.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { subscriptionStatuses } from '#db/vocabulary/plans.ts'

export const handle: PageHandle = { title: 'subscriptions:title', description: 'subscriptions:description' }

const maxPage = 100

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const query = new URL(request.url).searchParams
  const page = Math.min(maxPage, Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1))
  const status = subscriptionStatuses.find((one) => one === query.get('status')) ?? ''
  const filter = { search: (query.get('search') ?? '').trim().slice(0, 100), status, page }
  return { ...listSubscriptions(ctx, filter), filter }
}

/** The subscriptions of all companies, for the platform's staff: those past due first. */
export default function Subscriptions() {
  const { rows, hasMore, filter } = useLoaderData<typeof loader>()
  const { t } = useTranslation('subscriptions')
  const { t: tBilling } = useTranslation('billing')
  const format = useFormat()
  const pageOf = (page: number) => `?${new URLSearchParams({ ...filter, page: String(page) })}`
  return (
    <div className="flex flex-col gap-6">
      <Form method="get" className="flex max-w-form flex-col gap-4">
        <FieldRow>
          <Field name="search" label={t('search')} defaultValue={filter.search} maxLength={100} />
          <Select
            name="status"
            label={tBilling('field.status')}
            options={subscriptionStatuses.map((value) => ({ value, label: tBilling(`status.${value}`) }))}
            placeholder={t('all')}
            defaultValue={filter.status}
          />
        </FieldRow>
        <div>
          <SubmitButton variant="secondary">{t('show')}</SubmitButton>
        </div>
      </Form>
      <DataTable
        caption={t('title')}
        rows={rows}
        rowKey={({ companyId }) => companyId}
        empty={<EmptyState icon={Wallet} title={t('none')} headingLevel={2} />}
        columns={[
          {
            key: 'name',
            header: t('company'),
            primary: true,
            cell: ({ companyId, name }) => (
              <span className="wrap-anywhere">
                <TextLink to={`/subscriptions/${companyId}`}>{name}</TextLink>
              </span>
            ),
          },
          {
            key: 'plan',
            header: tBilling('field.plan'),
            cell: ({ plan, cycle }) =>
              plan ? (
                <>
                  {planNames[plan]}
                  <span className="block text-muted-foreground">{tBilling(`cycle.${cycle}`)}</span>
                </>
              ) : (
                tBilling('noPlan')
              ),
          },
          {
            key: 'status',
            header: tBilling('field.status'),
            cell: ({ status }) => <SubscriptionStatusBadge status={status} />,
          },
          {
            key: 'due',
            header: tBilling('field.due'),
            cell: ({ dueOn }) => (dueOn ? format.date(dueOn) : '–'),
          },
          {
            key: 'access',
            header: t('access'),
            cell: ({ accessUntil }) =>
              accessUntil === null ? t('noEnd') : accessUntil > 0 ? format.date(accessUntil) : '–',
          },
        ]}
      />
      <Pagination
        previous={filter.page > 1 ? pageOf(filter.page - 1) : null}
        next={hasMore && filter.page < maxPage ? pageOf(filter.page + 1) : null}
      />
    </div>
  )
}
