import { Link, useLocation } from '@remix-run/react'
import { Calculator, MessageSquareQuote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#app/ui/button.tsx'

/** Pages on which the floating buttons stand: those that tell about the product, and none with a form of its own. */
const pages = ['/', '/pricing', '/tenders']

/** The floating buttons of the public pages, which send no scripts and so lead to pages. They come to rest above the footer, whose forms they must not cover. Phones have them in the menu and on the landing page. */
export function QuickLinks() {
  const { t } = useTranslation('estimation')
  const { t: tQuote } = useTranslation('quoterequest')
  const { pathname } = useLocation()
  if (!pages.includes(pathname)) return null
  return (
    <aside
      aria-label={t('title')}
      className="sticky bottom-4 z-20 me-4 mb-4 hidden flex-col items-end gap-2 self-end lg:flex print:hidden"
    >
      <Link to="/estimate" className={buttonClass({ variant: 'secondary' }, 'shadow-lg')}>
        <Calculator aria-hidden />
        {t('link')}
      </Link>
      <Link to="/quote" className={buttonClass({}, 'shadow-lg')}>
        <MessageSquareQuote aria-hidden />
        {tQuote('link')}
      </Link>
    </aside>
  )
}
