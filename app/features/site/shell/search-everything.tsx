import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { SearchBox } from '#app/ui/forms/search-box.tsx'

/** The search over all pages, in the header or in the drawer. The search page has its own form. */
export function SearchEverything({ className }: { className: string }) {
  const { t } = useTranslation('shell')
  if (useLocation().pathname === '/search') return null
  return <SearchBox label={t('search')} method="get" action="/search" className={className} input={{ name: 'q' }} />
}
