import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#app/ui/alert.tsx'
import { usePageTitle } from '#app/ui/page-title.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import { Header, titleId } from './header.tsx'
import { PlanBanner } from './plan-banner.tsx'
import { QuickLinks } from './quick-links.tsx'
import type { ShellData } from './shell.server.ts'

export const contentId = 'content'

/** A workspace page: the header with its title, and the content. `failed` leaves the title to the error screen. */
export function PageFrame({ shell, failed, children }: { shell: ShellData; failed?: boolean; children: ReactNode }) {
  const { heading, description } = usePageTitle()
  return (
    <div id="workspace-page" className="flex min-w-0 flex-1 flex-col">
      <Header title={failed ? null : heading} description={failed ? null : description} shell={shell} />
      <main
        id={contentId}
        tabIndex={-1}
        aria-labelledby={failed || !heading ? undefined : titleId}
        className="w-full max-w-wide min-w-0 flex-1 px-4 py-6 sm:px-6 lg:px-8 lg:py-8 print:p-0"
      >
        {shell.outdated && !failed && <OutdatedShell />}
        {shell.plan && <PlanBanner plan={shell.plan} />}
        {children}
      </main>
      {!failed && <QuickLinks beside />}
    </div>
  )
}

/** The page is new, but what surrounds it (menu, counts) is not. */
function OutdatedShell() {
  const { t } = useTranslation('ui')
  const { pathname, search } = useLocation()
  return (
    <div className="mb-6">
      <Alert tone="warning" title={t('error.outdated')}>
        <TextLink to={pathname + search} replace block>
          {t('error.tryAgain')}
        </TextLink>
      </Alert>
    </div>
  )
}
