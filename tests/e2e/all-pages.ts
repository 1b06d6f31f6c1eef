import { chatPlaces } from './chat-places.ts'
import { closingPages } from './closing-pages.ts'
import { databasePlaces } from './database-places.ts'
import { directoryPlaces } from './directory-places.ts'
import { disputePlaces } from './dispute-places.ts'
import { financePages } from './finance-pages.ts'
import { moneyPages } from './money-pages.ts'
import { planPlaces } from './plan-places.ts'
import { quotePlaces } from './quote-places.ts'
import { valuationPages } from './valuation-pages.ts'
import { visitPlaces } from './visit-places.ts'
import type { World } from './world.ts'

type Reader = 'guest' | 'client' | 'provider' | 'colleague' | 'admin' | 'superAdmin'
export type Place = readonly [as: Reader, path: string]

/** For every page of app/routes.ts, the addresses that show its visually different states, with the users who may see them. */
export const places: Record<string, (world: World) => Place[]> = {
  ...visitPlaces,
  ...disputePlaces,
  ...financePages,
  ...quotePlaces,
  ...directoryPlaces,
  ...planPlaces,
  ...databasePlaces,
  '': () => [['guest', '/']],
  pricing: () => [
    ['guest', '/pricing'],
    ['guest', '/pricing?period=yearly'],
    ['client', '/pricing'],
  ],
  terms: () => [['guest', '/terms']],
  privacy: () => [['guest', '/privacy']],
  cookies: () => [['guest', '/cookies']],
  login: () => [['guest', '/login']],
  signup: () => [['guest', '/signup']],
  logout: () => [['client', '/logout']],
  'forgot-password': () => [['guest', '/forgot-password']],
  'reset-password': () => [['guest', '/reset-password?token=none']],
  'verify-email': ({ verifyToken }) => [
    ['guest', '/verify-email'],
    ['guest', `/verify-email?token=${verifyToken}`],
  ],
  'set-password': ({ inviteToken }) => [
    ['guest', '/set-password?token=none'],
    ['guest', `/set-password?token=${inviteToken}`],
  ],
  'bid-invitation': ({ bidInvitationPath }) => [
    ['guest', '/bid-invitation?token=none'],
    ['guest', '/bid-invitation?done=declined'],
    ['guest', bidInvitationPath],
  ],
  tenders: () => [
    ['guest', '/tenders'],
    ['guest', '/tenders?category=roofing&place=Nowhere'],
  ],
  'tenders/:projectId': ({ untouched }) => [
    ['guest', `/tenders/${untouched}`],
    ['provider', `/tenders/${untouched}`],
  ],
  'projects/:projectId/public-page': ({ draft, untouched }) => [
    ['client', `/projects/${draft}/public-page`],
    ['client', `/projects/${untouched}/public-page`],
  ],
  'dev/mail': () => [['guest', '/dev/mail']],
  'dev/mail/:mailId': ({ mailId }) => [['guest', `/dev/mail/${mailId}`]],
  'verify/:hash': ({ documentHash, seal }) => [
    ['guest', `/verify/${documentHash}`],
    ['guest', '/verify/unknown'],
    ['guest', `/verify/${seal}`],
  ],
  seal: () => [['guest', '/seal']],
  'shared/invoice/:shareId': ({ shareId }) => [['guest', `/shared/invoice/${shareId}`]],
  dashboard: () => [
    ['client', '/dashboard'],
    ['provider', '/dashboard'],
    ['admin', '/dashboard'],
  ],
  support: () => [['client', '/support']],
  tour: () => [
    ['client', '/tour'],
    ['client', '/tour?step=compare'],
    ['client', '/tour?step=approve'],
    ['client', '/tour?step=invoice'],
  ],
  'projects/won': () => [
    ['client', '/projects/won'],
    ['provider', '/projects/won'],
  ],
  search: () => [
    ['client', '/search'],
    ['client', '/search?q=kitchen'],
    ['provider', '/search?q=x'],
    ['provider', '/search?q=nothing+at+all'],
    ['admin', '/search?q=escrow'],
  ],
  notifications: () => [['client', '/notifications']],
  'notifications/settings': () => [['client', '/notifications/settings']],
  'notifications/device': () => [['client', '/notifications/device']],
  'unsubscribe/:token': ({ unsubscribeToken }) => [['guest', `/unsubscribe/${unsubscribeToken}`]],
  'notifications/clear': () => [['client', '/notifications/clear']],
  settings: () => [
    ['client', '/settings'],
    ['client', '/settings?tab=media'],
  ],
  calls: () => [
    ['client', '/calls'],
    ['provider', '/calls?name=nobody&type=missed&period=week&recorded=on'],
  ],
  'calls/join/:conversationId': ({ chat }) => [['client', `/calls/join/${chat.moderated}`]],
  'calls/times/new': ({ chat }) => [['client', `/calls/times/new?conversation=${chat.moderated}`]],
  'calls/times/:callTimeId': ({ callTime }) => [['client', `/calls/times/${callTime}`]],
  'calls/times/:callTimeId/cancel': ({ callTime }) => [['client', `/calls/times/${callTime}/cancel`]],
  'calls/recordings/:recordingId': ({ recording }) => [
    ['client', `/calls/recordings/${recording}`],
    ['provider', `/calls/recordings/${recording}?at=2`],
  ],
  'calls/recordings/:recordingId/remove': ({ recording }) => [['client', `/calls/recordings/${recording}/remove`]],
  'broadcasts/new': ({ chat }) => [['client', `/broadcasts/new?conversation=${chat.moderated}`]],
  'broadcasts/:broadcastId': ({ broadcast }) => [['client', `/broadcasts/${broadcast}`]],
  'broadcasts/:broadcastId/remove': ({ broadcast }) => [['client', `/broadcasts/${broadcast}/remove`]],
  status: () => [['client', '/status']],
  profile: () => [['client', '/profile']],
  security: () => [
    ['client', '/security'],
    ['client', '/security?tab=sessions'],
  ],
  'security/api-tokens': () => [['client', '/security/api-tokens']],
  'security/passkeys': () => [['client', '/security/passkeys']],
  'security/passkeys/:passkeyId/remove': ({ passkeyId }) => [['client', `/security/passkeys/${passkeyId}/remove`]],
  'security/two-factor': () => [
    ['client', '/security/two-factor'],
    ['colleague', '/security/two-factor'],
  ],
  team: () => [['client', '/team']],
  'team/invite': () => [['client', '/team/invite']],
  'team/leave': () => [
    ['colleague', '/team/leave'],
    ['client', '/team/leave'],
  ],
  'team/:userId': ({ colleague }) => [['client', `/team/${colleague.actor.id}`]],
  'team/:userId/two-factor': ({ colleague }) => [['client', `/team/${colleague.actor.id}/two-factor`]],
  'team/:userId/password': ({ colleague }) => [['client', `/team/${colleague.actor.id}/password`]],
  'team/:userId/mandates': ({ colleague }) => [['client', `/team/${colleague.actor.id}/mandates`]],
  'team/:userId/remove': ({ colleague }) => [['client', `/team/${colleague.actor.id}/remove`]],
  'company-settings': () => [['client', '/company-settings']],
  'company-settings/two-factor': () => [['client', '/company-settings/two-factor']],
  'company-settings/bank-account': () => [['client', '/company-settings/bank-account']],
  'company-settings/invoicing': () => [['provider', '/company-settings/invoicing']],
  'company-settings/certificates': () => [
    ['provider', '/company-settings/certificates'],
    ['client', '/company-settings/certificates'],
  ],
  'company-settings/certificates/add': () => [['provider', '/company-settings/certificates/add']],
  'company-settings/certificates/:certificateId/remove': ({ certificateId }) => [
    ['provider', `/company-settings/certificates/${certificateId}/remove`],
  ],
  approvals: () => [['client', '/approvals']],
  'approvals/:approvalId': ({ approvalId }) => [
    ['client', `/approvals/${approvalId}`],
    ['colleague', `/approvals/${approvalId}`],
  ],
  'approvals/:approvalId/refuse': ({ approvalId }) => [['client', `/approvals/${approvalId}/refuse`]],
  projects: () => [
    ['client', '/projects'],
    ['client', '/projects?q=nothing+like+this'],
    ['provider', '/projects?view=open'],
  ],
  'projects/new': ({ draft }) => [
    ['client', `/projects/new?template=${draft}`],
    ['client', '/projects/new?estimate=yes&projectTypes=bathroom&area=12.5'],
  ],
  'projects/request-lines': ({ draft }) => [['client', `/projects/request-lines?project=${draft}`]],
  'projects/templates': () => [['client', '/projects/templates']],
  'projects/:projectId/template': ({ draft }) => [['client', `/projects/${draft}/template`]],
  'projects/:projectId': ({ draft, open, evaluated, awarded }) => [
    ['client', `/projects/${draft}`],
    ['client', `/projects/${open}`],
    ['client', `/projects/${evaluated.projectId}`],
    ['client', `/projects/${awarded.projectId}`],
    ['provider', `/projects/${open}`],
  ],
  'projects/:projectId/edit': ({ draft, open }) => [
    ['client', `/projects/${draft}/edit`],
    ['client', `/projects/${open}/edit`],
  ],
  'projects/:projectId/publish': ({ draft }) => [['client', `/projects/${draft}/publish`]],
  'projects/:projectId/close-bidding': ({ open }) => [['client', `/projects/${open}/close-bidding`]],
  'projects/:projectId/cancel': ({ open }) => [['client', `/projects/${open}/cancel`]],
  'projects/:projectId/delete': ({ draft }) => [['client', `/projects/${draft}/delete`]],
  'projects/:projectId/questions/ask': ({ open }) => [['provider', `/projects/${open}/questions/ask`]],
  'projects/:projectId/questions/:questionId/answer': ({ open, questionId }) => [
    ['client', `/projects/${open}/questions/${questionId}/answer`],
  ],
  'projects/:projectId/documents/add': ({ draft, open }) => [
    ['client', `/projects/${draft}/documents/add`],
    ['client', `/projects/${open}/documents/add`],
  ],
  'projects/:projectId/documents/:documentId/replace': ({ open, documentId }) => [
    ['client', `/projects/${open}/documents/${documentId}/replace`],
  ],
  'projects/:projectId/documents/:documentId/withdraw': ({ open, documentId }) => [
    ['client', `/projects/${open}/documents/${documentId}/withdraw`],
  ],
  'projects/:projectId/criteria': ({ evaluated }) => [['client', `/projects/${evaluated.projectId}/criteria`]],
  'projects/:projectId/criteria/certificates': ({ draft }) => [['client', `/projects/${draft}/criteria/certificates`]],
  'projects/:projectId/criteria/edit': ({ open }) => [['client', `/projects/${open}/criteria/edit`]],
  'projects/:projectId/invitations': ({ draft, untouched }) => [
    ['client', `/projects/${draft}/invitations`],
    ['client', `/projects/${untouched}/invitations`],
    ['client', `/projects/${untouched}/invitations?q=oy`],
  ],
  invitations: () => [
    ['provider', '/invitations'],
    ['client', '/invitations'],
  ],
  'invitations/:invitationId/decline': ({ invitationId }) => [['provider', `/invitations/${invitationId}/decline`]],
  'projects/:projectId/evaluation': ({ scored }) => [['client', `/projects/${scored.projectId}/evaluation`]],
  'projects/:projectId/evaluation/evaluators': ({ scored }) => [
    ['client', `/projects/${scored.projectId}/evaluation/evaluators`],
  ],
  'projects/:projectId/evaluation/bids/:bidId': ({ scored }) => [
    ['client', `/projects/${scored.projectId}/evaluation/bids/${scored.bidId}`],
  ],
  'projects/:projectId/evaluation/evaluators/:evaluatorId/reopen': ({ ranked }) => [
    ['client', `/projects/${ranked.projectId}/evaluation/evaluators/${ranked.evaluatorId}/reopen`],
  ],
  'projects/:projectId/bids': ({ evaluated }) => [['client', `/projects/${evaluated.projectId}/bids`]],
  'projects/:projectId/opening': ({ evaluated }) => [['client', `/projects/${evaluated.projectId}/opening`]],
  bids: () => [
    ['provider', '/bids'],
    ['client', '/bids?view=received'],
  ],
  'projects/:projectId/lines/import': ({ untouched }) => [['provider', `/projects/${untouched}/lines/import`]],
  'bids/new': ({ untouched }) => [['provider', `/bids/new?project=${untouched}`]],
  'bids/:bidId': ({ ownBid, evaluated }) => [
    ['provider', `/bids/${ownBid}`],
    ['client', `/bids/${evaluated.bidId}`],
  ],
  'bids/:bidId/edit': ({ ownBid }) => [['provider', `/bids/${ownBid}/edit`]],
  'bids/:bidId/withdraw': ({ ownBid }) => [['provider', `/bids/${ownBid}/withdraw`]],
  'bids/:bidId/reject': ({ evaluated }) => [['client', `/bids/${evaluated.bidId}/reject`]],
  'bids/:bidId/lines/:lineId/plug': ({ evaluated, evaluatedLine }) => [
    ['client', `/bids/${evaluated.bidId}/lines/${evaluatedLine}/plug`],
  ],
  'projects/:projectId/bids/extension': ({ evaluated }) => [
    ['client', `/projects/${evaluated.projectId}/bids/extension`],
  ],
  'bids/:bidId/attachments': ({ ownBid, bidDraft }) => [
    ['provider', `/bids/${ownBid}/attachments`],
    ['provider', `/bids/${bidDraft}/attachments`],
  ],
  'bids/:bidId/qualification': ({ bidDraft }) => [['provider', `/bids/${bidDraft}/qualification`]],
  'bids/:bidId/ask-completion': ({ lackingBidId }) => [['client', `/bids/${lackingBidId}/ask-completion`]],
  'bids/:bidId/complete': ({ askedBidId }) => [['provider', `/bids/${askedBidId}/complete`]],
  'bids/:bidId/review': ({ bidDraft }) => [['provider', `/bids/${bidDraft}/review`]],
  'bids/:bidId/receipt': ({ ownBid }) => [['provider', `/bids/${ownBid}/receipt`]],
  'projects/:projectId/decision': ({ awarded }) => [['client', `/projects/${awarded.projectId}/decision`]],
  'bids/:bidId/decision': ({ awarded }) => [['provider', `/bids/${awarded.bidId}/decision`]],
  'bids/:bidId/revoke': ({ awarded }) => [['client', `/bids/${awarded.bidId}/revoke`]],
  'bids/:bidId/award': ({ evaluated }) => [['client', `/bids/${evaluated.bidId}/award`]],
  contracts: () => [['client', '/contracts']],
  'contracts/new': ({ awarded }) => [['client', `/contracts/new?project=${awarded.projectId}&parts=3`]],
  'contracts/templates': () => [['client', '/contracts/templates']],
  'contracts/templates/new': () => [['client', '/contracts/templates/new']],
  'contracts/templates/:templateId': ({ templateId }) => [['client', `/contracts/templates/${templateId}`]],
  'contracts/templates/:templateId/delete': ({ templateId }) => [
    ['client', `/contracts/templates/${templateId}/delete`],
  ],
  'contracts/:contractId': ({ drafted, sent, contractId }) => [
    ['client', `/contracts/${drafted.contractId}`],
    ['provider', `/contracts/${sent.contractId}`],
    ['client', `/contracts/${contractId}`],
  ],
  'contracts/:contractId/document': ({ drafted, contractId }) => [
    ['client', `/contracts/${drafted.contractId}/document`],
    ['provider', `/contracts/${contractId}/document`],
  ],
  'contracts/:contractId/certificate': ({ contractId }) => [['provider', `/contracts/${contractId}/certificate`]],
  'contracts/:contractId/chain': ({ drafted, contractId }) => [
    ['client', `/contracts/${drafted.contractId}/chain`],
    ['provider', `/contracts/${contractId}/chain`],
  ],
  'contracts/:contractId/edit': ({ drafted }) => [['client', `/contracts/${drafted.contractId}/edit`]],
  'contracts/:contractId/send': ({ drafted }) => [['client', `/contracts/${drafted.contractId}/send`]],
  'contracts/:contractId/sign': ({ sent }) => [['provider', `/contracts/${sent.contractId}/sign`]],
  'contracts/:contractId/decline': ({ sent }) => [['provider', `/contracts/${sent.contractId}/decline`]],
  'contracts/:contractId/void': ({ sent }) => [['client', `/contracts/${sent.contractId}/void`]],
  'contracts/:contractId/negotiation': ({ drafted, openDraftId }) => [
    ['client', `/contracts/${drafted.contractId}/negotiation`],
    ['client', `/contracts/${openDraftId}/negotiation`],
    ['provider', `/contracts/${openDraftId}/negotiation`],
  ],
  'contracts/:contractId/negotiation/comment': ({ openDraftId }) => [
    ['provider', `/contracts/${openDraftId}/negotiation/comment?clause=1`],
  ],
  'contracts/:contractId/negotiation/payment-terms': ({ openDraftId }) => [
    ['client', `/contracts/${openDraftId}/negotiation/payment-terms`],
  ],
  'contracts/:contractId/changes': ({ contractId, unpaidContractId }) => [
    ['client', `/contracts/${contractId}/changes`],
    ['provider', `/contracts/${unpaidContractId}/changes`],
  ],
  'contracts/:contractId/changes/new': ({ unpaidContractId }) => [
    ['client', `/contracts/${unpaidContractId}/changes/new`],
  ],
  'contracts/:contractId/changes/:changeId': ({ unpaidContractId, changes }) => [
    ['client', `/contracts/${unpaidContractId}/changes/${changes.proposed}`],
    ['client', `/contracts/${unpaidContractId}/changes/${changes.draft}`],
  ],
  'contracts/:contractId/changes/:changeId/edit': ({ unpaidContractId, changes }) => [
    ['client', `/contracts/${unpaidContractId}/changes/${changes.draft}/edit`],
  ],
  'contracts/:contractId/changes/:changeId/files': ({ unpaidContractId, changes }) => [
    ['client', `/contracts/${unpaidContractId}/changes/${changes.draft}/files`],
  ],
  'contracts/:contractId/changes/:changeId/sign': ({ unpaidContractId, changes }) => [
    ['client', `/contracts/${unpaidContractId}/changes/${changes.proposed}/sign`],
  ],
  'contracts/:contractId/changes/:changeId/reject': ({ unpaidContractId, changes }) => [
    ['client', `/contracts/${unpaidContractId}/changes/${changes.proposed}/reject`],
  ],
  'contracts/:contractId/changes/:changeId/withdraw': ({ unpaidContractId, changes }) => [
    ['client', `/contracts/${unpaidContractId}/changes/${changes.draft}/withdraw`],
  ],
  ...closingPages,
  ...moneyPages,
  ...valuationPages,
  'contracts/:contractId/terminate': ({ contractId }) => [['client', `/contracts/${contractId}/terminate`]],
  'contracts/:contractId/termination': ({ endedContractId, unpaidContractId }) => [
    ['client', `/contracts/${unpaidContractId}/termination`],
    ['provider', `/contracts/${unpaidContractId}/termination`],
    ['client', `/contracts/${endedContractId}/termination`],
  ],
  ...chatPlaces,
  'dev/ui': () => [['guest', '/dev/ui']],
}

/** Pages as seen by a user without any data. */
export const emptyPages = ['/dashboard', '/projects', '/projects?view=open', '/bids', '/bids?view=received']
  .concat(['/contracts', '/invoicing', '/invoicing/received', '/notifications', '/team'])
  .concat(['/projects/templates', '/messages', '/messages/new', '/messages/groups'])
  .concat(['/company-settings', '/profile', '/security', '/contracts/00000000-0000-7000-8000-000000000000'])
