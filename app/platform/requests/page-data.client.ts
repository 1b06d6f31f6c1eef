import { RemixBrowser } from '@remix-run/react'

/**
 * Settles when the page's loader data is decoded. `RemixBrowser` would suspend for it at the root, outside any
 * boundary. If the user clicks during that time, React renders synchronously, fails with its error 345 and never
 * recovers (18.3, `performSyncWorkOnRoot`). So we suspend Remix here first, before it has used a hook.
 */
export async function decodePageData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}
