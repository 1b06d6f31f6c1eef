import type { ShouldRevalidateFunction } from '@remix-run/react'
import { noteUnreachable } from './keep-shown.ts'

/** Statuses of refusals that nobody has read the form for: too many rows, too many forms, and a server that nobody reaches. */
const unread = [413, 429, 503]

/** For pages that load what is stored after every refused form: not after one that nobody has read, whose page stays as it is. */
export const revalidateIfRead: ShouldRevalidateFunction = ({ actionStatus = 0 }) => !unread.includes(actionStatus)

/**
 * Keeps a form with what was typed on its page when it does not reach its page's action: because nobody reaches the server, or
 * because the server refuses all that its sender asks (`requestFailure`). Instead of failing, its request is answered
 * as an action answers a form that it has not read (`keepTyped`), without a value for any field. A form that is posted to another
 * page, such as a button, still shows that page's error. Call it once, before the router starts.
 */
export function keepTypedForms(): void {
  const send = window.fetch
  window.fetch = async (input, init) => {
    if (init?.method !== 'POST' || !isOwnForm()) return send(input, init)
    try {
      const answer = await send(input, init)
      const reason = answer.headers.has('X-Remix-Response') ? undefined : reasons[answer.status]
      if (!reason) return answer
      return unreadForm(reason === notSent ? 503 : answer.status, reason)
    } catch (error) {
      // fetch() rejects with a TypeError, and with an AbortError once another navigation has begun.
      if (!(error instanceof TypeError)) throw error
      noteUnreachable(error)
      return unreadForm(503, notSent)
    }
  }
}

/** Whether the page's own form is being submitted. */
function isOwnForm(): boolean {
  const { state, formAction } = window.__remixRouter.state.navigation
  return state === 'submitting' && new URL(formAction, location.href).pathname === location.pathname
}

const notSent = 'ui:error.notSent'
/** What is said of a form that was answered before its page, by status: by a limit, or by a proxy that reaches no server. */
const reasons: Record<number, string> = {
  413: 'errors:tooLarge',
  429: 'errors:tooFast',
  502: notSent,
  503: notSent,
  504: notSent,
}

/** `{ data: { lastResult: { status: 'error', error: { '': [reason] } } } }`, as Remix encodes it (turbo-stream). */
function unreadForm(status: number, reason: string): Response {
  const encoded = [
    { _1: 2 },
    'data',
    { _3: 4 },
    'lastResult',
    { _5: 6, _6: 7 },
    'status',
    'error',
    { _8: 9 },
    '',
    [10],
    reason,
  ]
  const headers = { 'Content-Type': 'text/x-script', 'X-Remix-Response': 'yes' }
  return new Response(`${JSON.stringify(encoded)}\n`, { status, headers })
}
