import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { findOperator, lasts } from '#app/features/site/legal.server.ts'
import { legalSections, trialDays } from '#app/features/site/legal.ts'
import { LegalPage, LegalSection } from '#app/features/site/ui/legal-text.tsx'
import { detectLanguage } from '#app/i18n/i18n.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'legal:terms.title', description: 'legal:terms.description', scripts: false }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const { locale } = await detectLanguage(request, ctx.actor?.locale ?? null)
  return { operator: findOperator(ctx.db), trial: lasts(locale, trialDays * 86_400) }
}

export default function Terms() {
  const { operator, trial } = useLoaderData<typeof loader>()
  const { t } = useTranslation('legal')
  return (
    <LegalPage title={t('terms.title')} lead={t('terms.lead')} operator={operator}>
      {legalSections.terms.map((section) => (
        <LegalSection key={section} title={t(`terms.${section}.title`)} text={t(`terms.${section}.text`, { trial })} />
      ))}
    </LegalPage>
  )
}
