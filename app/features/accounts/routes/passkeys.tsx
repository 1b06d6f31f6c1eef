import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { addPasskey } from '#app/features/accounts/passkeys/add-passkey.server.ts'
import { listPasskeys } from '#app/features/accounts/passkeys/queries.server.ts'
import { startPasskey } from '#app/features/accounts/passkeys/start-passkey.server.ts'
import { addPasskeySchema, startPasskeySchema } from '#app/features/accounts/schemas.server.ts'
import { getTwoFactor } from '#app/features/accounts/two-factor/queries.server.ts'
import { CreatePasskey, StartPasskeyForm } from '#app/features/accounts/ui/passkey-forms.tsx'
import { PasskeyTable } from '#app/features/accounts/ui/passkey-table.tsx'
import { RecoveryCodes } from '#app/features/accounts/ui/recovery-codes.tsx'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'passkeys:title', description: 'passkeys:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  const { email, mustSetUpTwoFactor: mustSetUp } = ctx.actor
  return { passkeys: listPasskeys(ctx), now: ctx.now, email, mustSetUp, asksCode: getTwoFactor(ctx).isOn }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireUser(request)
  const form = await readForm(request, () => true)
  if (form.get('intent') !== 'add') {
    return handleFormData(form, startPasskeySchema, async ({ name, ...proof }) =>
      data({ name, options: await startPasskey(ctx, proof) }),
    )
  }
  return handleFormData(form, addPasskeySchema, async ({ name, passkey }) => {
    const { codes } = await addPasskey(ctx, { name, answer: passkey })
    if (codes) return data({ codes })
    const text = { key: 'passkeys:added', params: { name } }
    return redirectWithFlash(request, '/security/passkeys', { tone: 'success', text })
  })
}

export default function Passkeys() {
  const { passkeys, now, email, mustSetUp, asksCode } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer && 'lastResult' in answer ? answer.lastResult : undefined
  const { t } = useTranslation(['passkeys', 'accounts', 'twofactor'])
  return (
    <div className="flex flex-col gap-8">
      <Breadcrumbs items={[{ label: t('accounts:security.title'), to: '/security' }, { label: t('title') }]} />
      {answer && 'codes' in answer ? (
        <RecoveryCodes codes={answer.codes} />
      ) : answer && 'options' in answer ? (
        <div className="max-w-form">
          <CreatePasskey name={answer.name} options={answer.options} />
        </div>
      ) : (
        <>
          {mustSetUp && <Alert tone="warning">{t('twofactor:mustSetUp')}</Alert>}
          <PasskeyTable passkeys={passkeys} now={now} />
          <div className="max-w-form">
            <StartPasskeyForm {...{ email, asksCode, lastResult }} hasPasskeys={passkeys.length > 0} />
          </div>
        </>
      )}
    </div>
  )
}
