import { useLoaderData } from '@remix-run/react'
import { useRootData } from '#app/features/site/shell/root-data.ts'
import { ContactSales } from '#app/features/site/ui/contact-sales.tsx'
import { FeatureGrid } from '#app/features/site/ui/feature-grid.tsx'
import { Hero } from '#app/features/site/ui/hero.tsx'
import { HowItWorks } from '#app/features/site/ui/how-it-works.tsx'
import { LandingStats } from '#app/features/site/ui/landing-stats.tsx'
import { env } from '#app/platform/env.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'site:landing.title' }

export function loader() {
  return { salesEmail: env.SALES_EMAIL }
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
      <ContactSales email={salesEmail} />
    </>
  )
}
