import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { sharedSitePage } from '#app/features/site/shared-site-page.server.ts'
import { useRootData } from '#app/features/site/shell/root-data.ts'
import { organization } from '#app/features/site/structured-data.ts'
import { BrowsePrompt } from '#app/features/site/ui/browse-prompt.tsx'
import { ContactSales } from '#app/features/site/ui/contact-sales.tsx'
import { CostPrompt } from '#app/features/site/ui/cost-prompt.tsx'
import { FeatureGrid } from '#app/features/site/ui/feature-grid.tsx'
import { Hero } from '#app/features/site/ui/hero.tsx'
import { HowItWorks } from '#app/features/site/ui/how-it-works.tsx'
import { LandingStats } from '#app/features/site/ui/landing-stats.tsx'
import { ProductScenes } from '#app/features/site/ui/product-scenes.tsx'
import { env } from '#app/platform/env.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareTags } from '#app/ui/share-tags.ts'

export const handle: PageHandle = { title: 'site:landing.title' }

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? [...shareTags(data.shared), { 'script:ld+json': organization(data.origin, data.salesEmail) }] : []

export async function loader({ request }: LoaderFunctionArgs) {
  const { origin } = env
  const shared = await sharedSitePage(request, '/', 'site:landing.title', 'site:landing.features.text')
  return { salesEmail: env.SALES_EMAIL, origin, shared }
}

export default function Landing() {
  const signedIn = Boolean(useRootData()?.viewer)
  return (
    <>
      <Hero signedIn={signedIn} />
      <LandingStats />
      <FeatureGrid />
      <ProductScenes />
      <HowItWorks />
      <BrowsePrompt />
      <CostPrompt />
      <ContactSales />
    </>
  )
}
