import type { DurableListener } from '#db/durable-listener.server.ts'
import { changeOrderListener } from './features/change-orders/lapse-change-orders.server.ts'
import { clientListener } from './features/clients/clients-of-contracts.server.ts'
import { membershipListener } from './features/groups/membership-listener.server.ts'
import { retentionListener } from './features/invoicing/pay-released-retention.server.ts'
import { chatNoticeListener } from './features/messages/chat-notices.server.ts'
import { notificationListener } from './features/notifications/listen.server.ts'
import { subscriptionListener } from './features/plans/pay-order.server.ts'
import { savedSearchListener } from './features/tender-pages/saved-searches.server.ts'

/** Listeners that handle each of their events once, even across restarts. Live views subscribe in realtime instead. */
export const listeners: readonly DurableListener[] = [
  changeOrderListener,
  clientListener,
  retentionListener,
  notificationListener,
  chatNoticeListener,
  membershipListener,
  subscriptionListener,
  savedSearchListener,
]
