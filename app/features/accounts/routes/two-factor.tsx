import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Fingerprint } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { qrModules } from '#app/documents/qr.server.ts'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { codeSchema, secondFactorSchema, startAppSchema } from '#app/features/accounts/schemas.server.ts'
import { confirmApp } from '#app/features/accounts/two-factor/confirm-app.server.ts'
import { endApp, renewRecoveryCodes } from '#app/features/accounts/two-factor/end-app.server.ts'
import { getTwoFactor } from '#app/features/accounts/two-factor/queries.server.ts'
import { startApp } from '#app/features/accounts/two-factor/start-app.server.ts'
import { RecoveryCodes } from '#app/features/accounts/ui/recovery-codes.tsx'
import { ConfirmAppForm, StartAppForm, TwoFactorForm } from '#app/features/accounts/ui/two-factor-forms.tsx'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'twofactor:title', description: 'twofactor:description' }

const page = '/security/two-factor'

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  const { app, ...state } = getTwoFactor(ctx)
  return {
    ...state,
    email: ctx.actor.email,
    mustSetUp: ctx.actor.mustSetUpTwoFactor,
    app: app && { secret: app.secret, modules: qrModules(app.address) },
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireUser(request)
  const form = await readForm(request)
  const intent = form.get('intent')
  if (intent === 'confirm') return handleFormData(form, codeSchema, async (input) => data(await confirmApp(ctx, input)))
  if (intent === 'renew') {
    return handleFormData(form, secondFactorSchema, async (input) => data(await renewRecoveryCodes(ctx, input)))
  }
  if (intent === 'end') {
    return handleFormData(form, secondFactorSchema, async (input) => {
      await endApp(ctx, input)
      return redirectWithFlash(request, page, { tone: 'success', text: { key: 'twofactor:ended' } })
    })
  }
  return handleFormData(form, startAppSchema, async (input) => {
    await startApp(ctx, input)
    return redirect(page, 303)
  })
}

export default function TwoFactor() {
  const { isOn, passkeys, since, codesLeft, app, email, mustSetUp } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer && 'lastResult' in answer ? answer.lastResult : undefined
  const codes = answer && 'codes' in answer ? answer.codes : null
  const { t } = useTranslation(['twofactor', 'accounts', 'passkeys'])
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs items={[{ label: t('accounts:security.title'), to: '/security' }, { label: t('title') }]} />
      {mustSetUp && <Alert tone="warning">{t('mustSetUp')}</Alert>}
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : app ? (
        <ConfirmAppForm app={app} lastResult={lastResult} />
      ) : since === null ? (
        <>
          <StartAppForm {...{ email, lastResult }} asksCode={isOn} hasPasskeys={passkeys > 0} />
          <div>
            <ButtonLink to="/security/passkeys" variant="outline" icon={Fingerprint}>
              {t('passkeys:open')}
            </ButtonLink>
          </div>
        </>
      ) : (
        <TwoFactorForm {...{ since, codesLeft, email, lastResult }} hasPasskeys={passkeys > 0} />
      )}
    </div>
  )
}
