import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { keepPage } from './keep-pages.ts'

/** Keeps each page that is read for `owner`, a moment after it is shown (keep-pages.ts). */
export function KeptPages({ owner }: { owner: string | null }) {
  const { t } = useTranslation('offline')
  const { dateTime } = useFormat()
  const { key } = useLocation()
  const { state } = useNavigation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is shown
  useEffect(() => {
    if (state !== 'idle') return
    const timer = setTimeout(() => {
      const texts = { title: t('title'), text: t('text'), list: t('list'), retry: t('retry') }
      // A browser that has no room for it, or does not let pages store, reads online.
      keepPage(owner, { asOf: t('asOf', { time: dateTime(Date.now()) }), ...texts }).catch(() => {})
    }, 1_000)
    return () => clearTimeout(timer)
  }, [owner, key, state])
  return null
}
