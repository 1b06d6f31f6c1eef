import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** Says above a bid's form that it goes on with what was typed and not saved, and offers to begin again from what is saved. */
export function TypedNotice({
  projectId,
  typed,
}: {
  projectId: string
  /** `isBehind`: the project has changed since. */
  typed: { by: string; at: number; isBehind: boolean } | null
}) {
  const { t } = useTranslation('bidtyping')
  const format = useFormat()
  if (!typed) return null
  return (
    <Alert tone={typed.isBehind ? 'warning' : 'info'} title={t('title')} className="w-full max-w-reading">
      <p>{t('text', { name: typed.by, time: format.dateTime(typed.at) })}</p>
      {typed.isBehind && <p className="mt-2">{t('behind')}</p>}
      <Form method="post" action={`/projects/${projectId}/bid-typing`} reloadDocument className="mt-3">
        <SubmitButton variant="outline" size="sm" name="forget" value="true">
          {t('forget')}
        </SubmitButton>
      </Form>
    </Alert>
  )
}

/** Says above a bid's form that is incomplete that what was typed is kept. What is missing is listed below. */
export function KeptNotice({ kept }: { kept: { typedAt: number } }) {
  const { t } = useTranslation('bidtyping')
  const format = useFormat()
  return (
    <Alert tone="info" title={t('keptTitle')}>
      {t('kept', { time: format.time(kept.typedAt) })} {t('incomplete')}
    </Alert>
  )
}
