import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import type { Message } from '#app/platform/errors.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useText } from '#app/ui/text.ts'

/** Behind the link of an invitation whose address has an account: asks its owner to log in. */
export function LogInToJoin({
  email,
  company,
  signedInAs,
}: {
  email: string
  company: string
  signedInAs: string | null
}) {
  const { t } = useTranslation('accounts')
  return (
    <AccountCard title={t('join.heading', { company })}>
      <p>{t('join.logIn', { email })}</p>
      {signedInAs ? (
        <>
          <Alert tone="info">{t('join.other', { email: signedInAs })}</Alert>
          <ButtonLink to="/logout" size="lg">
            {t('logout.submit')}
          </ButtonLink>
        </>
      ) : (
        <>
          <ButtonLink to="/login" size="lg">
            {t('login.submit')}
          </ButtonLink>
          <ButtonLink to="/forgot-password" variant="outline" size="lg">
            {t('login.forgot')}
          </ButtonLink>
        </>
      )}
    </AccountCard>
  )
}

/** The same for its owner, logged in: a button to join the company, or why they cannot. */
export function JoinCompany({
  token,
  email,
  company,
  refusal,
}: {
  token: string
  email: string
  company: string
  refusal: Message | null
}) {
  const { t } = useTranslation('accounts')
  const text = useText()
  return (
    <AccountCard title={t('join.heading', { company })} description={t('logout.signedInAs', { email })}>
      {refusal ? (
        <Alert tone="warning">{text(refusal.key, refusal.params)}</Alert>
      ) : (
        <p>{t('join.text', { company })}</p>
      )}
      {!refusal && (
        <Form method="post" action="/set-password" className="flex flex-col">
          <input type="hidden" name="intent" value="join" />
          <input type="hidden" name="token" value={token} />
          <SubmitButton size="lg">{t('join.submit')}</SubmitButton>
        </Form>
      )}
      <ButtonLink to="/dashboard" variant="outline" size="lg">
        {t('join.later')}
      </ButtonLink>
    </AccountCard>
  )
}
