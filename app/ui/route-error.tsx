import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { useContext } from 'react'
import { ErrorScreen } from './error-screen.tsx'
import { isUnreachable } from './keep-shown.ts'
import { RequestIdContext } from './page-handle.ts'
import { useText } from './text.ts'

/**
 * What went wrong, for an `ErrorBoundary`. Our own errors carry a translation key; messages by Remix ("No route matches
 * …") are for developers and are not shown.
 */
export function RouteError({ full }: { full?: boolean }) {
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
  return (
    <ErrorScreen full={full} status={response?.status ?? 500} requestId={root?.requestId ?? first}>
      {told === key ? undefined : told}
    </ErrorScreen>
  )
}
