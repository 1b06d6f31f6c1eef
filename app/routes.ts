import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@remix-run/route-config'

/**
 * Every URL of the product, by area. Unknown pages redirect to the landing page; unknown /api paths answer 404 with
 * JSON (GEN-6).
 */
export default [
  // Public pages, which send no scripts
  layout('features/site/routes/public-layout.tsx', [
    index('features/site/routes/landing.tsx'),
    route('pricing', 'features/site/routes/pricing.tsx'),
    route('login', 'features/accounts/routes/login.tsx'),
    route('signup', 'features/accounts/routes/signup.tsx'),
    route('logout', 'features/accounts/routes/logout.tsx'),
    route('forgot-password', 'features/accounts/routes/forgot-password.tsx'),
    route('reset-password', 'features/accounts/routes/reset-password.tsx'),
    route('verify-email', 'features/accounts/routes/verify-email.tsx'),
    route('set-password', 'features/accounts/routes/set-password.tsx'),
    route('dev/mail', 'features/notifications/routes/dev-mails.tsx'),
    route('dev/mail/:mailId', 'features/notifications/routes/dev-mail.tsx'),
    route('verify/:hash', 'features/contracts/routes/verify.tsx'),
    route('seal', 'features/seals/routes/seal.tsx'),
    route('bid-invitation', 'features/invitations/routes/mailed-invitation.tsx'),
    route('tenders', 'features/tender-pages/routes/list.tsx'),
    route('tenders/:projectId', 'features/tender-pages/routes/tender.tsx'),
    route('shared/invoice/:shareId', 'features/invoicing/routes/shared.tsx'),
  ]),

  // Workspace
  workspace([
    route('dashboard', 'features/site/routes/dashboard.tsx'),
    route('continue', 'features/site/routes/continue.tsx'),
    route('support', 'features/site/routes/support.tsx'),
    route('notifications', 'features/notifications/routes/history.tsx'),
    route('notifications/clear', 'features/notifications/routes/clear.tsx'),
    route('settings', 'features/settings/routes/settings.tsx'),
    route('profile', 'features/accounts/routes/profile.tsx'),
    route('security', 'features/accounts/routes/security.tsx'),
    route('team', 'features/team/routes/team.tsx'),
    route('team/invite', 'features/team/routes/invite.tsx'),
    route('team/leave', 'features/team/routes/leave.tsx'),
    route('team/:userId', 'features/team/routes/member.tsx'),
    route('team/:userId/mandates', 'features/team/routes/mandates.tsx'),
    route('team/:userId/remove', 'features/team/routes/remove.tsx'),
    route('company-settings', 'features/team/routes/company-settings.tsx'),
    route('company-settings/bank-account', 'features/team/routes/bank-account.tsx'),
    route('company-settings/certificates', 'features/qualifications/routes/certificates.tsx'),
    route('company-settings/certificates/add', 'features/qualifications/routes/add-certificate.tsx'),
    route(
      'company-settings/certificates/:certificateId/remove',
      'features/qualifications/routes/remove-certificate.tsx',
    ),
    route('approvals', 'features/approvals/routes/list.tsx'),
    route('approvals/:approvalId', 'features/approvals/routes/detail.tsx'),
    route('approvals/:approvalId/refuse', 'features/approvals/routes/refuse.tsx'),
    route('projects', 'features/projects/routes/list.tsx'),
    route('projects/new', 'features/projects/routes/new.tsx'),
    route('projects/:projectId', 'features/bids/routes/project.tsx'),
    route('projects/:projectId/edit', 'features/projects/routes/edit.tsx'),
    route('projects/:projectId/publish', 'features/projects/routes/publish.ts'),
    route('projects/:projectId/public-page', 'features/tender-pages/routes/setting.tsx'),
    route('projects/:projectId/close-bidding', 'features/bids/routes/close-bidding.tsx'),
    route('projects/:projectId/cancel', 'features/projects/routes/cancel.tsx'),
    route('projects/:projectId/delete', 'features/projects/routes/delete.tsx'),
    route('projects/:projectId/documents/add', 'features/tenders/routes/add-documents.tsx'),
    route('projects/:projectId/documents/:documentId/replace', 'features/tenders/routes/replace-document.tsx'),
    route('projects/:projectId/documents/:documentId/withdraw', 'features/tenders/routes/withdraw-document.tsx'),
    route('projects/:projectId/questions/ask', 'features/tenders/routes/ask-question.tsx'),
    route('projects/:projectId/questions/:questionId/answer', 'features/tenders/routes/answer-question.tsx'),
    route('projects/:projectId/criteria', 'features/evaluation/routes/criteria.tsx'),
    route('projects/:projectId/evaluation', 'features/evaluation/routes/evaluation.tsx'),
    route('projects/:projectId/evaluation/evaluators', 'features/evaluation/routes/evaluators.tsx'),
    route('projects/:projectId/evaluation/evaluators/:evaluatorId/reopen', 'features/evaluation/routes/reopen.tsx'),
    route('projects/:projectId/evaluation/bids/:bidId', 'features/evaluation/routes/score.tsx'),
    route('projects/:projectId/criteria/edit', 'features/evaluation/routes/edit-criteria.tsx'),
    route('projects/:projectId/criteria/certificates', 'features/qualifications/routes/demand-certificates.tsx'),
    route('projects/:projectId/invitations', 'features/invitations/routes/project-invitations.tsx'),
    route('projects/:projectId/invitations/:invitationId/withdraw', 'features/invitations/routes/withdraw.ts'),
    route('invitations', 'features/invitations/routes/list.tsx'),
    route('invitations/:invitationId/decline', 'features/invitations/routes/decline.tsx'),
    route('projects/:projectId/bids', 'features/bids/routes/comparison.tsx'),
    route('projects/:projectId/bids/extension', 'features/bids/routes/ask-extension.tsx'),
    route('projects/:projectId/opening', 'features/bids/routes/opening.tsx'),
    route('bids', 'features/bids/routes/list.tsx'),
    route('projects/:projectId/lines/import', 'features/bids/routes/import-prices.tsx'),
    route('bids/new', 'features/bids/routes/new.tsx'),
    route('bids/:bidId', 'features/bids/routes/detail.tsx'),
    route('bids/:bidId/decision', 'features/decisions/routes/letter.tsx'),
    route('projects/:projectId/decision', 'features/decisions/routes/memo.tsx'),
    route('bids/:bidId/edit', 'features/bids/routes/edit.tsx'),
    route('bids/:bidId/submit', 'features/bids/routes/submit.ts'),
    route('bids/:bidId/withdraw', 'features/bids/routes/withdraw.tsx'),
    route('bids/:bidId/confirm', 'features/bids/routes/confirm.ts'),
    route('bids/:bidId/shortlist', 'features/bids/routes/shortlist.ts'),
    route('bids/:bidId/reject', 'features/bids/routes/reject.tsx'),
    route('bids/:bidId/award', 'features/decisions/routes/award.tsx'),
    route('bids/:bidId/extensions/:extensionId', 'features/bids/routes/extend.ts'),
    route('bids/:bidId/attachments', 'features/bids/routes/attachments.tsx'),
    route('bids/:bidId/attachments/:attachmentId/remove', 'features/bids/routes/remove-attachment.ts'),
    route('bids/:bidId/review', 'features/bids/routes/review.tsx'),
    route('bids/:bidId/revision', 'features/bids/routes/revision.tsx'),
    route('bids/:bidId/qualification', 'features/bids/routes/qualification.tsx'),
    route('bids/:bidId/ask-completion', 'features/bids/routes/ask-completion.tsx'),
    route('bids/:bidId/complete', 'features/bids/routes/complete.tsx'),
    route('bids/:bidId/receipt', 'features/bids/routes/receipt.tsx'),
    route('bids/:bidId/lines/:lineId/plug', 'features/bids/routes/plug.tsx'),
    route('contracts', 'features/contracts/routes/list.tsx'),
    route('contracts/new', 'features/contracts/routes/new.tsx'),
    route('contracts/templates', 'features/contract-templates/routes/list.tsx'),
    route('contracts/templates/new', 'features/contract-templates/routes/new.tsx'),
    route('contracts/templates/:templateId', 'features/contract-templates/routes/edit.tsx'),
    route('contracts/templates/:templateId/delete', 'features/contract-templates/routes/delete.tsx'),
    route('contracts/:contractId', 'features/contracts/routes/detail.tsx'),
    route('contracts/:contractId/document', 'features/contracts/routes/document.tsx'),
    route('contracts/:contractId/certificate', 'features/contracts/routes/certificate.tsx'),
    route('contracts/:contractId/chain', 'features/chain/routes/chain.tsx'),
    route('contracts/:contractId/edit', 'features/contracts/routes/edit.tsx'),
    route('contracts/:contractId/send', 'features/contracts/routes/send.tsx'),
    route('contracts/:contractId/sign', 'features/contracts/routes/sign.tsx'),
    route('contracts/:contractId/decline', 'features/contracts/routes/decline.tsx'),
    route('contracts/:contractId/void', 'features/contracts/routes/void.tsx'),
    route('contracts/:contractId/negotiation', 'features/negotiations/routes/negotiation.tsx'),
    route('contracts/:contractId/negotiation/comment', 'features/negotiations/routes/comment.tsx'),
    route('contracts/:contractId/negotiation/payment-terms', 'features/negotiations/routes/payment-terms.tsx'),
    route('contracts/:contractId/changes', 'features/change-orders/routes/list.tsx'),
    route('contracts/:contractId/changes/new', 'features/change-orders/routes/new.tsx'),
    route('contracts/:contractId/changes/:changeId', 'features/change-orders/routes/detail.tsx'),
    route('contracts/:contractId/changes/:changeId/edit', 'features/change-orders/routes/edit.tsx'),
    route('contracts/:contractId/changes/:changeId/sign', 'features/change-orders/routes/sign.tsx'),
    ...buttons('contracts/:contractId/changes/:changeId', 'features/change-orders/routes/end.tsx', [
      'reject',
      'withdraw',
    ]),
    route('contracts/:contractId/handover', 'features/handover/routes/detail.tsx'),
    route('contracts/:contractId/handover/edit', 'features/handover/routes/edit.tsx'),
    route('contracts/:contractId/handover/sign', 'features/handover/routes/sign.tsx'),
    route('contracts/:contractId/handover/return', 'features/handover/routes/return.tsx'),
    route('contracts/:contractId/securities', 'features/securities/routes/list.tsx'),
    route('contracts/:contractId/securities/new', 'features/securities/routes/new.tsx'),
    route('contracts/:contractId/securities/:securityId/:step', 'features/securities/routes/step.tsx'),
    route('contracts/:contractId/terminate', 'features/terminations/routes/claim.tsx'),
    route('contracts/:contractId/termination', 'features/terminations/routes/termination.tsx'),
    route('escrow', 'features/escrow/routes/list.tsx'),
    route('escrow/transfers', 'features/escrow/routes/transfers.tsx'),
    route('escrow/:contractId', 'features/escrow/routes/detail.tsx'),
    route('escrow/:contractId/release-retention', 'features/escrow/routes/release-retention.tsx'),
    route('escrow/:contractId/dispute-retention', 'features/escrow/routes/dispute-retention.tsx'),
    route('escrow/:contractId/resolve-retention', 'features/escrow/routes/resolve-retention.tsx'),
    route('escrow/:contractId/case-file', 'features/disputes/routes/case-file.tsx'),
    route('escrow/:contractId/case-file/changes', 'features/disputes/routes/case-changes.tsx'),
    route('escrow/:contractId/case-file/chain', 'features/chain/routes/case-chain.tsx'),
    route('milestones/:milestoneId/submit', 'features/escrow/routes/submit.tsx'),
    route('milestones/:milestoneId/approve', 'features/escrow/routes/approve.tsx'),
    route('milestones/:milestoneId/request-changes', 'features/escrow/routes/request-changes.tsx'),
    route('milestones/:milestoneId/release', 'features/escrow/routes/release.tsx'),
    route('milestones/:milestoneId/request-refund', 'features/escrow/routes/request-refund.tsx'),
    route('milestones/:milestoneId/refund', 'features/escrow/routes/refund.tsx'),
    route('milestones/:milestoneId/dispute', 'features/escrow/routes/dispute.tsx'),
    route('milestones/:milestoneId/resolve', 'features/escrow/routes/resolve.tsx'),
    route('messages', 'features/conversations/routes/messages.tsx'),
    route('messages/:conversationId', 'features/messages/routes/conversation.tsx'),
    route('messages/:conversationId/messages/:messageId', 'features/messages/routes/message.tsx'),
    route('invoicing', 'features/invoicing/routes/list.tsx'),
    route('invoicing/new', 'features/invoicing/routes/new.tsx'),
    route('invoicing/:invoiceId', 'features/invoicing/routes/detail.tsx'),
    route('invoicing/:invoiceId/edit', 'features/invoicing/routes/edit.tsx'),
    route('invoicing/:invoiceId/issue', 'features/invoicing/routes/issue.tsx'),
    route('invoicing/:invoiceId/send', 'features/invoicing/routes/send.tsx'),
    route('invoicing/:invoiceId/record-payment', 'features/invoicing/routes/record-payment.tsx'),
    route('invoicing/:invoiceId/credit', 'features/invoicing/routes/credit.tsx'),
    route('invoicing/:invoiceId/delete', 'features/invoicing/routes/delete.tsx'),
    route('messages/new', 'features/conversations/routes/new-message.tsx'),
    route('messages/groups', 'features/groups/routes/discover.tsx'),
    route('messages/groups/new', 'features/groups/routes/new-group.tsx'),
    route('messages/groups/:conversationId', 'features/groups/routes/join-page.tsx'),
    route('messages/:conversationId/details', 'features/groups/routes/details.tsx'),
    route('messages/:conversationId/details/files', 'features/messages/routes/shared-files.tsx'),
    route('messages/:conversationId/pending/:pendingMessageId/unsend', 'features/messages/routes/unsend-pending.tsx'),
    route('messages/:conversationId/invite', 'features/groups/routes/invite.tsx'),
    route('messages/:conversationId/settings', 'features/groups/routes/settings.tsx'),
    route('status', 'features/presence/routes/status.tsx'),
  ]),

  // Files
  route('projects/:projectId/project.json', 'features/invitations/routes/project-json.ts'),
  route('projects/:projectId/tender-set/:edition', 'features/tenders/routes/tender-set-text.ts'),
  route('bids/:bidId/sealed/:revision', 'features/bids/routes/sealed-text.ts'),
  route('projects/:projectId/lines/:file', 'features/bids/routes/price-list.ts'),
  route('bids/:bidId/receipt.pdf', 'features/bids/routes/receipt-pdf.ts'),
  route('bids/:bidId/decision.pdf', 'features/decisions/routes/letter-pdf.ts'),
  route('projects/:projectId/decision.pdf', 'features/decisions/routes/memo-pdf.ts'),
  ...buttons('projects/:projectId/evaluation', 'features/evaluation/routes/evaluation-button.ts', [
    'declare',
    'submit',
  ]),
  route('projects/:projectId/opening.pdf', 'features/bids/routes/opening-pdf.ts'),
  route('projects/:projectId/bids.csv', 'features/bids/routes/comparison-csv.ts'),
  route('contracts/:contractId/certificate.pdf', 'features/contracts/routes/certificate-pdf.ts'),
  route('contracts/:contractId/proof.json', 'features/chain/routes/proof.ts'),
  route('contracts/:contractId/changes/:changeId/change.pdf', 'features/change-orders/routes/pdf.ts'),
  route('contracts/:contractId/handover/handover.pdf', 'features/handover/routes/pdf.ts'),
  route('contracts/:contractId/handover/defects/:defectId/:step', 'features/handover/routes/defect.ts'),
  route('contracts/:contractId/contract.pdf', 'features/contracts/routes/contract-pdf.ts'),
  route('escrow/:contractId/case-file/contract.pdf', 'features/disputes/routes/contract-pdf.ts'),
  route('seal.cer', 'features/seals/routes/certificate-file.ts'),

  // Form actions of a draft contract
  route('contracts/:contractId/negotiation/open', 'features/negotiations/routes/open.ts'),
  route('contracts/:contractId/negotiation/comments/:commentId', 'features/negotiations/routes/answer.ts', {
    id: 'features/negotiations/routes/answer-wording',
  }),
  route('contracts/:contractId/negotiation/payment-terms/:proposalId', 'features/negotiations/routes/answer.ts', {
    id: 'features/negotiations/routes/answer-payment-terms',
  }),

  // Form actions of the team
  route('company-settings/bank-account/cancel', 'features/team/routes/cancel-bank-account.ts'),
  route('team/:userId/role', 'features/team/routes/role.ts'),
  route('team/invitations/:invitationId/resend', 'features/team/routes/resend-invite.ts'),
  route('team/invitations/:invitationId/revoke', 'features/team/routes/revoke-invite.ts'),

  // Form actions of approvals
  route('approvals/:approvalId/withdraw', 'features/approvals/routes/withdraw.ts'),

  // Form actions of invoices
  route('invoicing/:invoiceId/share', 'features/invoicing/routes/share.ts'),
  route('invoicing/:invoiceId/unshare', 'features/invoicing/routes/unshare.ts'),

  // Form actions of conversations and groups
  route('messages/direct', 'features/conversations/routes/direct.ts'),
  ...buttons('messages/:conversationId', 'features/groups/routes/membership.ts', [
    'join',
    'request',
    'withdraw',
    'leave',
  ]),
  ...buttons('messages/:conversationId', 'features/conversations/routes/conversation-button.ts', [
    'read',
    'unread',
    'mute',
  ]),
  route('messages/:conversationId/members', 'features/groups/routes/members.ts'),
  route('messages/:conversationId/members/:userId/role', 'features/groups/routes/member-role.ts'),
  route('messages/:conversationId/members/:userId/remove', 'features/groups/routes/remove-member.ts'),
  route('messages/:conversationId/requests/:requestId', 'features/groups/routes/decide.ts', {
    id: 'features/groups/routes/decide-request',
  }),
  route('messages/:conversationId/pending/:pendingMessageId', 'features/groups/routes/decide.ts', {
    id: 'features/groups/routes/decide-pending',
  }),
  route('projects/:projectId/conversation', 'features/groups/routes/subject-conversation.ts', {
    id: 'features/groups/routes/project-conversation',
  }),
  route('contracts/:contractId/conversation', 'features/groups/routes/subject-conversation.ts', {
    id: 'features/groups/routes/contract-conversation',
  }),
  route('team/conversation', 'features/groups/routes/subject-conversation.ts', {
    id: 'features/groups/routes/team-conversation',
  }),
  route('settings/chat', 'features/conversations/routes/preferences.ts'),

  // The messages of a conversation alone, shown in a frame when scripts are off
  route('messages/:conversationId/frame', 'features/messages/routes/frame.tsx'),

  // Form actions of conversations and messages
  route('messages/panel', 'features/conversations/routes/panel.ts'),
  route('messages/:conversationId/panel', 'features/messages/routes/conversation-panel.ts'),
  route('messages/:conversationId/send', 'features/messages/routes/send.ts'),
  route('messages/:conversationId/draft', 'features/messages/routes/draft.ts'),
  ...buttons('messages/:conversationId/messages/:messageId', 'features/messages/routes/message-button.ts', [
    ...['edit', 'unsend', 'hide', 'remove', 'pin', 'react'],
  ]),

  // Stored files
  route('files/:fileId', 'features/files/routes/stored-file.ts'),
  route('avatars/:userId', 'features/accounts/routes/avatar.ts'),

  // Preferences, also of visitors
  route('sidebar', 'features/site/routes/sidebar.ts'),
  route('theme', 'features/settings/routes/theme.tsx'),
  route('language', 'features/settings/routes/language.tsx'),

  // The API
  route('api/conversations', 'features/conversations/routes/api-conversations.ts'),
  route('api/conversations/:conversationId/messages', 'features/messages/routes/api-messages.ts'),
  route('api/conversations/:conversationId/mark-read', 'features/conversations/routes/api-mark-read.ts'),
  route('api/upload', 'features/files/routes/api-upload.ts'),
  route('api/users', 'features/conversations/routes/api-users.ts'),

  // Server status and development
  route('dev/mail/:mailId/html', 'features/notifications/routes/dev-mail-html.ts'),
  route('dev/ui', 'features/site/routes/dev-ui.tsx'),
  route('health', 'features/site/routes/health.ts'),
  route('metrics', 'features/site/routes/metrics.ts'),
  route('.well-known/security.txt', 'features/site/routes/security-txt.ts'),
  route('api/*', 'features/site/routes/api-not-found.ts'),
  route('*', 'features/site/routes/unknown-page.ts'),
] satisfies RouteConfig

/** Form actions on one thing that share a module, which tells them apart by the last path segment. */
function buttons(of: string, file: string, names: string[]) {
  const folder = file.slice(0, file.lastIndexOf('/'))
  return names.map((name) => route(`${of}/${name}`, file, { id: `${folder}/${name}` }))
}

/** Pages inside the shell. Between the two is the frame of the page, which shows a page's error in its place. */
function workspace(pages: RouteConfigEntry[]) {
  return layout('features/site/routes/workspace-layout.tsx', [layout('features/site/routes/workspace-page.tsx', pages)])
}
