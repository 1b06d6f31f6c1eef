import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { findPublicTender } from '#app/features/tender-pages/queries.server.ts'
import { demandOf } from '#app/features/tender-pages/tender-data.ts'
import { Tender, type Viewer } from '#app/features/tender-pages/ui/tender.tsx'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import { env } from '#app/platform/env.server.ts'
import { productName } from '#app/platform/product.ts'
import { browserCacheControl } from '#app/platform/requests/send-response.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareTags } from '#app/ui/share-tags.ts'

export const handle: PageHandle = {
  titleOf: (data) => (data as { tender: { title: string } }).tender.title,
  scripts: false,
}

/** Search engines are told what an open tender asks for. A page of a project that takes no more bids is not for them. */
export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return []
  const { tender, url, summary, locale, kind } = data
  const picture = `${url}/picture.png?language=${locale}`
  return [
    ...shareTags({ site: productName, title: tender.title, description: summary, url, picture }),
    tender.isOpen ? { 'script:ld+json': demandOf(tender, url, summary, kind) } : { name: 'robots', content: 'noindex' },
  ]
}

/** A visitor's browser may keep it, but asks each time whether it is still shown (`sendResponse`). */
export const headers = () => ({ 'Cache-Control': browserCacheControl })

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const tender = orNotFound(findPublicTender(ctx, params.projectId ?? ''))
  const viewer: Viewer = !ctx.actor ? 'guest' : can(ctx, 'projects.read') ? 'reader' : 'other'
  const url = `${env.origin}/tenders/${tender.id}`
  const { locale } = await detectLanguage(request, ctx.actor?.locale ?? null)
  const kind = i18nFor(locale).getFixedT(null, 'projects')(`category.${tender.category}`)
  return { tender, viewer, now: ctx.now, url, locale, kind, summary: summaryOf(tender.description) }
}

/** The first words of a description, on one line. */
function summaryOf(description: string): string {
  const line = description.replace(/\s+/g, ' ').trim()
  return line.length > 160 ? `${line.slice(0, 160).replace(/\s\S*$/, '')}…` : line
}

/** Public page of a project that its client shows to everyone. */
export default function PublicTenderPage() {
  const { tender, viewer, now } = useLoaderData<typeof loader>()
  return <Tender tender={tender} viewer={viewer} now={now} />
}
