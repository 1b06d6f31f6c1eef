import { useTranslation } from 'react-i18next'
import type { AdvanceUse } from '#app/features/invoicing/advances/advances-of-draft.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** Of an issued advance, what is left to deduct and which invoices deducted it; of a draft, the way to say what it is. */
export function AdvanceCard({ use, editAt }: { use: AdvanceUse | null; editAt: string | null }) {
  const { t } = useTranslation('invoiceadvances')
  const format = useFormat()
  if (!use && !editAt) return null
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-2.5 text-sm">
        {editAt && (
          <ButtonLink to={editAt} variant="outline">
            {t('edit')}
          </ButtonLink>
        )}
        {use && <p>{t('open', { amount: format.money(use.restCents, use.currency) })}</p>}
        {use?.by.map(({ id, number }) => (
          <p key={id}>
            <TextLink block to={`/invoicing/${id}`}>
              {t('deductedBy', { number })}
            </TextLink>
          </p>
        ))}
      </div>
    </Card>
  )
}
