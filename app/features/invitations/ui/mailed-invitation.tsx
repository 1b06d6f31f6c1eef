import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import type { readMailedInvitation } from '#app/features/invitations/mailed-invitation.server.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { useText } from '#app/ui/text.ts'

const addressOf = (token: string) => `/bid-invitation?${new URLSearchParams({ token })}`

type Invitation = NonNullable<ReturnType<typeof readMailedInvitation>>

/** An invitation for whoever has its mailed link, with or without an account. */
export function MailedInvitation({
  token,
  invitation,
  lastResult,
}: {
  token: string
  invitation: Invitation
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const { t } = useTranslation('mailedinvitation')
  const deadline = useDeadline()
  const { client, title, location, bidDeadline, timeZone, invitedOnly, note } = invitation
  return (
    <AccountCard title={t('heading', { client })} description={t(invitedOnly ? 'invitedOnly' : 'openToAll')}>
      <DescriptionList
        items={[
          { term: t('project'), description: title, wide: true },
          { term: t('location'), description: location },
          { term: t('deadline'), description: deadline(bidDeadline, timeZone), wide: true },
        ]}
      />
      {note && (
        <blockquote className="border-s-2 border-border ps-3 wrap-anywhere whitespace-pre-line">{note}</blockquote>
      )}
      <Answer action={addressOf(token)} invitation={invitation} />
      <Decline token={token} lastResult={lastResult} />
    </AccountCard>
  )
}

/** What whoever reads it does to bid: accept for their company, or first get an account with the address. */
function Answer({ action, invitation: { viewer, email } }: { action: string; invitation: Invitation }) {
  const { t } = useTranslation('mailedinvitation')
  const { t: tAccount } = useTranslation('accounts')
  const text = useText()
  if (viewer.as === 'invited')
    return viewer.refusal ? (
      <Alert tone="warning">{text(viewer.refusal.key, viewer.refusal.params)}</Alert>
    ) : (
      <Form method="post" action={action} className="flex flex-col gap-3">
        <p>{t('acceptFor', { company: viewer.company })}</p>
        <SubmitButton size="lg" name="intent" value="accept">
          {t('accept')}
        </SubmitButton>
      </Form>
    )
  if (viewer.as === 'other')
    return (
      <>
        <Alert tone="info">{t('other', { email, current: viewer.email })}</Alert>
        <ButtonLink to="/logout" size="lg">
          {tAccount('logout.submit')}
        </ButtonLink>
      </>
    )
  return (
    <>
      <p>{t('account', { email })}</p>
      <ButtonLink to="/signup" size="lg">
        {tAccount('signup.submit')}
      </ButtonLink>
      <ButtonLink to="/login" variant="outline" size="lg">
        {tAccount('login.submit')}
      </ButtonLink>
    </>
  )
}

function Decline({ token, lastResult }: { token: string; lastResult: SubmissionResult<string[]> | undefined }) {
  const { t } = useTranslation('mailedinvitation')
  const [form, fields] = useForm<{ reason: string }>({ id: 'decline', lastResult })
  return (
    <details open={lastResult !== undefined} className="border-t border-border pt-5">
      <summary className="min-h-6 cursor-pointer font-medium underline underline-offset-4">{t('declineTitle')}</summary>
      <Form method="post" action={addressOf(token)} id={form.id} noValidate className="mt-4 flex flex-col gap-4">
        <input type="hidden" name="intent" value="decline" />
        <ErrorSummary form={form} labels={{ reason: t('reason') }} />
        <TextArea field={fields.reason} label={t('reason')} hint={t('reasonHint')} required maxLength={2000} rows={3} />
        <SubmitButton variant="outline">{t('decline')}</SubmitButton>
      </Form>
      <Unsubscribe token={token} />
    </details>
  )
}

/** Lets the address have no more invitations by mail. */
export function Unsubscribe({ token }: { token: string }) {
  const { t } = useTranslation('mailedinvitation')
  return (
    <Form method="post" action={addressOf(token)} className="mt-6 flex flex-col gap-3">
      <input type="hidden" name="intent" value="unsubscribe" />
      <p className="text-sm text-muted-foreground">{t('unsubscribeText')}</p>
      <SubmitButton variant="ghost">{t('unsubscribe')}</SubmitButton>
    </Form>
  )
}
