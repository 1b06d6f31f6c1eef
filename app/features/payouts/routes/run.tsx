import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireRole } from '#app/features/accounts/guards.server.ts'
import { approvePayouts } from '#app/features/payouts/approve-payouts.server.ts'
import { bookPayouts } from '#app/features/payouts/book-payouts.server.ts'
import { discardPayouts } from '#app/features/payouts/discard-payouts.server.ts'
import { isParty } from '#app/features/payouts/load-run.server.ts'
import { returnPayout } from '#app/features/payouts/return-payout.server.ts'
import { getRun } from '#app/features/payouts/runs.server.ts'
import { runSchema } from '#app/features/payouts/schemas.server.ts'
import { PaymentState } from '#app/features/payouts/ui/payment-state.tsx'
import { BookForm, DecisionForm, FileCard, ReturnForm } from '#app/features/payouts/ui/run-forms.tsx'
import { RunStatus } from '#app/features/payouts/ui/run-status.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { formatIban } from '#app/platform/iban.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'

export const handle: PageHandle = { title: 'payouts:title', description: 'payouts:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const found = orNotFound(getRun(ctx, params.runId ?? ''))
  return { ...found, actorId: ctx.actor.id, worksForPayee: isParty(ctx, found.payments) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const runId = params.runId ?? ''
  return handleForm(request, runSchema, async (input) => {
    if (input.intent === 'approve') await approvePayouts(ctx, { runId, password: input.password })
    else if (input.intent === 'discard') discardPayouts(ctx, runId)
    else if (input.intent === 'book') bookPayouts(ctx, { ...input, runId })
    else returnPayout(ctx, { ...input, runId })
    const text = { key: `payouts:flash.${input.intent}` }
    return redirectWithFlash(request, `/escrow/payouts/${runId}`, { tone: 'success', text })
  })
}

export default function PayoutRunPage() {
  const { run, payments, actorId, worksForPayee } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('payouts')
  const format = useFormat()
  const by = (at: number, name: string) => t('field.by', { time: format.dateTime(at), name })
  const name = t('runs.name', { number: run.number })
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[{ label: t('escrow'), to: '/escrow' }, { label: t('title'), to: '/escrow/payouts' }, { label: name }]}
      />
      {run.status === 'prepared' && (
        <DecisionForm
          run={run}
          isOwn={run.preparerId === actorId}
          worksForPayee={worksForPayee}
          lastResult={lastResult}
        />
      )}
      {run.status === 'approved' && <FileCard run={run} />}
      <Card title={name}>
        <DescriptionList
          layout="grid"
          items={[
            { term: t('field.status'), description: <RunStatus run={run} /> },
            { term: t('field.total'), description: <Money cents={run.totalCents} currency="EUR" /> },
            { term: t('field.prepared'), description: by(run.preparedAt, run.preparer) },
            ...(run.decidedAt === null
              ? []
              : [{ term: t('field.decided'), description: by(run.decidedAt, run.decider ?? '') }]),
            ...(run.executionDate
              ? [{ term: t('field.executionDate'), description: format.date(run.executionDate) }]
              : []),
          ]}
        />
      </Card>
      <PageSection title={t('field.payments')}>
        <DataTable
          caption={t('field.payments')}
          rows={payments}
          rowKey={(row) => row.id}
          columns={[
            { key: 'company', header: t('field.company'), primary: true, cell: (row) => row.payeeName },
            { key: 'source', header: t('field.source'), cell: (row) => t(`source.${row.source}`) },
            {
              key: 'account',
              header: t('field.account'),
              cell: (row) => <span className="whitespace-nowrap tabular-nums">{formatIban(row.iban)}</span>,
            },
            { key: 'state', header: t('field.status'), cell: (row) => <PaymentState payment={row} /> },
            {
              key: 'archive',
              header: t('field.archiveId'),
              cell: (row) => [row.bookedAs, row.returnedAs].filter(Boolean).join(', ') || '–',
            },
            {
              key: 'amount',
              header: t('field.amount'),
              numeric: true,
              cell: (row) => <Money cents={row.amountCents} currency={row.currency} />,
            },
          ]}
        />
      </PageSection>
      <BookForm key={`book ${run.openPayments}`} payments={payments} lastResult={lastResult} />
      <ReturnForm payments={payments} lastResult={lastResult} />
    </div>
  )
}
