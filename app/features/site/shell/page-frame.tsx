import type { ReactNode } from 'react'
import { usePageTitle } from '#app/ui/page-title.ts'
import { Header, titleId } from './header.tsx'
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
        className="mx-auto w-full max-w-7xl min-w-0 flex-1 px-4 py-6 sm:px-6 lg:px-8 lg:py-8 print:p-0"
      >
        {children}
      </main>
    </div>
  )
}
