import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { sessionLifetimes } from '#app/features/accounts/sessions/session-use.server.ts'
import { findOperator, lasts } from '#app/features/site/legal.server.ts'
import { cookieNames } from '#app/features/site/legal.ts'
import { LegalPage } from '#app/features/site/ui/legal-text.tsx'
import { detectLanguage } from '#app/i18n/i18n.server.ts'
import { declaredCookies, hostCookieName } from '#app/platform/requests/host-cookie.server.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'legal:cookies.title',
  description: 'legal:cookies.description',
  scripts: false,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const { locale } = await detectLanguage(request, ctx.actor?.locale ?? null)
  const cookies = cookieNames.map((key) => {
    const seconds = declaredCookies.get(key)
    return { key, name: hostCookieName(key), lasts: seconds ? lasts(locale, seconds) : null }
  })
  const session = lasts(locale, sessionLifetimes.remembered.absolute / 1000)
  return { operator: findOperator(ctx.db), cookies, session }
}

/** Every cookie with its purpose and lifetime (Directive 2002/58/EC, article 5(3)). */
export default function Cookies() {
  const { operator, cookies, session } = useLoaderData<typeof loader>()
  const { t } = useTranslation('legal')
  const { t: tAccounts } = useTranslation('accounts')
  const lifetime = (key: string, duration: string | null) =>
    key === 'session'
      ? t('cookies.sessionLifetime', { remember: tAccounts('login.remember'), session })
      : (duration ?? t('cookies.untilClosed'))
  return (
    <LegalPage title={t('cookies.title')} lead={t('cookies.lead')} operator={operator}>
      <DataTable
        caption={t('cookies.caption')}
        rows={cookies}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'name',
            header: t('cookies.name'),
            primary: true,
            cell: ({ name }) => <span className="font-mono">{name}</span>,
          },
          { key: 'purpose', header: t('cookies.purpose'), cell: ({ key }) => t(`cookies.for.${key}`) },
          { key: 'lifetime', header: t('cookies.lifetime'), cell: ({ key, lasts }) => lifetime(key, lasts) },
        ]}
      />
      <p className="leading-relaxed">{t('cookies.storage')}</p>
    </LegalPage>
  )
}
