// verb-rule: the verb behind the event checked the right and wrote the audit row
import type { DurableListener } from '#db/durable-listener.server.ts'
import { notifyAdmins } from './notify-admins.server.ts'

/** Tells the platform's staff of quote requests, without what visitors have typed. */
export const quoteRequestNotices: DurableListener['on'] = {
  'quote_request.sent': (tx, { payload: { requestId, kind } }, source) =>
    notifyAdmins(tx, source, {
      category: 'offer',
      text: kind === 'sales' ? 'salesRequested' : 'quoteRequested',
      params: {},
      actionUrl: `/quote-requests/${requestId}`,
    }),
  'quote_request.due': (tx, { payload: { requestId, replyByAt } }, source) =>
    notifyAdmins(tx, source, {
      category: 'offer',
      text: 'quoteRequestDue',
      params: { replyByAt },
      actionUrl: `/quote-requests/${requestId}`,
    }),
}
