import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireRole } from '#app/features/accounts/guards.server.ts'
import { getRow } from '#app/features/bank-statements/queries.server.ts'
import { settleSchema } from '#app/features/bank-statements/schemas.server.ts'
import { settleRow } from '#app/features/bank-statements/settle-row.server.ts'
import { SettleForm } from '#app/features/bank-statements/ui/settle-form.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { formatIban } from '#app/platform/iban.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'bankstatements:row.title', description: 'bankstatements:row.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  return { row: orNotFound(getRow(ctx, params.rowId ?? '')) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  return handleForm(request, settleSchema, (input) => {
    settleRow(ctx, { ...input, rowId: params.rowId ?? '' })
    const text = { key: 'bankstatements:flash.settled' }
    return redirectWithFlash(request, '/escrow/bank-statements', { tone: 'success', text })
  })
}

export default function StatementRowPage() {
  const { row } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('bankstatements')
  const format = useFormat()
  const stated = (term: string, description: string) => (description ? [{ term, description }] : [])
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('escrow'), to: '/escrow' },
          { label: t('title'), to: '/escrow/bank-statements' },
          { label: row.counterparty || row.message || t('noName') },
        ]}
      />
      <Card title={t(row.settledAs ? `settledAs.${row.settledAs}` : `outcome.${row.outcome}`)}>
        <DescriptionList
          layout="grid"
          items={[
            { term: t('field.amount'), description: <Money cents={row.amountCents} currency={row.currency} /> },
            { term: t('field.bookedOn'), description: format.date(row.bookedOn) },
            ...stated(t('field.counterparty'), row.counterparty),
            ...stated(t('field.account'), row.counterpartyIban && formatIban(row.counterpartyIban)),
            ...stated(t('field.reference'), row.reference),
            { term: t('field.archiveId'), description: <span className="wrap-anywhere">{row.archiveId}</span> },
            ...stated(t('field.endToEndId'), row.endToEndId),
            ...stated(t('field.message'), row.message),
            ...(row.settledAt === null
              ? []
              : [
                  {
                    term: t('field.settled'),
                    description: t('by', { time: format.dateTime(row.settledAt), name: row.settler ?? '' }),
                  },
                ]),
          ]}
        />
        <p className="mt-4 flex flex-wrap gap-4 text-sm">
          <TextLink to={`/escrow/bank-statements/${row.importId}`}>{t('row.file')}</TextLink>
          {row.transferId && <TextLink to={`/escrow/transfers/${row.transferId}`}>{t('row.transfer')}</TextLink>}
        </p>
      </Card>
      {row.outcome === 'unexplained' && row.settledAs === null && row.bookedAt !== null && (
        <SettleForm lastResult={lastResult} />
      )}
    </div>
  )
}
