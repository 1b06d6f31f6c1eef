import type { DurableListener } from '#db/durable-listener.server.ts'
import type { ApprovalStatus } from '#db/vocabulary/approvals.ts'
import { colleaguesOf } from './colleagues-of.server.ts'
import type { NoticeText } from './notice-modules.ts'
import { notify } from './notify.server.ts'

const texts: Partial<Record<ApprovalStatus, NoticeText>> = {
  approved: 'approvalApproved',
  refused: 'approvalRefused',
  withdrawn: 'approvalWithdrawn',
  expired: 'approvalExpired',
  voided: 'approvalVoided',
}

/**
 * Those who can approve a request are notified of it, and with who asked of what becomes of it. What it is about stands on its page alone,
 * for those who may see that.
 */
export const approvalNotices: DurableListener['on'] = {
  'approval.asked': (tx, { payload: { approvalId, companyId, asker, userIds, expiresAt } }, source) => {
    notify(tx, source, colleaguesOf(tx, companyId, userIds), {
      category: 'system',
      text: 'approvalAsked',
      params: { asker, expiresAt },
      actionUrl: `/approvals/${approvalId}`,
    })
  },
  'approval.decided': (tx, { payload: { approvalId, companyId, asker, by, status, userIds } }, source) => {
    const text = texts[status]
    if (text)
      notify(tx, source, colleaguesOf(tx, companyId, userIds), {
        category: 'system',
        text,
        params: { asker, by },
        actionUrl: `/approvals/${approvalId}`,
      })
  },
}
