import type { BankAccountEvent } from '#app/event-payloads.ts'
import type { Transaction } from '#db/client.server.ts'
import type { DurableListener } from '#db/durable-listener.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { companyMembers } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { colleaguesOf } from './colleagues-of.server.ts'
import type { NoticeText } from './notice-modules.ts'
import type { NotificationParams } from './notification.ts'
import { notify } from './notify.server.ts'
import { notifyAdmins } from './notify-admins.server.ts'
import { remindKeepers } from './remind-keepers.server.ts'
import { tellOfRestoredListing, tellOfTakedown } from './tell-of-listing.server.ts'

const owners = sql(
  { params: { company: companyMembers.companyId }, row: { id: companyMembers.userId } },
  `SELECT m.user_id AS id FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.company_id = :company AND m.role = 'owner'`,
)

/** The owners of a company are notified when somebody leaves it or is removed, and of whatever happens to its bank account or its public page; whoever keeps its certificates, of those that end. */
export const teamNotices: DurableListener['on'] = {
  'company.member.left': (tx, { payload: { companyId, company, name } }, source) => {
    const userIds = owners.all(tx, { company: companyId }).map(({ id }) => id)
    notify(tx, source, userIds, {
      category: 'system',
      text: 'memberLeft',
      params: { name, company },
      actionUrl: '/team',
    })
  },
  'company.member.removed': (tx, { payload: { companyId, company, name, actor, actorId } }, source) => {
    const others = owners.all(tx, { company: companyId }).filter(({ id }) => id !== actorId)
    notify(
      tx,
      source,
      others.map(({ id }) => id),
      { category: 'system', text: 'memberRemoved', params: { name, company, actor }, actionUrl: '/team' },
    )
  },
  'company.mandates.set': (tx, { payload: { companyId, userId, name, actor } }, source) => {
    const ownerIds = owners.all(tx, { company: companyId }).map(({ id }) => id)
    const notice = { category: 'system' as const, text: 'mandatesSet' as const, params: { name, actor } }
    notify(tx, source, [...colleaguesOf(tx, companyId, [userId]), ...ownerIds], {
      ...notice,
      actionUrl: `/team/${userId}`,
    })
  },
  'company.bank_account.entered': (tx, { payload }, source) => {
    const { name, effectiveAt, payoutsFrom: untilAt, isFirst } = payload
    const text = isFirst ? ('bankAccountAdded' as const) : ('bankAccountChanged' as const)
    notifyOfAccount(tx, source, payload, text, isFirst ? { name, untilAt } : { name, effectiveAt })
  },
  'company.bank_account.cancelled': (tx, { payload }, source) =>
    notifyOfAccount(tx, source, payload, 'bankAccountCancelled', { name: payload.name }),
  'company.bank_account.in_force': (tx, { payload }, source) => {
    // Of a first account its own notice says so.
    if (payload.effectiveAt === payload.payoutsFrom) notifyOfAccount(tx, source, payload, 'bankAccountInForce', {})
  },
  'company.listing_taken_down': (tx, { payload }, source) => tellOfTakedown(tx, source, payload),
  'company.listing_restored': (tx, { payload }, source) => tellOfRestoredListing(tx, source, payload),
  'company.certificate_ending': (tx, { payload }, source) => remindKeepers(tx, source, payload),
  'subscription.trial_ending': (tx, { payload: { companyId, untilAt } }, source) =>
    notifyOfPlan(tx, source, companyId, 'trialEnding', { untilAt }),
  'subscription.trial_over': (tx, { payload: { companyId } }, source) =>
    notifyOfPlan(tx, source, companyId, 'trialOver', {}),
  'subscription.overdue': (tx, { payload: { companyId, untilAt } }, source) =>
    notifyOfPlan(tx, source, companyId, 'planOverdue', { untilAt }),
  'subscription.over': (tx, { payload: { companyId } }, source) => notifyOfPlan(tx, source, companyId, 'planOver', {}),
  'subscription.given_back': (tx, { payload: { companyId, company } }, source) => {
    const actionUrl = `/subscriptions/${companyId}`
    notifyAdmins(tx, source, { category: 'payment', text: 'planGivenBack', params: { company }, actionUrl }, [
      companyId,
    ])
  },
}

function notifyOfPlan(
  tx: Transaction,
  source: EventSource,
  companyId: string,
  text: NoticeText,
  params: NotificationParams,
): void {
  const userIds = owners.all(tx, { company: companyId }).map(({ id }) => id)
  notify(tx, source, userIds, { category: 'payment', text, params, actionUrl: '/billing' })
}

function notifyOfAccount(
  tx: Transaction,
  source: EventSource,
  { companyId, ending }: BankAccountEvent,
  text: NoticeText,
  params: NotificationParams,
): void {
  const userIds = owners.all(tx, { company: companyId }).map(({ id }) => id)
  const notice = { category: 'payment' as const, text, params: { ...params, ending }, actionUrl: '/company-settings' }
  notify(tx, source, userIds, notice)
}
