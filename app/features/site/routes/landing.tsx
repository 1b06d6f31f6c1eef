import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useRootData } from '#app/features/site/shell/root-data.ts'
import { organization } from '#app/features/site/structured-data.ts'
import { ContactSales } from '#app/features/site/ui/contact-sales.tsx'
import { CostPrompt } from '#app/features/site/ui/cost-prompt.tsx'
import { FeatureGrid } from '#app/features/site/ui/feature-grid.tsx'
import { Hero } from '#app/features/site/ui/hero.tsx'
import { HowItWorks } from '#app/features/site/ui/how-it-works.tsx'
import { LandingStats } from '#app/features/site/ui/landing-stats.tsx'
import { env } from '#app/platform/env.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'site:landing.title' }

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? [
        { tagName: 'link', rel: 'canonical', href: `${data.origin}/` },
        { 'script:ld+json': organization(data.origin, data.salesEmail) },
      ]
    : []

export function loader() {
  return { salesEmail: env.SALES_EMAIL, origin: env.origin }
}

export default function Landing() {
  const { salesEmail } = useLoaderData<typeof loader>()
  const signedIn = Boolean(useRootData()?.viewer)
  return (
    <>
      <Hero signedIn={signedIn} />
      <LandingStats />
      <FeatureGrid />
      <HowItWorks />
      <CostPrompt />
      <ContactSales email={salesEmail} />
    </>
  )
}
