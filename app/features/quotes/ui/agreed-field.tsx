import { useTranslation } from 'react-i18next'
import { Alert } from '#app/ui/alert.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import type { FieldMeta } from '#app/ui/forms/field-frame.tsx'

/** That the client, who has read the quote, agrees that it ends: until its date it binds whoever made it. */
export function AgreedField({ field }: { field: FieldMeta }) {
  const { t } = useTranslation('quotes')
  return (
    <>
      <Alert tone="warning" title={t('agreed.title')}>
        <p>{t('agreed.text')}</p>
      </Alert>
      <Checkbox field={field} label={t('agreed.label')} />
    </>
  )
}
