import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#app/ui/alert.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** Tells people whose address is not verified how to verify it, because they can sign nothing until then, and sends the link once more. */
export function UnverifiedEmail({ email }: { email: string }) {
  const { t } = useTranslation('site')
  return (
    <Alert
      tone="warning"
      title={t('dashboard.unverified.title')}
      actions={
        <Form method="post" action="/profile">
          <input type="hidden" name="intent" value="resend-verification" />
          <SubmitButton variant="outline" size="sm">
            {t('dashboard.unverified.send')}
          </SubmitButton>
        </Form>
      }
    >
      {t('dashboard.unverified.hint', { email })}
    </Alert>
  )
}
