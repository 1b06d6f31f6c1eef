import { useModulePreload } from './use-module-preload.ts'
import { usePageCode } from './use-page-code.ts'
import { usePageFocus } from './use-page-focus.ts'
import { usePageLinks } from './use-page-links.ts'

/** Client-side navigation. Until this module has loaded, plain links load documents. */
export function PageNavigation({ contentId }: { contentId: string }): null {
  usePageLinks()
  useModulePreload()
  usePageCode()
  usePageFocus(contentId)
  return null
}
