import { RemixBrowser } from '@remix-run/react'

/**
 * Settles when the loaders' data of the page is decoded. `RemixBrowser` would suspend for that, at the root and with nothing
 * around it. React bears this only as long as nobody clicks: then it renders at once, fails with its error 345, and never
 * again (18.3, `performSyncWorkOnRoot`). So Remix suspends here first. It uses no hook before that.
 */
export async function decodePageData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}
