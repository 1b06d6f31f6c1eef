import type { LoaderFunctionArgs } from '@remix-run/node'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { listOpenTenders, withKnownPlace } from '#app/features/tender-pages/queries.server.ts'
import { parseTenderFilter, tendersHref } from '#app/features/tender-pages/tender-filter.ts'
import { formatFor } from '#app/i18n/format.ts'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import { businessTimeZone } from '#app/platform/business-day.ts'
import { env } from '#app/platform/env.server.ts'
import { productName } from '#app/platform/product.ts'
import { writeXml } from '#app/platform/xml/write-xml.ts'

/** The public projects that take bids, by the list's filters, for feed readers (Atom, RFC 4287): the page of those that close next. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const ctx = await visitorContext(request)
  const filter = withKnownPlace(ctx, parseTenderFilter(new URL(request.url).searchParams))
  const { locale, formats } = await detectLanguage(request, null)
  const t = i18nFor(locale).getFixedT(null, ['tenderpages', 'projects'])
  const { rows } = listOpenTenders(ctx, filter, null)
  const self = env.origin + tendersHref(filter, null, '/tenders.atom')
  const entry = rows.map(
    ({ id, title, client, category, location, bidDeadline, timeZone, publishedAt, updatedAt }) => ({
      id: `urn:uuid:${id}`,
      title,
      link: link(`${env.origin}/tenders/${id}`),
      author: { name: client },
      published: new Date(publishedAt ?? updatedAt).toISOString(),
      updated: new Date(updatedAt).toISOString(),
      summary: [
        location,
        t(`projects:category.${category}`),
        `${t('projects:field.bidDeadline')}: ${formatFor(formats, timeZone ?? businessTimeZone).deadline(bidDeadline)}`,
      ].join(' · '),
    }),
  )
  const newest = Math.max(...rows.map(({ updatedAt }) => updatedAt))
  const xml = writeXml({
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      '@xml:lang': locale,
      id: self,
      title: `${t('tenderpages:list.title')} – ${productName}`,
      link: [{ '@rel': 'self', ...link(self) }, link(env.origin + tendersHref(filter))],
      updated: new Date(rows.length > 0 ? newest : ctx.now).toISOString(),
      entry,
    },
  })
  return new Response(xml, {
    headers: {
      'Content-Type': 'application/atom+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=900',
      Vary: 'Accept-Language, Cookie',
    },
  })
}

/** An element that has attributes only. */
const link = (href: string) => ({ '@href': href, '#': true as const })
