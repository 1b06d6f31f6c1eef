import { type ConversationFilter, filterQuery } from '#app/features/conversations/conversation-filter.ts'
import type { MessagePage, SearchPage } from '#app/features/conversations/message-view.ts'
import type { ChatModel, OpenConversation } from '#app/features/conversations/ui/chat-model.ts'

/** The session has ended. */
export class SignedOut extends Error {}
/** The server refused; the message is in the user's language, or empty. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type Loaded = { model: ChatModel; shortcuts: boolean }

const headers = { Accept: 'application/json' }

/** A redirect can only lead to the login page. */
async function read<Body>(response: Response): Promise<Body> {
  if (response.type === 'opaqueredirect' || response.status === 401) throw new SignedOut('signed out')
  const body = await response.json().catch(() => null)
  if (!response.ok || body?.ok === false) throw new Refused(response.status, String(body?.message ?? ''))
  return body as Body
}

const get = async <Body>(path: string) => read<Body>(await fetch(path, { headers, redirect: 'manual' }))

/** The data of the pages as JSON. Each call throws Refused or SignedOut. */
export const chatHttp = {
  list: (filter: ConversationFilter = 'all') => get<Loaded>(`/messages/panel${filterQuery(filter)}`),
  /** A conversation at its end, or around a message, by its id or its `seq`. */
  open: (id: string, around?: string | number) =>
    get<Loaded & { model: { open: OpenConversation } }>(
      `/messages/${id}/panel${around === undefined ? '' : `?${typeof around === 'number' ? 'around' : 'message'}=${encodeURIComponent(around)}`}`,
    ),
  page: (id: string, side: 'before' | 'after', seq: number) =>
    get<MessagePage & { rev: number }>(`/messages/${id}/panel?${side}=${seq}`),
  search: (id: string, q: string, after?: string) =>
    get<{ page: SearchPage }>(
      `/messages/${id}/panel?${new URLSearchParams({ search: q, ...(after && { 'found-after': after }) })}`,
    ),
  /** Posts a form to an action route. */
  async post(action: string, form: FormData, keepalive = false): Promise<Record<string, unknown>> {
    return read(await fetch(action, { method: 'POST', body: form, headers, redirect: 'manual', keepalive }))
  },
}

/** Whether the session is still valid; null if the server does not answer. */
export async function isSignedIn(): Promise<boolean | null> {
  try {
    await chatHttp.list()
    return true
  } catch (error) {
    return error instanceof SignedOut ? false : null
  }
}
