import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireRole, requireUser } from '#app/features/accounts/guards.server.ts'
import { takedownSchema } from '#app/features/directory/listing-schema.server.ts'
import { findModerated } from '#app/features/directory/queries.server.ts'
import { restoreListing, takeDownListing } from '#app/features/directory/take-down-listing.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  titleOf: (data) => `takedowns:pageOf?company=${encodeURIComponent((data as { page: { name: string } }).page.name)}`,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  return { page: orNotFound(findModerated(ctx, params.companyId ?? '')) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireUser(request, 'listings.takeDown')
  const companyId = params.companyId ?? ''
  const form = await readForm(request, (posted) => posted.get('intent') !== 'restore')
  const done = (to: string, key: string) => redirectWithFlash(request, to, { tone: 'success', text: { key } })
  if (form.get('intent') === 'restore')
    return handleButton(request, `/companies/${companyId}/takedown`, () => {
      restoreListing(ctx, { companyId })
      return done('/companies/takedowns', 'takedowns:restored')
    })
  return handleFormData(form, takedownSchema, ({ reason }) => {
    takeDownListing(ctx, { companyId, reason })
    return done(`/companies/${companyId}/takedown`, 'takedowns:taken')
  })
}

/** Where staff take a company's page out of the directory, with a reason, or show it again. */
export default function Takedown() {
  const { page } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('takedowns')
  const format = useFormat()
  const [form, fields] = useForm<{ reason: string }>({ id: 'takedown', lastResult })
  const { name, about, takedown } = page
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs items={[{ label: t('title'), to: '/companies/takedowns' }, { label: name }]} />
      {takedown && (
        <Alert
          tone="warning"
          title={t('down')}
          actions={
            <Form method="post">
              <input type="hidden" name="intent" value="restore" />
              <SubmitButton size="sm" variant="outline">
                {t('restore')}
              </SubmitButton>
            </Form>
          }
        >
          <p>{t('since', { date: format.date(takedown.takenDownAt) })}</p>
          <p className="wrap-anywhere whitespace-pre-wrap">{takedown.reason}</p>
        </Alert>
      )}
      <Card title={t('says')}>
        <p className="wrap-anywhere whitespace-pre-wrap">{about ?? t('saysNothing')}</p>
      </Card>
      {!takedown && (
        <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
          <ErrorSummary form={form} labels={{ reason: t('reason') }} />
          <FormCard
            title={t('takeTitle')}
            description={t('takeText')}
            actions={<SubmitButton variant="destructive">{t('take')}</SubmitButton>}
          >
            <TextArea
              field={fields.reason}
              label={t('reason')}
              hint={t('reasonHint')}
              rows={4}
              maxLength={1000}
              required
            />
          </FormCard>
        </Form>
      )}
    </div>
  )
}
