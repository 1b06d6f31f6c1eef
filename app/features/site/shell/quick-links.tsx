import { Link, useLocation } from '@remix-run/react'
import { Calculator, MessageSquareQuote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#app/ui/button.tsx'

/** Pages on which the floating buttons stand: those that tell about the product and where work begins, and none with a form of its own. */
const pages = ['/', '/pricing', '/tenders', '/dashboard', '/projects', '/support']

/**
 * The floating buttons, which lead to pages, because public pages send no scripts. They come to rest below the content, above a footer whose
 * forms they must not cover. Phones have them in the menu and on the landing page.
 */
export function QuickLinks() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  if (!pages.includes(pathname)) return null
  return (
    <aside
      aria-label={t('quick.title')}
      className="sticky bottom-4 z-20 me-4 mb-4 hidden flex-col items-end gap-2 self-end lg:flex in-data-chat-panel:hidden print:hidden"
    >
      <Link to="/estimate" className={buttonClass({ variant: 'secondary' }, 'shadow-lg')}>
        <Calculator aria-hidden />
        {t('quick.estimate')}
      </Link>
      <Link to="/quote" className={buttonClass({}, 'shadow-lg')}>
        <MessageSquareQuote aria-hidden />
        {t('quick.quote')}
      </Link>
    </aside>
  )
}
