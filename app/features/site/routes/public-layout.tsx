import { Outlet } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { PublicBar } from '#app/features/site/shell/public-bar.tsx'
import { PublicFooter } from '#app/features/site/shell/public-footer.tsx'
import { QuickLinks } from '#app/features/site/shell/quick-links.tsx'
import { useRootData } from '#app/features/site/shell/root-data.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { scripts: false }

/** The layout of the public pages. It sends no scripts. */
export default function PublicLayout() {
  const root = useRootData()
  const { t } = useTranslation('shell')
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed start-4 top-3 z-50 -translate-y-20 rounded-md bg-primary px-4 py-2 text-sm font-medium text-primary-foreground focus:translate-y-0 print:hidden"
      >
        {t('skip')}
      </a>
      <PublicBar viewer={root?.viewer ?? null} />
      <main id="content" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <QuickLinks />
      <PublicFooter tag={root?.tag ?? 'en'} theme={root?.theme ?? 'space'} year={root?.year ?? 2026} />
    </div>
  )
}
