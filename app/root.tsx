import './tailwind.css'
import 'virtual:themes.css'
import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  type ClientLoaderFunctionArgs,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ReactNode, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { loadSession, readFlash } from './features/accounts/sessions/session.server.ts'
import { readTheme } from './features/settings/theme.server.ts'
import { useUnreadTotal } from './features/site/shell/unread-total.ts'
import { FormatContext } from './i18n/format.ts'
import { detectLanguage, i18nFor } from './i18n/i18n.server.ts'
import { directionOf } from './i18n/locale.ts'
import { productName } from './platform/product.ts'
import { requestContext } from './platform/requests/request-context.server.ts'
import { FlashMessage } from './ui/flash-message.tsx'
import { useFailedForm } from './ui/forms/failed-form.ts'
import { loadOrKeep } from './ui/keep-shown.ts'
import { NonceContext, RequestIdContext, StatusContext } from './ui/page-handle.ts'
import { usePageStatus, usePageTitle, useScripts, useTellsNotFound } from './ui/page-title.ts'
import { RouteError } from './ui/route-error.tsx'
import { helpOf, textOf } from './ui/text.ts'
import { defaultTheme } from './ui/themes/theme-palette.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await loadSession(request)
  const { tag, locale, formats, direction } = await detectLanguage(request, user?.locale ?? null)
  const { now, requestId } = requestContext()
  const flash = await readFlash(request)
  const timeZone = user?.timeZone ?? 'Europe/Helsinki'
  const { exists, t } = i18nFor(locale)
  const texts = [flash?.text, flash?.news].flatMap((text) =>
    text ? textOf({ language: formats, timeZone, exists, t }, text.key, text.params) : [],
  )
  return {
    locale,
    tag,
    formats,
    direction,
    theme: await readTheme(request, user?.id ?? null),
    timeZone,
    viewer: user && { name: user.name, email: user.email, role: user.role },
    // Translated here, because the page that shows it may belong to another feature than the text.
    flash: flash && {
      tone: flash.tone,
      text: texts.join(' '),
      help: helpOf(flash.text.key, flash.text.params) ?? undefined,
    },
    requestId,
    year: new Date(now).getFullYear(),
  }
}

export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const data = await loadOrKeep('root', () => serverLoader<typeof loader>())
  return data.outdated ? { ...data, flash: null } : data
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const { i18n } = useTranslation()
  const nonce = useContext(NonceContext)
  const scripts = useScripts()
  const status = useContext(StatusContext)
  const requestId = useContext(RequestIdContext)
  const locale = root?.locale ?? i18n.language
  return (
    <html
      lang={locale}
      dir={root?.direction ?? directionOf(locale)}
      data-theme={root?.theme ?? defaultTheme}
      data-status={status}
      data-request-id={scripts ? requestId : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/icon-192x192.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Title />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {scripts && <ScrollRestoration nonce={nonce} />}
        {scripts && <Scripts nonce={nonce} />}
      </body>
    </html>
  )
}

/**
 * The title begins with "Error: " on a page that shows a refused form. A page that does not exist has no title, unless it says so
 * itself.
 */
function Title() {
  const { t } = useTranslation('ui')
  const { title } = usePageTitle()
  const status = usePageStatus()
  const told = useTellsNotFound() && status === 404
  const failed = (status === 404 && !told) || status >= 500
  const shown = failed ? t(status === 404 ? 'error.missing' : 'error.title') : title
  const name = shown ? `${shown} – ${productName}` : productName
  const unread = useUnreadTotal()
  const refused = useFailedForm() || (status >= 400 && !failed && !told)
  if (refused) return <title>{`${t('errorPrefix')} ${name}`}</title>
  return <title>{unread ? `(${unread}) ${name}` : name}</title>
}

export default function App() {
  const { flash, timeZone, formats } = useLoaderData<typeof loader>()
  const format = useMemo(() => ({ timeZone, formats }), [timeZone, formats])
  return (
    <FormatContext.Provider value={format}>
      {flash && <FlashMessage tone={flash.tone} text={flash.text} params={{ help: flash.help }} />}
      <Outlet />
    </FormatContext.Provider>
  )
}

/** What failed outside the workspace, or in its shell. */
export function ErrorBoundary() {
  return (
    <main>
      <RouteError full />
    </main>
  )
}
