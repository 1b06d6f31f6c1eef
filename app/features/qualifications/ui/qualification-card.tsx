import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isInOrder, type QualificationItem } from '#app/features/qualifications/check-qualification.ts'
import { Card } from '#app/ui/card.tsx'
import { QualificationItems } from './qualification-items.tsx'

/** What a bid answers to the requirements and the demanded certificates, with what its reader can do about it. Nothing where nothing is asked. */
export function QualificationCard({
  items,
  currency,
  actions,
}: {
  items: readonly QualificationItem[]
  currency: string
  actions?: ReactNode
}) {
  const { t } = useTranslation('qualification')
  if (items.length === 0) return null
  const open = items.filter((item) => !isInOrder(item)).length
  return (
    <Card title={t('card.title')} actions={actions} flush>
      <p className="px-4 pb-3 text-sm text-muted-foreground sm:px-5">
        {open === 0 ? t('card.complete') : t('card.open', { count: open })}
      </p>
      <QualificationItems items={items} currency={currency} />
    </Card>
  )
}
