import type { Context } from './context.ts'
import { decide, type Right, rights } from './rights.ts'

/**
 * What an address asks for: `open` of whoever looks at it (a page, an answer of the API), `post` of its form. One that shows
 * records of two modules asks for both.
 */
export type AddressRights = { open?: readonly Right[]; post?: readonly Right[] }

const read = (...open: Right[]): AddressRights => ({ open })
const button = (...post: Right[]): AddressRights => ({ post })
const form = (...both: Right[]): AddressRights => ({ open: both, post: both })

/**
 * The rights behind the addresses of app/routes.ts (ACC-8): a link or a button that leads to one whose right somebody lacks is
 * not shown to them. What is not in here asks for no right of the table. The guards of the pages and the verbs decide by themselves;
 * module-access.test.ts holds that they decide the same.
 */
export const addressRights: Record<string, AddressRights> = {
  team: read('team.read'),
  'team/invite': form('team.invite'),
  'team/:userId': read('team.read'),
  'team/:userId/remove': form('team.remove'),
  'team/:userId/role': button('team.changeRole'),
  'team/:userId/mandates': form('team.setMandates'),
  'team/leave': form('team.leave'),
  'team/invitations/:invitationId/resend': button('team.invite'),
  'team/invitations/:invitationId/revoke': button('team.revokeInvite'),
  'company-settings': { open: ['company.read'], post: ['company.update'] },
  'company-settings/bank-account': form('company.changeBankAccount'),
  'company-settings/bank-account/cancel': button('company.cancelBankAccount'),
  'company-settings/certificates': read('company.read'),
  'company-settings/certificates/add': form('company.keepCertificates'),
  'company-settings/certificates/:certificateId/remove': form('company.keepCertificates'),

  projects: read('projects.read'),
  'projects/new': form('projects.create'),
  'projects/:projectId': read('projects.read'),
  'projects/:projectId/edit': form('projects.update'),
  'projects/:projectId/publish': button('projects.publish'),
  'projects/:projectId/close-bidding': form('projects.closeBidding'),
  'projects/:projectId/cancel': form('projects.cancel'),
  'projects/:projectId/delete': form('projects.delete'),
  'projects/:projectId/documents/add': form('projects.update'),
  'projects/:projectId/documents/:documentId/replace': form('projects.update'),
  'projects/:projectId/documents/:documentId/withdraw': form('projects.update'),
  'projects/:projectId/questions/ask': form('bids.create', 'projects.read'),
  'projects/:projectId/questions/:questionId/answer': form('projects.amend'),
  'projects/:projectId/tender-set/:edition': read('projects.read'),
  'projects/:projectId/public-page': { open: ['projects.read'], post: ['projects.publish'] },
  'projects/:projectId/project.json': read('projects.read'),

  'projects/:projectId/invitations': { open: ['projects.read'], post: ['projects.invite'] },
  'projects/:projectId/invitations/:invitationId/withdraw': button('projects.invite'),
  invitations: read('bids.read', 'projects.read'),
  'invitations/:invitationId/decline': form('bids.decline'),

  'projects/:projectId/bids': read('bids.read', 'projects.read'),
  'projects/:projectId/evaluation': read('bids.read', 'projects.read'),
  'projects/:projectId/evaluation/evaluators': form('bids.evaluate', 'projects.read'),
  'projects/:projectId/evaluation/evaluators/:evaluatorId/reopen': form('bids.evaluate', 'projects.read'),
  'projects/:projectId/evaluation/bids/:bidId': form('bids.read', 'projects.read'),
  'projects/:projectId/evaluation/declare': button('bids.read', 'projects.read'),
  'projects/:projectId/evaluation/submit': button('bids.read', 'projects.read'),
  'projects/:projectId/criteria': read('projects.read'),
  'projects/:projectId/criteria/certificates': form('projects.update'),
  'bids/:bidId/qualification': form('bids.update'),
  'bids/:bidId/ask-completion': form('bids.askCompletion'),
  'bids/:bidId/complete': form('bids.complete'),
  'projects/:projectId/criteria/edit': form('projects.update'),
  'projects/:projectId/opening': read('bids.read', 'projects.read'),
  'projects/:projectId/opening.pdf': read('bids.read', 'projects.read'),
  'projects/:projectId/bids/extension': form('bids.askExtension', 'projects.read'),
  'projects/:projectId/decision': read('bids.read'),
  'projects/:projectId/decision.pdf': read('bids.read'),
  'projects/:projectId/bids.csv': read('bids.read', 'projects.read'),
  bids: read('bids.read'),
  'projects/:projectId/lines/import': form('bids.create', 'projects.read'),
  'projects/:projectId/lines/:file': read('bids.create', 'projects.read'),
  'bids/new': form('bids.create', 'projects.read'),
  'bids/:bidId': read('bids.read'),
  'bids/:bidId/decision': read('bids.read'),
  'bids/:bidId/decision.pdf': read('bids.read'),
  'bids/:bidId/edit': form('bids.update', 'projects.read'),
  'bids/:bidId/submit': button('bids.submit'),
  'bids/:bidId/withdraw': form('bids.withdraw'),
  'bids/:bidId/confirm': button('bids.confirm'),
  'bids/:bidId/shortlist': button('bids.shortlist'),
  'bids/:bidId/reject': form('bids.reject'),
  'bids/:bidId/award': form('bids.award'),
  'bids/:bidId/extensions/:extensionId': button('bids.extend'),
  'bids/:bidId/attachments': form('bids.update'),
  'bids/:bidId/attachments/:attachmentId/remove': button('bids.update'),
  'bids/:bidId/review': read('bids.submit', 'projects.read'),
  'bids/:bidId/revision': form('bids.update', 'projects.read'),
  'bids/:bidId/receipt': read('bids.read'),
  'bids/:bidId/receipt.pdf': read('bids.read'),
  'bids/:bidId/sealed/:revision': read('bids.read'),
  'bids/:bidId/lines/:lineId/plug': form('bids.level', 'projects.read'),

  contracts: read('contracts.read'),
  'contracts/new': form('contracts.draft'),
  'contracts/templates': form('contracts.draft'),
  'contracts/templates/new': form('contracts.draft'),
  'contracts/templates/:templateId': form('contracts.draft'),
  'contracts/templates/:templateId/delete': form('contracts.draft'),
  'contracts/:contractId': read('contracts.read'),
  'contracts/:contractId/document': read('contracts.read'),
  'contracts/:contractId/contract.pdf': read('contracts.read'),
  'contracts/:contractId/certificate': read('contracts.read'),
  'contracts/:contractId/certificate.pdf': read('contracts.read'),
  'contracts/:contractId/chain': read('contracts.read'),
  'contracts/:contractId/proof.json': read('contracts.read'),
  'contracts/:contractId/edit': form('contracts.update'),
  'contracts/:contractId/send': form('contracts.send'),
  'contracts/:contractId/sign': form('contracts.sign'),
  'contracts/:contractId/decline': form('contracts.decline'),
  'contracts/:contractId/void': form('contracts.void'),
  'contracts/:contractId/negotiation': read('contracts.read'),
  'contracts/:contractId/negotiation/open': button('contracts.negotiate'),
  'contracts/:contractId/negotiation/comment': form('contracts.negotiate'),
  'contracts/:contractId/negotiation/comments/:commentId': button('contracts.negotiate'),
  'contracts/:contractId/negotiation/payment-terms': form('contracts.negotiate'),
  'contracts/:contractId/negotiation/payment-terms/:proposalId': button('contracts.negotiate'),
  'contracts/:contractId/changes': read('contracts.read'),
  'contracts/:contractId/changes/new': form('contracts.change'),
  'contracts/:contractId/changes/:changeId': read('contracts.read'),
  'contracts/:contractId/changes/:changeId/change.pdf': read('contracts.read'),
  'contracts/:contractId/changes/:changeId/edit': form('contracts.change'),
  'contracts/:contractId/changes/:changeId/sign': { open: ['contracts.read'], post: ['contracts.change'] },
  'contracts/:contractId/changes/:changeId/reject': form('contracts.change'),
  'contracts/:contractId/changes/:changeId/withdraw': form('contracts.change'),
  'contracts/:contractId/handover': { open: ['contracts.read'], post: ['contracts.handover'] },
  'contracts/:contractId/handover/edit': form('contracts.handover'),
  'contracts/:contractId/handover/sign': form('contracts.handover'),
  'contracts/:contractId/handover/return': form('contracts.handover'),
  'contracts/:contractId/handover/:number': read('contracts.read'),
  'contracts/:contractId/handover/:number/defects/:defectId/:step': form('contracts.handover'),
  'contracts/:contractId/handover/:number/handover.pdf': read('contracts.read'),
  'contracts/:contractId/securities': read('contracts.read'),
  'contracts/:contractId/securities/new': form('contracts.secure'),
  'contracts/:contractId/securities/:securityId/:step': form('contracts.secure'),
  'contracts/:contractId/terminate': form('contracts.terminate'),
  'contracts/:contractId/termination': { open: ['contracts.read'], post: ['contracts.terminate'] },

  escrow: read('escrow.read'),
  'escrow/transfers': form('escrow.recordTransfer'),
  'escrow/:contractId': read('escrow.read'),
  'escrow/:contractId/release-retention': form('escrow.release'),
  'escrow/:contractId/dispute-retention': form('escrow.dispute'),
  'escrow/:contractId/resolve-retention': form('escrow.resolve'),
  'escrow/:contractId/case-file': read('escrow.resolve'),
  'escrow/:contractId/case-file/contract.pdf': read('escrow.resolve'),
  'escrow/:contractId/case-file/changes': read('escrow.resolve'),
  'escrow/:contractId/case-file/chain': read('escrow.resolve'),
  'milestones/:milestoneId/submit': form('escrow.submit'),
  'milestones/:milestoneId/approve': form('escrow.approve'),
  'milestones/:milestoneId/request-changes': form('escrow.requestChanges'),
  'milestones/:milestoneId/release': form('escrow.release'),
  'milestones/:milestoneId/request-refund': form('escrow.requestRefund'),
  'milestones/:milestoneId/refund': form('escrow.answerRefund'),
  'milestones/:milestoneId/dispute': form('escrow.dispute'),
  'milestones/:milestoneId/resolve': form('escrow.resolve'),

  invoicing: read('invoices.read'),
  'invoicing/new': form('invoices.create'),
  'invoicing/open-items': read('invoices.read'),
  'invoicing/:invoiceId': read('invoices.read'),
  'invoicing/:invoiceId/edit': form('invoices.update'),
  'invoicing/:invoiceId/issue': form('invoices.issue'),
  'invoicing/:invoiceId/send': form('invoices.send'),
  'invoicing/:invoiceId/record-payment': form('invoices.recordPayment'),
  'invoicing/:invoiceId/refund': form('invoices.recordPayment'),
  'invoicing/:invoiceId/set-off': form('invoices.recordPayment'),
  'invoicing/:invoiceId/credit': form('invoices.credit'),
  'invoicing/:invoiceId/delete': form('invoices.delete'),
  'invoicing/:invoiceId/share': button('invoices.share'),
  'invoicing/:invoiceId/unshare': button('invoices.update'),

  messages: read('messages.read'),
  'messages/new': read('messages.update'),
  'messages/direct': button('messages.update'),
  'messages/panel': read('messages.read'),
  'messages/groups': read('messages.read'),
  'messages/groups/new': form('groups.create'),
  'messages/:conversationId': { open: ['messages.read'], post: ['messages.send'] },
  'messages/:conversationId/frame': read('messages.read'),
  'messages/:conversationId/panel': read('messages.read'),
  'messages/:conversationId/send': button('messages.send'),
  'messages/:conversationId/draft': button('messages.update'),
  'messages/:conversationId/read': button('messages.read'),
  'messages/:conversationId/unread': button('messages.read'),
  'messages/:conversationId/mute': button('messages.read'),
  'messages/groups/:conversationId': read('messages.read'),
  'messages/:conversationId/join': button('groups.join'),
  'messages/:conversationId/request': button('groups.join'),
  'messages/:conversationId/withdraw': button('messages.read'),
  'messages/:conversationId/leave': button('groups.leave'),
  'messages/:conversationId/details': read('messages.read'),
  'messages/:conversationId/details/files': read('messages.read'),
  'messages/:conversationId/settings': form('groups.manage'),
  'messages/:conversationId/invite': read('groups.manage'),
  'messages/:conversationId/members': button('groups.manage'),
  'messages/:conversationId/members/:userId/role': button('groups.manage'),
  'messages/:conversationId/members/:userId/remove': button('groups.manage'),
  'messages/:conversationId/requests/:requestId': button('groups.manage'),
  'messages/:conversationId/pending/:pendingMessageId': button('groups.manage'),
  'messages/:conversationId/pending/:pendingMessageId/unsend': form('messages.update'),
  'messages/:conversationId/messages/:messageId': read('messages.read'),
  'messages/:conversationId/messages/:messageId/edit': button('messages.update'),
  'messages/:conversationId/messages/:messageId/unsend': button('messages.update'),
  'messages/:conversationId/messages/:messageId/hide': button('messages.read'),
  'messages/:conversationId/messages/:messageId/remove': button('groups.manage'),
  'messages/:conversationId/messages/:messageId/pin': button('messages.update'),
  'messages/:conversationId/messages/:messageId/react': button('messages.update'),
  'projects/:projectId/conversation': button('messages.update', 'projects.read'),
  'contracts/:contractId/conversation': button('messages.update', 'contracts.read'),
  'team/conversation': button('messages.update', 'team.read'),

  'api/conversations': read('messages.read'),
  'api/conversations/:conversationId/messages': { open: ['messages.read'], post: ['messages.send'] },
  'api/conversations/:conversationId/mark-read': button('messages.read'),
  'api/upload': button('messages.send'),
  'api/users': read('messages.read'),
}

/** Addresses, as app/routes.ts writes them, that somebody's pages offer no link or no form to. */
export type RefusedAddresses = { open: string[]; post: string[] }

/**
 * The addresses that the caller's role, company role or module access refuses. Those that ask for a verified address or
 * have used up a limit stay: their pages say what is missing.
 */
export function refusedAddresses(ctx: Context): RefusedAddresses {
  const { actor } = ctx
  const held = new Set<Right>()
  for (const right of Object.keys(rights) as Right[]) {
    if (actor && decide(right, { ...actor, emailVerified: true }).allowed) held.add(right)
  }
  const refused = (way: keyof AddressRights) =>
    Object.keys(addressRights).filter((address) => {
      const needed = addressRights[address]?.[way] ?? []
      return needed.some((right) => !held.has(right))
    })
  return { open: refused('open'), post: refused('post') }
}
