import { eq } from 'drizzle-orm'
import type { ChangeOrderEvent, ContractEvent, HandoverEvent } from '#app/event-payloads.ts'
import type { Transaction } from '#db/client.server.ts'
import type { DurableListener } from '#db/durable-listener.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { mailContract } from './mail-contract.server.ts'
import type { NoticeText } from './notice-modules.ts'
import type { Notice } from './notify.server.ts'
import { notifyCompanies } from './notify-companies.server.ts'

/** Contract events notify both parties except the actor; an activation also notifies the bidders who lost. */
export const contractNotices: DurableListener['on'] = {
  'contract.sent': (tx, { payload }, source) => {
    notifyParties(tx, source, payload, 'contractSent')
    mailContract(tx, source, payload, { to: payload.providerCompanyId, template: 'contractToSign' })
  },
  'contract.signed': (tx, { payload }, source) => {
    // The provider has known since the sending.
    const asksClient = payload.actorCompanyId === payload.providerCompanyId
    notifyParties(tx, source, payload, 'contractSigned', asksClient ? { mailed: false } : {})
    if (asksClient) mailContract(tx, source, payload, { to: payload.clientCompanyId, template: 'contractToSign' })
  },
  'contract.activated': (tx, { payload }, source) => {
    notifyParties(tx, source, payload, 'contractActivated')
    for (const to of [payload.clientCompanyId, payload.providerCompanyId])
      mailContract(tx, source, payload, { to, template: 'contractInForce' })
    const { settlement } = payload
    for (const { bidId, companyId } of settlement.notSelected) {
      notifyCompanies(tx, source, [companyId], {
        category: 'offer',
        text: 'bidNotSelected',
        // The contract has a title of its own, which is nobody's business who lost.
        params: { title: projectTitleOf(tx, bidId) },
        actionUrl: `/bids/${bidId}`,
      })
    }
  },
  'contract.declined': (tx, { payload }, source) => notifyParties(tx, source, payload, 'contractDeclined'),
  'contract.voided': (tx, { payload }, source) => notifyParties(tx, source, payload, 'contractVoided'),
  'contract.expired': (tx, { payload }, source) => notifyParties(tx, source, payload, 'contractExpired'),
  'contract.expiring': (tx, { payload }, source) => {
    const { unsigned, daysLeft, ...event } = payload
    const { number, title, contractId, projectId } = event
    const notice = { category: 'contract' as const, text: 'contractExpiring' as const, about: { projectId } }
    const params = { title, number, count: daysLeft }
    notifyCompanies(tx, source, unsigned, { ...notice, params, actionUrl: `/contracts/${contractId}` })
    for (const to of unsigned) mailContract(tx, source, event, { to, template: 'contractReminder', daysLeft })
  },
  'contract.completed': (tx, { payload }, source) => notifyParties(tx, source, payload, 'contractCompleted'),
  'contract.terminated': (tx, { payload }, source) => notifyParties(tx, source, payload, 'contractTerminated'),
  'contract.termination_claimed': (tx, { payload }, source) => notifyParties(tx, source, payload, 'terminationClaimed'),
  'contract.termination_remedied': (tx, { payload }, source) =>
    notifyParties(tx, source, payload, 'terminationRemedied'),
  'contract.termination_contested': (tx, { payload }, source) =>
    notifyParties(tx, source, payload, 'terminationContested'),
  'contract.termination_accepted': (tx, { payload }, source) =>
    notifyParties(tx, source, payload, 'terminationAccepted'),
  'contract.termination_withdrawn': (tx, { payload }, source) =>
    notifyParties(tx, source, payload, 'terminationWithdrawn'),
  'contract.termination_due': (tx, { payload }, source) => notifyParties(tx, source, payload, 'terminationDue'),
  'contract.negotiated': (tx, { payload }, source) => notifyParties(tx, source, payload, negotiated[payload.step]),
  'contract.handover': (tx, { payload }, source) =>
    notifyParties(
      tx,
      source,
      payload,
      payload.defect ? defectNotices[payload.defect.status] : handedOver[payload.step],
    ),
  'contract.final_account': (tx, { payload }, source) => notifyParties(tx, source, payload, accounted[payload.step]),
  'warranty.ending': (tx, { payload }, source) => {
    const { contractId, clientCompanyId, providerCompanyId, projectId, number, title } = payload
    notifyCompanies(tx, source, [clientCompanyId, providerCompanyId], {
      ...{ category: 'contract', text: 'warrantyEnding', about: { projectId } },
      params: { title, number, endsOn: payload.warrantyUntil },
      actionUrl: `/contracts/${contractId}/handover/${payload.handoverNumber}`,
    })
  },
  'security.recorded': (tx, { payload }, source) => notifyParties(tx, source, payload, 'securityRecorded'),
  'security.received': (tx, { payload }, source) => notifyParties(tx, source, payload, 'securityReceived'),
  'security.claimed': (tx, { payload }, source) => notifyParties(tx, source, payload, 'securityClaimed'),
  'security.returned': (tx, { payload }, source) => notifyParties(tx, source, payload, 'securityReturned'),
  'security.expiring': (tx, { payload }, source) => notifyParties(tx, source, payload, 'securityExpiring'),
  'change_order.proposed': (tx, { payload }, source) => notifyOfChange(tx, source, payload, 'changeProposed'),
  'change_order.accepted': (tx, { payload }, source) => notifyOfChange(tx, source, payload, 'changeAccepted'),
  'change_order.rejected': (tx, { payload }, source) => notifyOfChange(tx, source, payload, 'changeRejected'),
  'change_order.withdrawn': (tx, { payload }, source) => notifyOfChange(tx, source, payload, 'changeWithdrawn'),
  'change_order.lapsed': (tx, { payload }, source) => notifyOfChange(tx, source, payload, 'changeLapsed'),
}

