import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { productName } from '#app/platform/product.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { type DevicePreferences, notificationCategories } from '#db/vocabulary/notifications.ts'
import { PermissionState } from './permission-state.tsx'
import { PushSwitch } from './push-switch.tsx'

/** Which notifications this device shows outside the page, and which ones sound (NOT-10). */
export function DeviceForm({
  chosen,
  push,
  lastResult,
}: {
  chosen: DevicePreferences
  push: { publicKey: string | null; isOn: boolean }
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const { t } = useTranslation(['devicesettings', 'mailsettings'])
  const [form] = useForm<Record<string, never>>({ id: 'device-notifications', lastResult })
  return (
    <div className="flex flex-col gap-6">
      <Card title={t('devicesettings:permission.title')}>
        <PermissionState />
      </Card>
      <PushSwitch {...push} />
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
        <ErrorSummary form={form} labels={{}} />
        <FormCard
          title={t('devicesettings:form.title')}
          description={t('devicesettings:form.text')}
          actions={
            <>
              <SubmitButton wide>{t('devicesettings:form.save')}</SubmitButton>
              <ButtonLink to="/notifications/settings" variant="ghost">
                {t('devicesettings:form.back')}
              </ButtonLink>
            </>
          }
        >
          {notificationCategories.map((category) => (
            <fieldset
              key={category}
              className="grid items-start gap-x-6 gap-y-1 border-b border-border pb-4 sm:grid-cols-2"
            >
              <legend className="mb-1 text-sm font-semibold">{t(`mailsettings:category.${category}`)}</legend>
              {(['desktop', 'sound'] as const).map((does) => (
                <Checkbox
                  key={does}
                  name={`${category}.${does}`}
                  id={`${category}-${does}`}
                  label={t(`devicesettings:form.${does}`)}
                  defaultChecked={chosen[category][does]}
                />
              ))}
            </fieldset>
          ))}
          <p className="text-sm text-muted-foreground">{t('devicesettings:form.pages', { product: productName })}</p>
        </FormCard>
      </Form>
    </div>
  )
}
