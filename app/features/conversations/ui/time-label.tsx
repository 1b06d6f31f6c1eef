import { createContext, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { ageOf } from './chat-time.ts'

/** When something was, as the list says it: the exact time is its title. */
export function TimeLabel({ at, className }: { at: number; className?: string }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const age = ageOf(at, useNow(), format.timeZone)
  if (age.of === 'invalid') return <span className={className}>{t('states.invalidDate')}</span>
  const said = {
    justNow: () => t('list.justNow'),
    minutes: () => t('list.minutesAgo', { count: age.of === 'minutes' ? age.count : 0 }),
    time: () => format.time(at),
    yesterday: () => t('states.yesterday'),
    date: () => format.date(at),
  }[age.of]()
  return (
    <time dateTime={new Date(at).toISOString()} title={format.dateTime(at)} className={className}>
      {said}
    </time>
  )
}

/** The server's moment of the page, so that what is rendered there and here says the same; then the browser's own. */
export const NowContext = createContext<number | null>(null)

/** The present time, to half a minute. */
export function useNow(): number {
  const given = useContext(NowContext)
  const [now, setNow] = useState(() => given ?? Date.now())
  useEffect(() => {
    const tell = () => setNow(Date.now())
    tell()
    const timer = setInterval(tell, 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
