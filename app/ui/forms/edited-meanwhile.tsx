import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#app/ui/alert.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

type LastResult = SubmissionResult<string[]> | undefined

const isEditedMeanwhile = (lastResult: LastResult) =>
  lastResult?.error?.['']?.includes('errors:editedMeanwhile') ?? false

/**
 * The version that a form was filled in from, hidden in it. It stays the same while the form is corrected or gets more lines;
 * only once the form has said that somebody else saved a newer one does it take that, and is sent again on purpose.
 */
export function SeenField({ lastResult, seen }: { lastResult: LastResult; seen: number | undefined }) {
  const typed = lastResult?.initialValue?.seen
  const version = typeof typed === 'string' && !isEditedMeanwhile(lastResult) ? typed : seen
  return version === undefined ? null : <input type="hidden" name="seen" value={version} />
}

/** Links to the stored version when somebody else saved the record while this form was open. */
export function EditedMeanwhile({ lastResult, to }: { lastResult: LastResult; to: string }) {
  const { t } = useTranslation('ui')
  if (!isEditedMeanwhile(lastResult)) return null
  return (
    <Alert tone="warning" title={t('editedMeanwhile.title')}>
      <p>{t('editedMeanwhile.text')}</p>
      <TextLink to={to} target="_blank" block>
        {t('editedMeanwhile.show')}
      </TextLink>
    </Alert>
  )
}
