import type { DurableListener } from '#db/durable-listener.server.ts'
import { approvalNotices } from './listen-approvals.server.ts'
import { contractNotices } from './listen-contracts.server.ts'
import { escrowNotices } from './listen-escrow.server.ts'
import { invoiceNotices } from './listen-invoices.server.ts'
import { projectNotices } from './listen-projects.server.ts'
import { quoteRequestNotices } from './listen-quote-requests.server.ts'
import { teamNotices } from './listen-team.server.ts'

/** Creates notifications from domain events. */
export const notificationListener: DurableListener = {
  name: 'notifications',
  on: {
    ...projectNotices,
    ...contractNotices,
    ...escrowNotices,
    ...invoiceNotices,
    ...teamNotices,
    ...approvalNotices,
    ...quoteRequestNotices,
  },
}
