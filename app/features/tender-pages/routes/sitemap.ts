import type { LoaderFunctionArgs } from '@remix-run/node'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { listSitemapCompanies } from '#app/features/directory/queries.server.ts'
import { listSitemapTenders } from '#app/features/tender-pages/queries.server.ts'
import { env } from '#app/platform/env.server.ts'
import { writeXml } from '#app/platform/xml/write-xml.ts'

const pages = [
  ...['/', '/pricing', '/tenders', '/companies', '/estimate', '/quote', '/contact-sales'],
  ...['/signup', '/login', '/terms', '/privacy', '/cookies'],
]

/** The pages for search engines (sitemaps.org 0.9): the fixed ones, the public projects that take bids, and the companies of the directory. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const ctx = await visitorContext(request)
  const tenders = listSitemapTenders(ctx).map(({ id }) => `/tenders/${id}`)
  const companies = listSitemapCompanies(ctx).map(({ companyId }) => `/companies/${companyId}`)
  const paths = [...pages, ...tenders, ...companies]
  const url = paths.map((path) => ({ loc: env.origin + path }))
  const xml = writeXml({ urlset: { '@xmlns': 'http://www.sitemaps.org/schemas/sitemap/0.9', url } })
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
