// data-version: previews of links show in chat alone
import { eq, lte } from 'drizzle-orm'
import { fetchPage, type Network } from '#app/platform/fetch-page.server.ts'
import type { Database } from '#db/client.server.ts'
import { linkPreviews, type StoredPreview } from '#db/schema/chat.ts'
import { readPageHead } from './page-head.server.ts'

/** How long what was found, or not found, is good for (ms). */
const previewLifetime = 24 * 3_600_000
/** Longer addresses carry somebody's session, or nothing that a person reads. */
const longestAddress = 2_000

/** The preview of a page: as it was looked up within a day, or looked up now. Null for a page that has none. */
export async function lookUpPreview(
  db: Database,
  link: string,
  { network, now }: { network: Network; now: number },
): Promise<StoredPreview | null> {
  const url = withoutFragment(link)
  if (url.length > longestAddress) return null
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

/** Removes what is looked up anew anyway. */
export function forgetOldPreviews(db: Database, now: number): number {
  return db
    .delete(linkPreviews)
    .where(lte(linkPreviews.fetchedAt, now - previewLifetime))
    .run().changes
}
