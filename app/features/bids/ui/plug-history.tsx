import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'

type Row = { id: string; netCents: number | null; reason: string; setAt: number; setByName: string }

/** What was reckoned for a gap, newest first, with who, when and why. */
export function PlugHistory({ plugs, currency }: { plugs: readonly Row[]; currency: string }) {
  const { t } = useTranslation('bids')
  const format = useFormat()
  return (
    <section>
      <h3 className="text-sm font-medium text-foreground">{t('plug.history')}</h3>
      <ul className="mt-1.5 flex flex-col gap-2 text-sm">
        {plugs.map(({ id, netCents, reason, setAt, setByName }) => (
          <li key={id}>
            <span className="font-medium text-foreground tabular-nums">
              {netCents === null ? t('plug.takenBack') : format.money(netCents, currency)}
            </span>{' '}
            {t('plug.by', { name: setByName, date: format.dateTime(setAt) })}
            <span className="block wrap-anywhere whitespace-pre-line">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
