import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { reachableAt } from '#app/features/conversations/people-queries.server.ts'
import { findCompany, type PublicCompany } from '#app/features/directory/queries.server.ts'
import { CompanyProfile } from '#app/features/directory/ui/company-profile.tsx'
import { sitePicture } from '#app/features/site/shared-site-page.server.ts'
import { env } from '#app/platform/env.server.ts'
import { productName } from '#app/platform/product.ts'
import { browserCacheControl } from '#app/platform/requests/send-response.server.ts'
import { truncate } from '#app/platform/text/truncate.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareTags } from '#app/ui/share-tags.ts'

export const handle: PageHandle = {
  titleOf: (data) => (data as { company: { name: string } }).company.name,
  scripts: false,
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? [
        ...shareTags({
          ...{ site: productName, title: data.company.name, url: data.url, picture: data.picture },
          description: truncate(data.company.about.replace(/\s+/g, ' '), 160),
        }),
        { 'script:ld+json': organizationOf(data.company, data.url) },
      ]
    : []

/** The company for search engines (schema.org Organization), with what the page shows. */
const organizationOf = ({ name, about, place, country, businessId }: PublicCompany, url: string) => ({
  ...{ '@context': 'https://schema.org', '@type': 'Organization', name, url, description: about },
  address: { '@type': 'PostalAddress', addressLocality: place, addressCountry: country },
  ...(businessId && { identifier: businessId }),
})

/** A visitor's browser may keep it, but asks each time whether it is still shown (`sendResponse`). */
export const headers = () => ({ 'Cache-Control': browserCacheControl })

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const company = orNotFound(findCompany(ctx, params.companyId ?? ''))
  const { now } = ctx
  const isOwn = ctx.company?.id === company.id
  const offers = isOwn ? ('edit' as const) : ('invite' as const)
  const mayDo = ctx.actor === null || can(ctx, isOwn ? 'company.update' : 'projects.invite')
  const { actor } = ctx
  const reachesSomebody =
    !actor || (can(ctx, 'messages.update') && reachableAt({ ...ctx, actor }, company.id).length > 0)
  const mayWrite = !isOwn && reachesSomebody
  const mayTakeDown = actor !== null && can(ctx, 'listings.takeDown')
  return {
    company,
    now,
    mayWrite,
    mayTakeDown,
    offers: mayDo ? offers : null,
    url: `${env.origin}/companies/${company.id}`,
    picture: await sitePicture(request),
  }
}

/** Public page of a company that chose to be in the directory. */
export default function CompanyPage() {
  const { company, now, mayWrite, mayTakeDown, offers } = useLoaderData<typeof loader>()
  return <CompanyProfile company={company} now={now} offers={offers} mayWrite={mayWrite} mayTakeDown={mayTakeDown} />
}
