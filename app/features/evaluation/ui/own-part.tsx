import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** What an evaluator does: declare, score each bid, submit. */
export function OwnPart({
  base,
  bids,
  own,
  criteria,
}: {
  base: string
  bids: readonly { id: string; companyName: string }[]
  own: { declaredAt: number | null; submittedAt: number | null; scores: readonly { bidId: string }[] }
  /** How many points a bid gets. */
  criteria: number
}) {
  const { t } = useTranslation('evaluation')
  if (own.submittedAt !== null) return <p className="text-sm text-muted-foreground">{t('own.submitted')}</p>
  if (own.declaredAt === null)
    return (
      <Card title={t('own.declareTitle')}>
        <PostForm action={`${base}/declare`} noValidate className="flex max-w-prose flex-col gap-4 text-sm">
          <p className="text-muted-foreground">{t('own.declareText')}</p>
          <label className="flex min-h-6 items-start gap-3">
            <input type="checkbox" name="declared" required className="mt-1 size-4 shrink-0 accent-primary" />
            <span>{t('own.declare')}</span>
          </label>
          <SubmitButton className="self-start">{t('own.declareSubmit')}</SubmitButton>
        </PostForm>
      </Card>
    )
  const isScored = (id: string) => own.scores.filter(({ bidId }) => bidId === id).length === criteria
  const isReady = bids.every(({ id }) => isScored(id))
  return (
    <Card title={t('own.title')} flush>
      <ul className="divide-y divide-border border-y border-border text-sm">
        {bids.map(({ id, companyName }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
            <TextLink to={`${base}/bids/${id}`} block className="wrap-anywhere">
              {companyName}
            </TextLink>
            {isScored(id) ? (
              <Badge tone="success" icon={Check}>
                {t('own.scored')}
              </Badge>
            ) : (
              <Badge tone="warning">{t('own.unscored')}</Badge>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-3 px-4 py-4 text-sm sm:px-5">
        <p className="text-muted-foreground">{t(isReady ? 'own.final' : 'own.missing')}</p>
        {isReady && bids.length > 0 && (
          <PostForm action={`${base}/submit`}>
            <SubmitButton>{t('own.submit')}</SubmitButton>
          </PostForm>
        )}
      </div>
    </Card>
  )
}
