import { useTranslation } from 'react-i18next'
import type { Quote } from '#app/features/quotes/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

const terms = ['0', '7', '30', '90'] as const

/** The link by which the client reads and answers: where it went, whether it was opened, how long it works, and turning it off. */
export function QuoteLinkCard({ id, sent }: { id: string; sent: NonNullable<Quote['sent']> }) {
  const { t } = useTranslation('quotes')
  const { t: tLink } = useTranslation('invoicesteps')
  const format = useFormat()
  const { link, openings, sentAt, sentTo } = sent
  const date = format.dateTime(sentAt)
  const opened = openings
    ? tLink('share.opened', {
        count: openings.count,
        ...{ first: format.dateTime(openings.firstAt), last: format.dateTime(openings.lastAt) },
      })
    : tLink('share.notOpened')
  const until = link?.expiresAt
    ? tLink('share.until', { date: format.dateTime(link.expiresAt) })
    : tLink(link ? 'share.always' : 'share.none')
  return (
    <Card title={t('link.title')} description={t('link.text')}>
      <div className="flex flex-col gap-4 text-sm">
        <p className="wrap-anywhere">
          {sentTo ? t('link.mailed', { date, email: sentTo }) : t('link.handed', { date })}
        </p>
        {link && (
          <div className="flex flex-col gap-1.5">
            <Field name="address" label={tLink('share.address')} value={link.url} readOnly />
            <TextLink block to={link.url} target="_blank" rel="noopener">
              {tLink('share.open')}
            </TextLink>
          </div>
        )}
        <p className="text-muted-foreground">{until}</p>
        <p className="text-muted-foreground">{opened}</p>
        <PostForm action={`/invoicing/quotes/${id}/share`} className="flex flex-wrap items-end gap-2">
          <Select
            name="days"
            label={tLink('share.days')}
            options={terms.map((value) => ({ value, label: tLink(`share.term.${value}`) }))}
            className="flex-1"
          />
          <SubmitButton variant="outline">{tLink(link ? 'share.change' : 'share.create')}</SubmitButton>
        </PostForm>
        {link && (
          <PostForm action={`/invoicing/quotes/${id}/unshare`}>
            <SubmitButton variant="outline" size="sm">
              {tLink('share.revoke')}
            </SubmitButton>
          </PostForm>
        )}
      </div>
    </Card>
  )
}
