import { Link, useLocation } from '@remix-run/react'
import { Calculator, MessageSquareQuote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'

/** Pages on which the floating buttons stand: those that tell about the product and where work begins, and none with a form of its own. */
const pages = ['/', '/pricing', '/tenders', '/dashboard', '/projects', '/support']

/**
 * The floating buttons, which lead to pages, because public pages send no scripts. On public pages they float beside the column, where a window
 * has room for that, and come to rest above the footer: nothing is ever covered. Narrower windows have the same links in the bar or its menu,
 * and on the landing page. In the workspace they float beside the column where a
 * window has room for that, and else stand at the end of the page; with scripts they open the pages in dialogs (quick-dialogs.tsx).
 */
export function QuickLinks({ beside = false }: { beside?: boolean }) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  if (!pages.includes(pathname)) return null
  const place = beside
    ? 'flex flex-wrap px-4 pb-6 sm:px-6 lg:px-8 min-[107rem]:sticky min-[107rem]:bottom-4 min-[107rem]:z-20 min-[107rem]:flex-col min-[107rem]:self-end min-[107rem]:px-4 min-[107rem]:pb-0'
    : 'sticky bottom-4 z-20 me-4 mb-4 hidden flex-col self-end min-[100rem]:flex'
  return (
    <aside
      aria-label={t('quick.title')}
      className={classes(place, 'items-end gap-2 in-data-chat-panel:hidden print:hidden')}
    >
      <Link
        to="/estimate"
        reloadDocument={beside}
        data-quick={beside || undefined}
        className={buttonClass({ variant: 'secondary' }, beside ? '' : 'shadow-lg')}
      >
        <Calculator aria-hidden />
        {t('quick.estimate')}
      </Link>
      <Link
        to="/quote"
        reloadDocument={beside}
        data-quick={beside || undefined}
        className={buttonClass({ variant: beside ? 'outline' : 'primary' }, beside ? '' : 'shadow-lg')}
      >
        <MessageSquareQuote aria-hidden />
        {t('quick.quote')}
      </Link>
    </aside>
  )
}
