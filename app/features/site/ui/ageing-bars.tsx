import { useTranslation } from 'react-i18next'
import type { AgeingChart } from '#app/features/site/figures.server.ts'
import { Card } from '#app/ui/card.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

const ages = ['notDue', 'to30', 'to60', 'to90', 'over90'] as const
const pages = { issued: '/invoicing/open-items', received: '/invoicing/open-items?view=received' }

/** What is open, by how long it is overdue: a table whose rows have a bar each, so that the chart can be read and heard as well as seen. */
export function AgeingBars({ direction, rows }: AgeingChart) {
  const { t } = useTranslation('openitems')
  return (
    <Card title={t(`ageing.title.${direction}`)} actions={<TextLink to={pages[direction]}>{t('title')}</TextLink>}>
      <div className="flex flex-col gap-5">
        {rows.map((row) => {
          const most = Math.max(1, ...ages.map((age) => row[age]))
          return (
            <table key={row.currency} className="w-full text-sm">
              <caption className="sr-only">
                {t(`ageing.title.${direction}`)}, {row.currency}
              </caption>
              <tbody>
                {ages.map((age) => (
                  <tr key={age}>
                    <th scope="row" className="w-1/3 py-1 pe-3 text-start font-normal text-muted-foreground">
                      {t(`ageing.${age}`)}
                    </th>
                    <td className="py-1">
                      <svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none" className="h-3 w-full">
                        <rect
                          width={(100 * Math.max(0, row[age])) / most}
                          height="10"
                          className={age === 'notDue' ? 'fill-primary' : 'fill-destructive'}
                        />
                      </svg>
                    </td>
                    <td className="py-1 ps-3 text-end whitespace-nowrap tabular-nums">
                      <Money cents={row[age]} currency={row.currency} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        })}
      </div>
    </Card>
  )
}
