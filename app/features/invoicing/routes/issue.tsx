import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { draftOverLimit } from '#app/features/invoicing/content/draft-over-limit.server.ts'
import { loadInvoicePage, runOrRedirect } from '#app/features/invoicing/invoice-page.server.ts'
import { missingSellerDetails } from '#app/features/invoicing/invoice-party.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { issueSchema } from '#app/features/invoicing/schemas.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'invoicesteps:issue.title' }

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, invoice, isPossible, back } = await loadInvoicePage(args, 'issue')
  if (!isPossible) leavePage(back)
  const { buyer, seller, grossCents, currency } = invoice.document
  return {
    ...{ back, buyer: buyer.name, grossCents, currency },
    isFromEscrow: invoice.milestoneId !== null,
    expectedVersion: invoice.updatedAt,
    missing: missingSellerDetails(seller, invoice.document.lines),
    over: draftOverLimit(ctx, invoice),
    submissionId: newSubmissionId(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, invoice, back } = await loadInvoicePage(args, null)
  return handleForm(args.request, issueSchema, (input) =>
    runOrRedirect(args.request, back, () => {
      const { number } = issueInvoice(ctx, { ...input, invoiceId: invoice.id })
      const text = { key: 'invoicing:flash.issued', params: { number } }
      return redirectWithFlash(args.request, back, { tone: 'success', text })
    }),
  )
}

export default function IssueInvoice() {
  const { back, buyer, grossCents, currency, isFromEscrow, expectedVersion, missing, submissionId, over } =
    useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('invoicesteps')
  const format = useFormat()
  const { t: tLimit } = useTranslation('creditlimit')
  const [form, fields] = useForm<{ creditLimitReason: string }>({ id: 'issue', lastResult })
  const returnTo = `?returnTo=${encodeURIComponent(`${back}/issue`)}`
  return (
    <div className="flex w-full max-w-form flex-col gap-5">
      <ErrorSummary form={form} labels={{ creditLimitReason: tLimit('reason') }} />
      {missing.length > 0 ? (
        <Alert
          tone="warning"
          title={t('issue.incomplete')}
          actions={
            <>
              {missing.some((detail) => detail !== 'iban') && (
                <ButtonLink to={`/company-settings${returnTo}`} size="sm">
                  {t('issue.complete')}
                </ButtonLink>
              )}
              {missing.includes('iban') && (
                <ButtonLink to={`/company-settings/bank-account${returnTo}`} size="sm">
                  {t('issue.addAccount')}
                </ButtonLink>
              )}
              <ButtonLink to={back} size="sm" variant="outline">
                {t('issue.cancel')}
              </ButtonLink>
            </>
          }
        >
          <p>{t('issue.incompleteText')}</p>
          <ul className="mt-1 list-disc ps-5">
            {missing.map((detail) => (
              <li key={detail}>{t(`detail.${detail}`)}</li>
            ))}
          </ul>
        </Alert>
      ) : (
        <Form method="post" noValidate>
          <input type="hidden" name="submissionId" value={submissionId} />
          <input type="hidden" name="expectedVersion" value={expectedVersion} />
          <ConfirmPanel
            title={t('issue.heading')}
            confirmLabel={t('issue.confirm')}
            cancelTo={back}
            cancelLabel={t('issue.cancel')}
            destructive={false}
          >
            <p>{t('issue.text', { buyer, amount: format.money(grossCents, currency) })}</p>
            {isFromEscrow && <p>{t('issue.escrow')}</p>}
            {over && (
              <>
                <p>
                  {tLimit('over', {
                    limit: format.money(over.limitCents, currency),
                    unpaid: format.money(over.unpaidCents, currency),
                  })}
                </p>
                <TextArea field={fields.creditLimitReason} label={tLimit('reason')} required maxLength={500} rows={2} />
              </>
            )}
          </ConfirmPanel>
        </Form>
      )}
    </div>
  )
}
