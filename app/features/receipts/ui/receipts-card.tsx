import { useTranslation } from 'react-i18next'
import type { Receipt } from '#app/features/receipts/receipts.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The receipts of a row. `mayReturn`: while the row is a draft, they can go back into the inbox. */
export function ReceiptsCard({
  transactionId,
  receipts,
  mayAdd,
  mayReturn,
}: {
  transactionId: string
  receipts: readonly Receipt[]
  mayAdd: boolean
  mayReturn: boolean
}) {
  const { t } = useTranslation('receipts')
  return (
    <Card
      title={t('title')}
      actions={
        mayAdd && (
          <ButtonLink
            to={`/financials/transactions/${transactionId}/receipt`}
            variant="outline"
            size="sm"
            className="print:hidden"
          >
            {t('attach.title')}
          </ButtonLink>
        )
      }
    >
      {receipts.length === 0 && <p className="text-sm text-muted-foreground">{t('card.none')}</p>}
      <ul className="flex flex-col gap-3 text-sm">
        {receipts.map(({ id, fileId, name, note }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              <TextLink block to={`/files/${fileId}`} reloadDocument>
                {name}
              </TextLink>{' '}
              {note}
            </span>
            {mayReturn && (
              <PostForm action={`/financials/receipts/${id}/return`}>
                <SubmitButton variant="outline" size="sm" aria-label={t('card.returnOf', { name })}>
                  {t('card.return')}
                </SubmitButton>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
