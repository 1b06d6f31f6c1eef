import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { queryOf, readEstimator } from '#app/features/estimation/answers.server.ts'
import { estimateToday } from '#app/features/estimation/estimate-today.server.ts'
import { compareWithBids } from '#app/features/estimation/queries.server.ts'
import { EstimateResult, resultId } from '#app/features/estimation/ui/estimate-result.tsx'
import { DetailsStep, TypesStep } from '#app/features/estimation/ui/estimator-form.tsx'
import { sharedSitePage } from '#app/features/site/shared-site-page.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { browserCacheControl } from '#app/platform/requests/send-response.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareTags } from '#app/ui/share-tags.ts'
import { Steps } from '#app/ui/steps.tsx'

export const handle: PageHandle = { title: 'estimation:title', scripts: false }

/** Search engines know the first step; the others differ by what visitors have answered. */
export const meta: MetaFunction<typeof loader> = ({ data, location }) => [
  ...(data ? shareTags(data.shared) : []),
  ...(location.search ? [{ name: 'robots', content: 'noindex' }] : []),
]

export const headers = () => ({ 'Cache-Control': browserCacheControl })

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const { search, searchParams } = new URL(request.url)
  const page = readEstimator(searchParams, await localeContextOf(request, ctx.actor))
  const share = (path: string) => sharedSitePage(request, path, 'estimation:title', 'estimation:lead')
  if (page.step !== 3) return { ...page, shared: await share('/estimate') }
  const query = queryOf(page.answers)
  // One address for the same estimate: as it is sent on, it reads the same in every language. Whoever has calculated arrives at the result.
  if (search !== `?step=3&${query}`) throw redirect(`/estimate?step=3&${query}#${resultId}`)
  return {
    ...{ step: page.step, typed: page.typed, query, input: page.answers },
    // Whoever follows a link to an estimate comes to it and not to the first step.
    shared: await share(`/estimate?step=3&${query}`),
    estimate: estimateToday(page.answers, ctx.now),
    comparison: compareWithBids(ctx, page.answers.projectTypes),
  }
}

/** Quick Estimation: three steps whose answers are in the address, so that they can be kept, sent on and printed without scripts. */
export default function QuickEstimation() {
  const page = useLoaderData<typeof loader>()
  const { t } = useTranslation('estimation')
  const answers = new URLSearchParams(page.typed.map(([name, value]) => [name, value])).toString()
  const steps = [
    { label: t('step.types'), to: `/estimate?step=1&${answers}` },
    { label: t('step.details'), to: `/estimate?step=2&${answers}` },
    { label: t('step.result') },
  ]
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-10 sm:px-6 sm:py-14 print:max-w-none print:p-0">
      <div>
        <h1 className="text-3xl font-semibold tracking-tight">{t('title')}</h1>
        <p className="mt-2 max-w-prose text-muted-foreground print:hidden">{t('lead')}</p>
      </div>
      <div className="print:hidden">
        <Steps steps={steps} current={page.step} />
      </div>
      {page.step === 1 && <TypesStep typed={page.typed} lastResult={page.lastResult} />}
      {page.step === 2 && <DetailsStep typed={page.typed} lastResult={page.lastResult} />}
      {page.step === 3 && <EstimateResult {...page} />}
    </div>
  )
}