const negotiated = {
  opened: 'negotiationOpened',
  commented: 'negotiationCommented',
  proposed: 'negotiationProposed',
  accepted: 'negotiationAccepted',
  rejected: 'negotiationRejected',
  withdrawn: 'negotiationWithdrawn',
} as const

const handedOver = {
  call: 'handoverCalled',
  write: 'handoverWritten',
  propose: 'handoverProposed',
  sign: 'handoverSigned',
  return: 'handoverReturned',
  defect: 'handoverDefect',
} as const

const defectNotices = {
  open: 'handoverDefectReopened',
  fixed: 'handoverDefectFixed',
  accepted: 'handoverDefectAccepted',
} as const

const accounted = {
  begin: 'finalAccountBegun',
  write: 'finalAccountWritten',
  propose: 'finalAccountProposed',
  sign: 'finalAccountSigned',
  return: 'finalAccountReturned',
} as const

/** What asks something of the party that did not act, or tells it in words for it alone: “the other party has signed”. */
const forTheOther: readonly NoticeText[] = [
  ...(['contractSigned', 'changeProposed', 'terminationClaimed', 'securityRecorded'] as const),
  ...(['negotiationOpened', 'negotiationCommented', 'negotiationProposed'] as const),
  ...(['negotiationAccepted', 'negotiationWithdrawn'] as const),
  ...(['handoverWritten', 'handoverProposed', 'finalAccountWritten', 'finalAccountProposed'] as const),
]

/** The companies that are told: both parties, or the one that did not act. */
const toldOf = ({ clientCompanyId, providerCompanyId, actorCompanyId }: ContractEvent, text: NoticeText): string[] =>
  [clientCompanyId, providerCompanyId].filter((id) => id !== actorCompanyId || !forTheOther.includes(text))

function notifyParties(
  tx: Transaction,
  source: EventSource,
  event: ContractEvent & Pick<HandoverEvent, 'defect'>,
  text: NoticeText,
  mailed: Pick<Notice, 'mailed'> = {},
): void {
  const { contractId, number, title, grossCents, currency, actorId } = event
  const notice = {
    category: 'contract' as const,
    text,
    params: {
      title,
      number,
      amountCents: grossCents,
      currency,
      ...(event.defect && { defect: event.defect.description }),
    },
    actionUrl: `/contracts/${contractId}${pageOf(text)}`,
    about: { projectId: event.projectId },
    ...mailed,
  }
  notifyCompanies(tx, source, toldOf(event, text), notice, actorId)
}

/** The page below the contract's that a notice leads to. */
function pageOf(text: NoticeText): string {
  if (text.startsWith('termination')) return '/termination'
  if (text.startsWith('security')) return '/securities'
  if (text.startsWith('handover')) return '/handover'
  if (text.startsWith('finalAccount')) return '/final-account'
  return text.startsWith('negotiation') ? '/negotiation' : ''
}

function notifyOfChange(tx: Transaction, source: EventSource, event: ChangeOrderEvent, text: NoticeText): void {
  const { contractId, changeOrderId, number, actorId } = event
  const notice = {
    category: 'contract' as const,
    text,
    params: { number, change: event.changeName, title: event.changeTitle },
    actionUrl: `/contracts/${contractId}/changes/${changeOrderId}`,
    about: { projectId: event.projectId },
  }
  notifyCompanies(tx, source, toldOf(event, text), notice, actorId)
}

/** The title of the project that a bid is on. */
function projectTitleOf(tx: Transaction, bidId: string): string {
  const { title } = projects
  return (
    tx.select({ title }).from(bids).innerJoin(projects, eq(projects.id, bids.projectId)).where(eq(bids.id, bidId)).get()
      ?.title ?? ''
  )
}
