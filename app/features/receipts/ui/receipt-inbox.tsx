import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReceiptCandidate } from '#app/features/receipts/candidates.server.ts'
import type { Receipt } from '#app/features/receipts/receipts.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The receipts that wait, each with the rows that it can be put to. */
export function ReceiptInbox({
  receipts,
  lacking,
  mayRecord,
}: {
  receipts: readonly Receipt[]
  lacking: readonly ReceiptCandidate[]
  mayRecord: boolean
}) {
  const { t } = useTranslation('receipts')
  const format = useFormat()
  if (receipts.length === 0)
    return (
      <EmptyState icon={FileText} title={t('inbox.emptyTitle')}>
        {t('inbox.empty')}
      </EmptyState>
    )
  const options = lacking.map(({ id, day, name, amountCents, currency }) => ({
    value: id,
    label: [format.date(day), name, format.money(amountCents, currency)].filter(Boolean).join(' · '),
  }))
  return (
    <Card title={t('inbox.title')}>
      <ul className="flex flex-col divide-y divide-border">
        {receipts.map(({ id, fileId, name, note, addedAt }) => (
          <li key={id} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
            <div className="min-w-0 text-sm">
              <TextLink block to={`/files/${fileId}`} reloadDocument className="wrap-anywhere">
                {name}
              </TextLink>
              <p className="text-muted-foreground wrap-anywhere">
                {[format.date(addedAt), note].filter(Boolean).join(' · ')}
              </p>
            </div>
            {mayRecord && (
              <div className="flex flex-wrap items-end gap-3 print:hidden">
                <PostForm action={`/financials/receipts/${id}/file`} className="flex min-w-0 flex-wrap items-end gap-3">
                  <Select
                    name="transactionId"
                    id={`row-${id}`}
                    label={t('inbox.rowLabel', { name })}
                    placeholder={t('inbox.choose')}
                    options={options}
                    className="max-w-full"
                  />
                  <SubmitButton variant="secondary">{t('inbox.file')}</SubmitButton>
                </PostForm>
                <PostForm action={`/financials/receipts/${id}/remove`}>
                  <SubmitButton variant="ghost" aria-label={t('inbox.removeOf', { name })}>
                    {t('inbox.remove')}
                  </SubmitButton>
                </PostForm>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
