import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { listPasskeys } from '#app/features/accounts/passkeys/queries.server.ts'
import { removePasskey } from '#app/features/accounts/passkeys/remove-passkey.server.ts'
import { secondFactorSchema } from '#app/features/accounts/schemas.server.ts'
import { RemovePasskeyFields } from '#app/features/accounts/ui/passkey-forms.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'passkeys:remove.title' }

const page = '/security/passkeys'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  const { name } = orNotFound(listPasskeys(ctx).find(({ id }) => id === params.passkeyId))
  return { name, email: ctx.actor.email }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireUser(request)
  return handleForm(request, secondFactorSchema, async (proof) => {
    const { name } = await removePasskey(ctx, { passkeyId: params.passkeyId ?? '', ...proof })
    return redirectWithFlash(request, page, { tone: 'success', text: { key: 'passkeys:removed', params: { name } } })
  })
}

export default function RemovePasskey() {
  const { name, email } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation(['passkeys', 'twofactor'])
  const [form, fields] = useForm<{ password: string; code: string }>({ id: 'remove-passkey', lastResult })
  return (
    <Form method="post" id={form.id} noValidate>
      <ConfirmPanel title={t('remove.heading', { name })} confirmLabel={t('remove.submit')} cancelTo={page}>
        <p>{t('remove.text')}</p>
        <ErrorSummary form={form} labels={{ password: t('twofactor:password'), code: t('twofactor:code') }} />
        <RemovePasskeyFields email={email} hasPasskeys fields={fields} />
      </ConfirmPanel>
    </Form>
  )
}
