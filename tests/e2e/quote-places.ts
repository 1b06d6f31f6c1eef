import type { Place } from './all-pages.ts'
import type { World } from './world.ts'

/** The pages of estimates and quote requests. */
export const quotePlaces: Record<string, (world: World) => Place[]> = {
  estimate: () => [
    ['guest', '/estimate'],
    ['guest', '/estimate?step=2&projectTypes=bathroom&projectTypes=kitchen'],
    ['guest', '/estimate?step=3&projectTypes=bathroom&area=much'],
    [
      'guest',
      '/estimate?step=3&projectTypes=bathroom&area=12.5&quality=premium&urgency=normal&additionalFeatures=design',
    ],
  ],
  quote: () => [
    ['guest', '/quote'],
    ['guest', '/quote?sent=yes'],
  ],
  'contact-sales': () => [
    ['guest', '/contact-sales?plan=universe'],
    ['guest', '/contact-sales?sent=yes'],
  ],
  'quote/replies/:token': ({ quoteReplyToken }) => [['guest', `/quote/replies/${quoteReplyToken}`]],
  'quote-requests': () => [['admin', '/quote-requests']],
  'quote-requests/:requestId': ({ quoteRequestId }) => [
    ['admin', `/quote-requests/${quoteRequestId}`],
    ['admin', `/quote-requests/${quoteRequestId}?confirm=delete`],
  ],
}
