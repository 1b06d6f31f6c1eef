import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { type ReactNode, useContext } from 'react'
import { ErrorScreen } from './error-screen.tsx'
import { isUnreachable } from './keep-shown.ts'
import { RequestIdContext } from './page-handle.ts'
import { useText } from './text.ts'
import { MessageHelp } from './text-link.tsx'

/** What asking again will not change. */
const lastingTitles: Partial<Record<number, string>> = { 403: 'ui:error.refused', 404: 'ui:error.missing' }

/**
 * What went wrong, for an `ErrorBoundary`. Our own errors carry a translation key; messages by Remix ("No route matches
 * …") are for developers and are not shown. `back` leads on from a page that is missing or closed to the reader, where trying again
 * would not help.
 */
export function RouteError({ full, back = null }: { full?: boolean; back?: ReactNode }) {
  const error = useRouteError()
  const text = useText()
  const first = useContext(RequestIdContext)
  const root = useRouteLoaderData('root') as { requestId: string } | undefined
  const response = isRouteErrorResponse(error) ? error : null
  const key = typeof response?.data === 'string' ? response.data : ''
  const told = text(key)
  if (isUnreachable(error)) {
    return (
      <ErrorScreen full={full} title={text('ui:error.unreachable')}>
        {text('ui:error.unreachableText')}
      </ErrorScreen>
    )
  }
  const status = response?.status ?? 500
  const lasting = lastingTitles[status]
  return (
    <ErrorScreen
      full={full}
      status={status}
      requestId={root?.requestId ?? first}
      title={lasting && text(lasting)}
      back={lasting && back}
    >
      {told === key ? undefined : (
        <>
          {told}
          <MessageHelp message={key} />
        </>
      )}
    </ErrorScreen>
  )
}
