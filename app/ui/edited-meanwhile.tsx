import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#app/ui/alert.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The way to what is stored now, where somebody else saved a record while this form of it was open. */
export function EditedMeanwhile({
  lastResult,
  to,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  to: string
}) {
  const { t } = useTranslation('ui')
  if (!lastResult?.error?.['']?.includes('errors:editedMeanwhile')) return null
  return (
    <Alert tone="warning" title={t('editedMeanwhile.title')}>
      <p>{t('editedMeanwhile.text')}</p>
      <TextLink to={to} target="_blank" block>
        {t('editedMeanwhile.show')}
      </TextLink>
    </Alert>
  )
}
