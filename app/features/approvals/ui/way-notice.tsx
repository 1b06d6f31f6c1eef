import { useTranslation } from 'react-i18next'
import type { Way } from '#app/features/approvals/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { useText } from '#app/ui/text.ts'

/** Whether the form asks for an approval: nobody has yet, and somebody can give it. */
export const isAsking = ({ approvers, pendingId }: Way): boolean => approvers.length > 0 && pendingId === null

/**
 * Says, where the user's mandate does not cover what the page is about, who can approve it, or that it waits for that; and to
 * whoever may do it, that it was asked for. Put it into the page's form: it makes the form ask.
 */
export function WayNotice({ way }: { way: Way }) {
  const { t } = useTranslation('approvals')
  const text = useText()
  const format = useFormat()
  const { refusal, approvers, pendingId } = way
  if (pendingId)
    return (
      <Alert
        tone="info"
        title={refusal ? t('notice.waits') : t('notice.asked')}
        actions={
          <ButtonLink to={`/approvals/${pendingId}`} size="sm" variant="outline">
            {t('notice.view')}
          </ButtonLink>
        }
      >
        {!refusal && t('notice.askedText')}
      </Alert>
    )
  if (!refusal) return null
  if (!isAsking(way)) return <Alert tone="warning">{text(refusal.key, refusal.params)}</Alert>
  return (
    <Alert tone="info" title={t('notice.above')}>
      <input type="hidden" name="asks" value="approval" />
      <p>{text(refusal.key, refusal.params)}</p>
      <p>{t('notice.askText', { names: format.list(approvers) })}</p>
    </Alert>
  )
}
