import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '#app/features/notifications/preferences/preferences.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import { alwaysAtBell, mailTimes, notificationCategories } from '#db/vocabulary/notifications.ts'

/** Which notifications count at the bell, and when their mails come (NOT-6, NOT-7). */
export function PreferencesForm({
  categories,
  waiting,
  email,
  emailVerified,
  timeZone,
  lastResult,
}: Preferences & {
  email: string
  emailVerified: boolean
  timeZone: string
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const { t } = useTranslation('mailsettings')
  const [form] = useForm<Record<string, never>>({ id: 'notification-settings', lastResult })
  const labels = Object.fromEntries(
    notificationCategories.map((category) => [`${category}.mail`, t(`category.${category}`)]),
  )
  return (
    <div className="flex flex-col gap-6">
      {!emailVerified && (
        <Alert tone="warning">
          {t('unverified')} <TextLink to="/verify-email">{t('verify')}</TextLink>
        </Alert>
      )}
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
        <ErrorSummary form={form} labels={labels} />
        <FormCard
          title={t('form.title')}
          description={t('form.text', { email })}
          actions={
            <>
              <SubmitButton wide>{t('form.save')}</SubmitButton>
              <ButtonLink to="/notifications" variant="ghost">
                {t('form.back')}
              </ButtonLink>
            </>
          }
        >
          {notificationCategories.map((category) => (
            <fieldset
              key={category}
              className="grid items-start gap-x-6 gap-y-2 border-b border-border pb-5 sm:grid-cols-2"
            >
              <legend className="mb-1 text-sm font-semibold">{t(`category.${category}`)}</legend>
              <p className="text-sm text-muted-foreground sm:col-span-2">{t(`about.${category}`)}</p>
              {alwaysAtBell.includes(category) ? (
                <p className="py-1.5 text-sm">{t('bell.always')}</p>
              ) : (
                <Checkbox
                  name={`${category}.bell`}
                  id={`${category}-bell`}
                  label={t('bell.label')}
                  defaultChecked={categories[category].bell}
                />
              )}
              <Select
                name={`${category}.mail`}
                id={`${category}-mail`}
                label={t('mail.label')}
                defaultValue={categories[category].mail}
                options={mailTimes.map((value) => ({ value, label: t(`mail.${value}`) }))}
              />
            </fieldset>
          ))}
          <Checkbox
            name="waiting"
            label={t('waiting.label')}
            hint={t('waiting.hint', { timeZone })}
            defaultChecked={waiting}
          />
        </FormCard>
      </Form>
      <Card title={t('always.title')} description={t('always.text')}>
        <ul className="ms-5 flex list-disc flex-col gap-1.5 text-sm marker:text-muted-foreground">
          {(['security', 'approvals', 'terms', 'invoices'] as const).map((kind) => (
            <li key={kind}>{t(`always.${kind}`)}</li>
          ))}
        </ul>
      </Card>
      <p className="text-sm text-muted-foreground">
        {t('desktop.text')} <TextLink to="/notifications/device">{t('desktop.link')}</TextLink>
      </p>
    </div>
  )
}
