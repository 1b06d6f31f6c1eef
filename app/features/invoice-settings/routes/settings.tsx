import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { followingAddress } from '#app/features/einvoices/following-address.ts'
import { getInvoiceSettings } from '#app/features/invoice-settings/queries.server.ts'
import { invoiceSettingsSchema } from '#app/features/invoice-settings/schemas.server.ts'
import { SettingsForm } from '#app/features/invoice-settings/ui/settings-form.tsx'
import { updateInvoiceSettings } from '#app/features/invoice-settings/update-invoice-settings.server.ts'
import { detailValues } from '#app/features/invoicing/content/detail-values.ts'
import { amountInputValue } from '#app/features/invoicing/form-values.ts'
import { getCompany } from '#app/features/team/queries.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'invoicesettings:title', description: 'invoicesettings:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'company.update')
  const company = orNotFound(getCompany(ctx))
  const settings = getInvoiceSettings(ctx)
  const localeContext = await localeContextOf(request, ctx.actor)
  const { lateInterest, complaintDays, eScheme, eAddress, eOperator } = detailValues(
    { ...settings, buyer: settings },
    localeContext,
  )
  const { reminderFeeCents } = settings
  return {
    values: {
      ...{ lateInterest, complaintDays, eScheme, eAddress, eOperator, note: settings.note },
      paymentTermDays: String(settings.paymentTermDays ?? ''),
      clientLocale: settings.clientLocale ?? '',
      reminderDays: (settings.reminderDays ?? []).join(', '),
      termAgreed: settings.termAgreed,
      reminderCharge: settings.reminderCharge ?? 'none',
      reminderFee: reminderFeeCents === null ? '' : amountInputValue(reminderFeeCents, localeContext),
    },
    expectedVersion: settings.updatedAt,
    followsFromId: company.businessIdDisputed ? null : followingAddress(company),
    submissionId: newSubmissionId(),
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'company.read')
  return handleForm(request, invoiceSettingsSchema(await localeContextOf(request, ctx.actor)), (input) => {
    updateInvoiceSettings(ctx, input)
    const text = { key: 'invoicesettings:saved' }
    return redirectWithFlash(request, '/company-settings/invoicing', { tone: 'success', text })
  })
}

export default function InvoiceSettings() {
  const loaded = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('invoicesettings')
  const { t: team } = useTranslation('team')
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs items={[{ label: team('company.title'), to: '/company-settings' }, { label: t('title') }]} />
      <SettingsForm key={loaded.expectedVersion} lastResult={lastResult} {...loaded} />
    </div>
  )
}
