import { useFocusOfPage } from './use-focus-of-page.ts'
import { useLoadAhead } from './use-load-ahead.ts'
import { usePageLinks } from './use-page-links.ts'

/** What makes going from page to page better than loading documents. Until it has come, plain links load them. */
export function PageNavigation({ contentId }: { contentId: string }): null {
  usePageLinks()
  useLoadAhead()
  useFocusOfPage(contentId)
  return null
}
