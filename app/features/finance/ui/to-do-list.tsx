import { useTranslation } from 'react-i18next'
import type { ToDo } from '#app/features/finance/to-do.server.ts'
import { Card } from '#app/ui/card.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** What to do next, each with the list that shows it. */
export function ToDoList({ toDo }: { toDo: ToDo }) {
  const { t } = useTranslation('finance')
  const items = [
    { count: toDo.toCheck, key: 'toDo.toCheck', to: '/invoicing/received?state=toCheck' },
    { count: toDo.toApprove, key: 'toDo.toApprove', to: '/invoicing/received?state=toApprove' },
    { count: toDo.open, key: 'toDo.open', to: '/financials/transactions?state=open' },
    { count: toDo.ready, key: 'toDo.ready', to: '/financials/transactions?state=draft' },
    {
      count: toDo.unproven.count,
      key: 'toDo.unproven',
      to: `/financials/transactions?receipt=missing&from=${toDo.unproven.fromDay}`,
    },
  ] as const
  const waiting = items.filter(({ count }) => count > 0)
  return (
    <Card title={t('toDo.title')}>
      {waiting.length === 0 ? (
        <p className="text-sm text-muted-foreground">{t('toDo.nothing')}</p>
      ) : (
        <ul className="flex flex-col gap-2 text-sm">
          {waiting.map(({ count, key, to }) => (
            <li key={key}>
              <TextLink block to={to}>
                {t(key, { count })}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
