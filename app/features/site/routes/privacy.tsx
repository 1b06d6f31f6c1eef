import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { sessionLifetimes } from '#app/features/accounts/sessions/session-use.server.ts'
import { findOperator, lasts } from '#app/features/site/legal.server.ts'
import { legalSections } from '#app/features/site/legal.ts'
import { LegalPage, LegalSection } from '#app/features/site/ui/legal-text.tsx'
import { detectLanguage } from '#app/i18n/i18n.server.ts'
import { languageModel } from '#app/platform/language-model.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'legal:privacy.title',
  description: 'legal:privacy.description',
  scripts: false,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const { locale } = await detectLanguage(request, ctx.actor?.locale ?? null)
  const model = languageModel()?.host ?? null
  return { operator: findOperator(ctx.db), model, session: lasts(locale, sessionLifetimes.remembered.absolute / 1000) }
}

export default function Privacy() {
  const { operator, model, session } = useLoaderData<typeof loader>()
  const { t } = useTranslation('legal')
  return (
    <LegalPage title={t('privacy.title')} lead={t('privacy.lead')} operator={operator}>
      {legalSections.privacy.map((section) => (
        <LegalSection
          key={section}
          title={t(`privacy.${section}.title`)}
          text={[
            t(`privacy.${section}.text`, { session }),
            ...(section === 'recipients' && model ? [t('privacy.translation', { host: model })] : []),
          ].join('\n')}
        />
      ))}
    </LegalPage>
  )
}
