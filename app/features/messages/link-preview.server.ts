// data-version: link previews only appear in chat, which has no versioned pages
import { eq, lte } from 'drizzle-orm'
import { fetchPage, type Network } from '#app/platform/fetch-page.server.ts'
import type { Database } from '#db/client.server.ts'
import { linkPreviews, type StoredPreview } from '#db/schema/chat.ts'
import { readPageHead } from './page-head.server.ts'

/** How long a preview, or the lack of one, is cached (ms). */
const previewLifetime = 24 * 3_600_000
/** Longer URLs usually carry session data and are not looked up. */
const maxUrlLength = 2_000

/** The preview of a page, from the cache or fetched now. Null if the page has none. `now` is UTC epoch ms. */
export async function getLinkPreview(
  db: Database,
  link: string,
  { network, now }: { network: Network; now: number },
): Promise<StoredPreview | null> {
  const url = withoutFragment(link)
  if (url.length > maxUrlLength) return null
  const known = db.select().from(linkPreviews).where(eq(linkPreviews.url, url)).get()
  if (known && known.fetchedAt > now - previewLifetime) return previewOf(link, known)
  const page = await fetchPage(url, network)
  const head = page && readPageHead(page)
  const found = { title: null, description: null, siteName: null, ...head, fetchedAt: now }
  db.insert(linkPreviews)
    .values({ url, ...found })
    .onConflictDoUpdate({ target: linkPreviews.url, set: found })
    .run()
  return previewOf(link, found)
}

type Found = { title: string | null; description: string | null; siteName: string | null }

const previewOf = (url: string, { title, description, siteName }: Found): StoredPreview | null =>
  title === null ? null : { url, title, description, siteName: siteName ?? '' }

function withoutFragment(link: string): string {
  const url = new URL(link)
  url.hash = ''
  return url.href
}

/** Deletes expired previews from the cache. `now` is UTC epoch ms. Returns how many. */
export function deleteExpiredPreviews(db: Database, now: number): number {
  return db
    .delete(linkPreviews)
    .where(lte(linkPreviews.fetchedAt, now - previewLifetime))
    .run().changes
}
