import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { ageOf } from './chat-time.ts'

/** A short relative time for lists, with the exact time as its title. `at` is UTC epoch ms. */
export function TimeLabel({ at, className }: { at: number; className?: string }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const age = ageOf(at, useNow(), format.timeZone)
  if (age.kind === 'invalid') return <span className={className}>{t('states.invalidDate')}</span>
  const text = {
    justNow: () => t('list.justNow'),
    minutes: () => t('list.minutesAgo', { count: age.kind === 'minutes' ? age.count : 0 }),
    time: () => format.time(at),
    yesterday: () => t('states.yesterday'),
    date: () => format.date(at),
  }[age.kind]()
  return (
    <time dateTime={new Date(at).toISOString()} title={format.dateTime(at)} className={className}>
      {text}
    </time>
  )
}

/** How often times are renewed (ms). */
const renewal = 30_000

const NowContext = createContext<number | null>(null)

/**
 * The time for everything within: at first `at`, when the server rendered the page (UTC epoch ms), so that hydration renders the
 * same; then the current time, every 30 seconds. One clock for all rows of a list.
 */
export function NowProvider({ at, children }: { at: number | undefined; children: ReactNode }) {
  const [now, setNow] = useState(() => at ?? Date.now())
  useEffect(() => {
    const update = () => setNow(Date.now())
    // A page that has just been rendered is not rendered again for less than its times show.
    if (at !== undefined && Math.abs(Date.now() - at) > renewal) update()
    const timer = setInterval(update, renewal)
    return () => clearInterval(timer)
  }, [at])
  return <NowContext.Provider value={now}>{children}</NowContext.Provider>
}

/** The time of the `NowProvider` (UTC epoch ms). */
export function useNow(): number {
  const now = useContext(NowContext)
  if (now === null) throw new Error('useNow: outside of a NowProvider')
  return now
}
