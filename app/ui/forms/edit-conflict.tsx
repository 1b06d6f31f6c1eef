import type { SubmissionResult } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#app/ui/alert.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

type LastResult = SubmissionResult<string[]> | undefined

const isEditConflict = (lastResult: LastResult) => lastResult?.error?.['']?.includes('errors:editConflict') ?? false

/**
 * The version that a form was filled in from, hidden in it. It stays the same while the form is corrected or gets more lines;
 * only once the form has said that somebody else saved a newer one (`conflict`) does it take that, and is sent again on purpose.
 */
export function ExpectedVersionField({
  lastResult,
  expectedVersion,
  name = 'expectedVersion',
  conflict = 'errors:editConflict',
}: {
  lastResult: LastResult
  expectedVersion: number | undefined
  name?: string
  conflict?: string
}) {
  const before = useRef<string | number>()
  // A form that was refused unread brings no values back, and keeps its version like everything else in it.
  const typed = lastResult && !lastResult.initialValue ? before.current : lastResult?.initialValue?.[name]
  const isTold = lastResult?.error?.['']?.includes(conflict)
  const version = (typeof typed === 'string' || typeof typed === 'number') && !isTold ? typed : expectedVersion
  useEffect(() => {
    before.current = version
  }, [version])
  return version === undefined ? null : <input type="hidden" name={name} value={version} />
}

/** Links to the stored version when somebody else saved the record while this form was open. */
export function EditConflict({ lastResult, to }: { lastResult: LastResult; to: string }) {
  return isEditConflict(lastResult) ? <SavedVersion to={to} /> : null
}

/** Beside a refused form: what was typed is still there, and a link to what is stored. */
export function SavedVersion({ to }: { to: string }) {
  const { t } = useTranslation('ui')
  return (
    <Alert tone="warning" title={t('editConflict.title')}>
      <p>{t('editConflict.text')}</p>
      <TextLink to={to} target="_blank" block>
        {t('editConflict.show')}
      </TextLink>
    </Alert>
  )
}
