import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getCertificate } from '#app/features/qualifications/certificates.server.ts'
import { removeCertificate } from '#app/features/qualifications/remove-certificate.server.ts'
import { useCertificateName } from '#app/features/qualifications/ui/certificate-name.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'qualification:remove.title' }

const list = '/company-settings/certificates'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'company.keepCertificates')
  const { kind, label } = orNotFound(getCertificate(ctx, params.certificateId ?? ''))
  return { kind, label }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'company.keepCertificates')
  return handleButton(request, list, () => {
    removeCertificate(ctx, { certificateId: params.certificateId ?? '' })
    return redirectWithFlash(request, list, { tone: 'success', text: { key: 'qualification:remove.done' } })
  })
}

export default function RemoveCertificate() {
  const certificate = useLoaderData<typeof loader>()
  const { t } = useTranslation('qualification')
  const nameOf = useCertificateName()
  return (
    <Form method="post">
      <ConfirmPanel
        title={t('remove.heading', { name: nameOf(certificate) })}
        confirmLabel={t('remove.confirm')}
        cancelTo={list}
        cancelLabel={t('remove.keep')}
      >
        <p>{t('remove.text')}</p>
      </ConfirmPanel>
    </Form>
  )
}
