import { useTranslation } from 'react-i18next'
import type { InvoiceMatch } from '#app/features/finance/invoice-matches.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

const pageOf = ({ id, isFile }: { id: string; isFile: boolean }) =>
  isFile ? `/invoicing/received/${id}` : `/invoicing/${id}`

/** The invoice that a row pays, or those that it may pay, each with its button. */
export function InvoiceMatches({
  transactionId,
  matched,
  suggested,
  mayMatch,
}: {
  transactionId: string
  matched: { id: string; number: string; isFile: boolean } | null
  suggested: readonly (InvoiceMatch & { isFile: boolean })[]
  mayMatch: boolean
}) {
  const { t } = useTranslation('finance')
  const format = useFormat()
  const action = `/financials/transactions/${transactionId}/match`
  if (!matched && (suggested.length === 0 || !mayMatch)) return null
  return (
    <Card title={t('match.title')} description={t('match.text')}>
      <ul className="flex flex-col gap-3 text-sm">
        {matched && (
          <li className="flex flex-wrap items-center justify-between gap-3">
            <TextLink block to={pageOf(matched)}>
              {t('match.invoice', { number: matched.number })}
            </TextLink>
            {mayMatch && (
              <PostForm action={action}>
                <SubmitButton variant="outline" size="sm">
                  {t('match.undo')}
                </SubmitButton>
              </PostForm>
            )}
          </li>
        )}
        {!matched &&
          suggested.map(({ id, number, partyName, grossCents, currency, isFile }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3">
              <span>
                <TextLink block to={pageOf({ id, isFile })}>
                  {t('match.invoice', { number })}
                </TextLink>{' '}
                {partyName} · {format.money(grossCents, currency)}
              </span>
              <PostForm action={action}>
                <input type="hidden" name={isFile ? 'receivedInvoiceId' : 'invoiceId'} value={id} />
                <SubmitButton variant="outline" size="sm" aria-label={t('match.doOf', { number })}>
                  {t('match.do')}
                </SubmitButton>
              </PostForm>
            </li>
          ))}
      </ul>
    </Card>
  )
}
