import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Download, FileCheck, FileText, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { SignedSheet } from '#app/features/contracts/ui/signed-sheet.tsx'
import { milestoneInvoiceLinks } from '#app/features/invoicing/milestone-invoice-links.server.ts'
import { certificatePaper } from '#app/features/valuations/certificate-pdf.server.ts'
import { getValuation } from '#app/features/valuations/queries.server.ts'
import { ValuationCrumbs } from '#app/features/valuations/ui/valuation-crumbs.tsx'
import { tones } from '#app/features/valuations/ui/valuation-table.tsx'
import { ValuedLines } from '#app/features/valuations/ui/valued-lines.tsx'
import { certificateName } from '#app/features/valuations/valuation.ts'
import { useFormat } from '#app/i18n/format.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'

export const handle: PageHandle = { title: 'valuations:detail.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'escrow.read')
  const { certificate, ...page } = orNotFound(getValuation(ctx, params.valuationId ?? ''))
  const reader = await readerOf(request, ctx.actor)
  const links = page.role === 'provider' && certificate ? milestoneInvoiceLinks(ctx, page.contract.id) : {}
  return {
    ...page,
    invoice: links[certificate?.id ?? ''] ?? null,
    certificate: certificate && {
      name: certificateName(certificate.number),
      grossCents: certificate.grossCents,
      paper: certificatePaper(certificate, reader),
    },
  }
}

/** A valuation: what the reader has to do now, what was claimed, and the client's certificate. */
export default function Valuation() {
  const { milestone, contract, role, valuation, certificate, actions, invoice } = useLoaderData<typeof loader>()
  const { t } = useTranslation('valuations')
  const format = useFormat()
  const { name, status, reason, note, files, lines, claimed, claimedAt } = valuation
  const path = `/valuations/${valuation.id}`
  const amount = format.money(certificate?.grossCents ?? claimed.grossCents, contract.currency)
  const side = role === 'provider' ? 'provider' : 'client'
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <ValuationCrumbs contract={contract} milestone={milestone} here={name} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex flex-wrap items-center gap-3">
          <span className="text-lg font-semibold">{name}</span>
          <StatusBadge status={status} tone={tones[status]}>
            {t(`status.${status}`)}
          </StatusBadge>
        </p>
        <div className="flex flex-wrap gap-2 print:hidden">
          {actions.includes('certify') && (
            <ButtonLink to={`${path}/certify`} icon={FileCheck}>
              {t('action.certify')}
            </ButtonLink>
          )}
          {invoice && (
            <ButtonLink to={invoice.to} icon={FileText} variant={invoice.isNew ? 'primary' : 'outline'}>
              {t(invoice.isNew ? 'action.invoice' : 'action.openInvoice')}
            </ButtonLink>
          )}
          {actions.includes('return') && (
            <ButtonLink to={`${path}/return`} icon={Undo2} variant="outline">
              {t('action.return')}
            </ButtonLink>
          )}
          {actions.includes('withdraw') && (
            <Form method="post" action={`${path}/withdraw`}>
              <SubmitButton variant="outline">{t('action.withdraw')}</SubmitButton>
            </Form>
          )}
        </div>
      </div>
      <Alert tone={status === 'certified' ? 'success' : 'info'} className="print:hidden">
        <p>
          {status === 'claimed'
            ? t(`hint.claimed.${side}`, { amount })
            : t(`hint.${status}`, { amount, certificate: certificate?.name ?? '' })}
        </p>
        {status === 'claimed' && <p className="mt-1">{t('silence')}</p>}
        {reason && <p className="mt-1 wrap-anywhere">{t('hint.reason', { reason })}</p>}
      </Alert>
      {certificate ? (
        <SignedSheet paper={certificate.paper} pdf={`${path}/certificate.pdf`} />
      ) : (
        <PageSection title={t('detail.claimed')} description={format.dateTime(claimedAt)}>
          <ValuedLines lines={lines} currency={contract.currency} />
          {note && <p className="max-w-prose text-sm whitespace-pre-line wrap-anywhere">{note}</p>}
        </PageSection>
      )}
      {files.length > 0 && (
        <Card title={t('paper.files')} className="print:hidden">
          <ul className="flex flex-col gap-1 text-sm">
            {files.map((file) => (
              <li key={file.id}>
                <a
                  href={`/files/${file.id}`}
                  className="inline-flex min-h-6 min-w-0 items-center gap-1.5 font-medium text-primary underline decoration-primary/40 underline-offset-4 hover:decoration-primary"
                >
                  <Download aria-hidden className="size-4 shrink-0" />
                  <span className="wrap-anywhere">{file.name}</span>
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
