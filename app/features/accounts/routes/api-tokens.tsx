import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { listApiTokens } from '#app/features/accounts/api/api-tokens.server.ts'
import { createApiToken } from '#app/features/accounts/api/create-api-token.server.ts'
import { apiTokenSchema } from '#app/features/accounts/api/schemas.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { getTwoFactor } from '#app/features/accounts/two-factor/queries.server.ts'
import { ApiTokenForm } from '#app/features/accounts/ui/api-token-form.tsx'
import { ApiTokenTable } from '#app/features/accounts/ui/api-token-table.tsx'
import { SecurityTabs } from '#app/features/accounts/ui/security-tabs.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'apitokens:title', description: 'apitokens:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  const { isOn: asksCode, passkeys } = getTwoFactor(ctx)
  const form = { email: ctx.actor.email, asksCode, hasPasskeys: passkeys > 0, submissionId: newSubmissionId() }
  return { tokens: listApiTokens(ctx), now: ctx.now, form }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireUser(request)
  return handleForm(request, apiTokenSchema, async (input) => data(await createApiToken(ctx, input)))
}

export default function ApiTokens() {
  const { tokens, now, form } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const token = answer && 'token' in answer ? answer.token : null
  const lastResult = answer && 'lastResult' in answer ? answer.lastResult : undefined
  const { t } = useTranslation('apitokens')
  return (
    <div className="flex flex-col gap-6">
      <SecurityTabs current="tokens" />
      {token ? (
        <>
          <Alert tone="success" title={t('madeTitle')}>
            {t('madeText')}
          </Alert>
          <Card title={t('madeName')}>
            <code className="font-mono wrap-anywhere select-all" translate="no">
              {token}
            </code>
          </Card>
          <div>
            <ButtonLink to="/security/api-tokens">{t('done')}</ButtonLink>
          </div>
        </>
      ) : (
        <>
          <ApiTokenTable tokens={tokens} now={now} />
          <div className="max-w-form">
            <ApiTokenForm {...form} lastResult={lastResult} />
          </div>
        </>
      )}
    </div>
  )
}
