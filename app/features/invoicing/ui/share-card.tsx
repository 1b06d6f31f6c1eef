import { useTranslation } from 'react-i18next'
import type { InvoiceDetail } from '#app/features/invoicing/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

const terms = ['0', '7', '30', '90'] as const

type Props = {
  id: string
  share: InvoiceDetail['share']
  /** When the links were opened (UTC epoch ms), and how often. */
  openings: { firstAt: number; lastAt: number; count: number } | null
  url: string | null
}

/** The public link: what became of it, create it, choose how long it works, revoke it. */
export function ShareCard({ id, share, openings, url }: Props) {
  const { t } = useTranslation('invoicesteps')
  const format = useFormat()
  const works = share !== null && !share.isExpired
  const until = share?.expiresAt
    ? t(share.isExpired ? 'share.expired' : 'share.until', { date: format.dateTime(share.expiresAt) })
    : t(share ? 'share.always' : 'share.none')
  const opened = openings
    ? t('share.opened', {
        count: openings.count,
        ...{ first: format.dateTime(openings.firstAt), last: format.dateTime(openings.lastAt) },
      })
    : t('share.notOpened')
  return (
    <Card title={t('share.title')} description={t('share.text')}>
      <div className="flex flex-col gap-4">
        {works && url && (
          <div className="flex flex-col gap-1.5">
            <Field name="address" label={t('share.address')} value={url} readOnly />
            <p className="text-sm">
              <TextLink block to={url} target="_blank" rel="noopener">
                {t('share.open')}
              </TextLink>
            </p>
          </div>
        )}
        <p className="text-sm text-muted-foreground">{until}</p>
        {(share || openings) && <p className="text-sm text-muted-foreground">{opened}</p>}
        <PostForm action={`/invoicing/${id}/share`} className="flex flex-wrap items-end gap-2">
          <Select
            name="days"
            label={t('share.days')}
            options={terms.map((value) => ({ value, label: t(`share.term.${value}`) }))}
            className="flex-1"
          />
          <SubmitButton variant="outline">{t(works ? 'share.change' : 'share.create')}</SubmitButton>
        </PostForm>
        {works && (
          <PostForm action={`/invoicing/${id}/unshare`}>
            <SubmitButton variant="outline" size="sm">
              {t('share.revoke')}
            </SubmitButton>
          </PostForm>
        )}
      </div>
    </Card>
  )
}
