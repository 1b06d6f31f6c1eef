import { defineMachine } from '#app/platform/state-machine.ts'
import type { QuoteRequestKind, QuoteRequestStatus } from '#db/vocabulary/quote-requests.ts'

/** How soon a reply is promised, in ms: 24 hours. */
export const replyWithin = 24 * 3_600_000
/** How long before that staff are reminded, in ms. */
export const remindBefore = 4 * 3_600_000
/** How long a request is kept after the last thing that happened to it, in ms: a year. */
export const keptFor = 365 * 86_400_000

export const maxRooms = 30

export type QuoteRequestAction = 'take' | 'reply' | 'convert' | 'close'

/** What becomes of a request (REQ-3). Staff may still reply to one that became a project; a question about a plan becomes none (PUB-1). */
export const quoteRequestMachine = defineMachine<{
  namespace: 'quoteinbox'
  state: QuoteRequestStatus
  action: QuoteRequestAction
  role: 'staff'
  facts: { kind: QuoteRequestKind }
  refusal: 'isSales'
}>({
  namespace: 'quoteinbox',
  transitions: [
    { from: ['new', 'closed'], action: 'take', by: 'staff', to: 'in_progress' },
    { from: ['new', 'in_progress', 'answered'], action: 'reply', by: 'staff', to: 'answered' },
    { from: 'converted', action: 'reply', by: 'staff', to: 'converted' },
    {
      ...{ from: ['new', 'in_progress', 'answered'], action: 'convert', by: 'staff', to: 'converted' },
      when: ({ kind }) => (kind === 'sales' ? 'isSales' : null),
    },
    { from: ['new', 'in_progress', 'answered'], action: 'close', by: 'staff', to: 'closed' },
  ],
})

/** How the promise of a reply stands at `now` (UTC ms): only a request without a reply can be late. */
export function clockOf(
  request: { status: QuoteRequestStatus; replyBy: number; answeredAt: number | null },
  now: number,
): 'kept' | 'late' | 'running' | 'over' | 'none' {
  if (request.answeredAt !== null) return request.answeredAt <= request.replyBy ? 'kept' : 'late'
  if (request.status === 'closed' || request.status === 'converted') return 'none'
  return now <= request.replyBy ? 'running' : 'over'
}
