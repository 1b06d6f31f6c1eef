import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The user's email address, whether it is verified, and a link to verify it. */
export function EmailCard({ email, verified }: { email: string; verified: boolean }) {
  const { t } = useTranslation('accounts')
  return (
    <Card
      title={t('profile.emailTitle')}
      footer={
        <TextLink to="/security" block>
          {t('profile.passwordLink')}
        </TextLink>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium wrap-anywhere">{email}</span>
          <StatusBadge status={verified ? 'verified' : 'pending'}>
            {t(verified ? 'profile.verified' : 'profile.unverified')}
          </StatusBadge>
        </p>
        {!verified && (
          <Form method="post" className="flex flex-col items-start gap-3">
            <input type="hidden" name="intent" value="resend-verification" />
            <p className="text-muted-foreground">{t('profile.unverifiedHint', { email })}</p>
            <SubmitButton variant="outline">{t('profile.resend')}</SubmitButton>
          </Form>
        )}
      </div>
    </Card>
  )
}
