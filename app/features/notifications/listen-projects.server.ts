import type { DurableListener } from '#db/durable-listener.server.ts'
import { columns } from '#db/fields.server.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import { colleaguesOf } from './colleagues-of.server.ts'
import { mailCompletion } from './mail-completion.server.ts'
import { mailDecision } from './mail-decision.server.ts'
import { mailEvaluators } from './mail-evaluators.server.ts'
import { notify } from './notify.server.ts'
import { notifyCompanies } from './notify-companies.server.ts'

const clientOf = sql(
  { params: columns(projects, 'id'), row: columns(projects, 'companyId') },
  'SELECT company_id AS companyId FROM projects WHERE id = :id',
)

/**
 * Project and bid events notify the companies they concern. Nothing about a sealed bid goes to anybody but its bidder (BID-1).
 */
export const projectNotices: DurableListener['on'] = {
  'project.addendum': (tx, { payload: { projectId, title, version, bidderCompanyIds } }, source) =>
    notifyCompanies(tx, source, bidderCompanyIds, {
      category: 'project',
      text: 'projectAddendum',
      params: { title, version },
      actionUrl: `/projects/${projectId}`,
    }),
  'project.question_asked': (tx, { payload: { projectId, companyId, title } }, source) =>
    notifyCompanies(tx, source, [companyId], {
      category: 'project',
      text: 'questionAsked',
      params: { title },
      actionUrl: `/projects/${projectId}`,
      about: { projectId },
    }),
  'project.question_answered': (tx, { payload: { projectId, title, number, companyIds } }, source) =>
    notifyCompanies(tx, source, companyIds, {
      category: 'project',
      text: 'questionAnswered',
      params: { title, number },
      actionUrl: `/projects/${projectId}`,
    }),
  'project.visit_minutes': (tx, { payload: { projectId, title, number, companyIds } }, source) =>
    notifyCompanies(tx, source, companyIds, {
      category: 'project',
      text: 'visitMinutes',
      params: { title, number },
      actionUrl: `/projects/${projectId}/visits`,
    }),
  'project.followed_deadline': (tx, { payload: { projectId, companyId, title } }, source) =>
    notifyCompanies(tx, source, [companyId], {
      category: 'project',
      text: 'followedDeadline',
      params: { title },
      actionUrl: `/projects/${projectId}`,
    }),
  'project.member': (tx, { payload: { projectId, companyId, userId, title, role, actor, actorId } }, source) => {
    if (userId === actorId) return
    notify(tx, source, colleaguesOf(tx, companyId, [userId]), {
      category: 'project',
      text: role ? 'projectRoleGiven' : 'projectRoleEnded',
      params: { title, actor },
      actionUrl: role ? `/projects/${projectId}/team` : `/projects/${projectId}`,
    })
  },
  'project.invited': (tx, { payload: { title, client, companyIds } }, source) =>
    notifyCompanies(tx, source, companyIds, {
      category: 'project',
      text: 'projectInvited',
      params: { title, client },
      actionUrl: '/invitations',
    }),
  'project.invitation_withdrawn': (tx, { payload: { companyId, title, client } }, source) =>
    notifyCompanies(tx, source, [companyId], {
      category: 'project',
      text: 'invitationWithdrawn',
      params: { title, client },
      actionUrl: '/invitations',
    }),
  'project.invitation_declined': (tx, { payload: { projectId, companyId, title, invited } }, source) =>
    notifyCompanies(tx, source, [companyId], {
      category: 'project',
      text: 'invitationDeclined',
      params: { title, invited },
      actionUrl: `/projects/${projectId}/invitations`,
      about: { projectId },
    }),
  'project.cancelled': (tx, { payload: { projectId, title, bidderCompanyIds } }, source) =>
    notifyCompanies(tx, source, bidderCompanyIds, {
      category: 'project',
      text: 'projectCancelled',
      params: { title },
      actionUrl: `/projects/${projectId}`,
    }),
  'bids.opened': (tx, { payload: { projectId, companyId, title, bidderCompanyIds } }, source) => {
    const page = `/projects/${projectId}`
    const [category, count] = ['offer' as const, bidderCompanyIds.length]
    const actionUrl = count > 0 ? `${page}/bids` : page
    notifyCompanies(tx, source, [companyId], {
      ...{ category, text: 'bidsOpenedOwner' as const, params: { title, count }, actionUrl },
      about: { projectId },
    })
    notifyCompanies(tx, source, bidderCompanyIds, {
      category,
      text: 'bidsOpenedBidder',
      params: { title },
      actionUrl: page,
    })
  },
  'bid.submitted': (tx, { payload: { bidId, companyId, title, revision } }, source) =>
    notifyCompanies(tx, source, [companyId], {
      category: 'offer',
      text: revision > 1 ? 'bidRevised' : 'bidSubmitted',
      params: { title },
      actionUrl: `/bids/${bidId}`,
    }),
  'bid.awarded': (tx, { payload: { bidId, companyId, title } }, source) =>
    notifyCompanies(tx, source, [companyId], {
      category: 'offer',
      text: 'bidAwarded',
      params: { title },
      actionUrl: `/bids/${bidId}`,
    }),
  'award.decided': (tx, { payload: { bidId: chosen, title, client, letters } }, source) => {
    for (const letter of letters) {
      const { bidId, companyId } = letter
      mailDecision(tx, source, letter, { title, client })
      // Whoever is awarded has a notification of that.
      if (bidId === chosen) continue
      notifyCompanies(tx, source, [companyId], {
        category: 'offer',
        text: 'awardDecision',
        params: { title },
        actionUrl: `/bids/${bidId}/decision`,
      })
    }
  },
  'evaluation.asked': (tx, { payload: { projectId, title, userIds, isAgain } }, source) => {
    const text = isAgain ? 'evaluationReopened' : 'evaluationAsked'
    const people = colleaguesOf(tx, clientOf.first(tx, { id: projectId })?.companyId ?? '', userIds)
    notify(tx, source, people, {
      category: 'offer',
      text,
      params: { title },
      actionUrl: `/projects/${projectId}/evaluation`,
    })
    const mail = isAgain ? { template: 'evaluationReopened' } : { template: 'evaluationAsked' }
    mailEvaluators(tx, source, people, { ...mail, projectId, title })
  },
  'evaluation.completed': (tx, { payload: { projectId, companyId, title } }, source) =>
    notifyCompanies(tx, source, [companyId], {
      category: 'offer',
      text: 'evaluationCompleted',
      params: { title },
      actionUrl: `/projects/${projectId}/evaluation`,
      about: { projectId },
    }),
  'award.revoked': (tx, { payload: { title, client, letters } }, source) => {
    for (const letter of letters) {
      mailDecision(tx, source, letter, { title, client }, { template: 'awardRevoked' })
      notifyCompanies(tx, source, [letter.companyId], {
        category: 'offer',
        text: 'awardRevoked',
        params: { title },
        actionUrl: `/bids/${letter.bidId}/decision`,
      })
    }
  },
  'bid.rejected': (tx, { payload: { bidId, companyId, title } }, source) =>
    notifyCompanies(tx, source, [companyId], {
      category: 'offer',
      text: 'bidRejected',
      params: { title },
      actionUrl: `/bids/${bidId}`,
    }),
  'bids.extension_asked': (tx, { payload: { title, asked } }, source) => {
    for (const { bidId, companyId } of asked)
      notifyCompanies(tx, source, [companyId], {
        category: 'offer',
        text: 'bidExtensionAsked',
        params: { title },
        actionUrl: `/bids/${bidId}`,
      })
  },
  'bid.extended': (tx, { payload: { bidId, projectId, ownerCompanyId, title } }, source) =>
    notifyCompanies(tx, source, [ownerCompanyId], {
      category: 'offer',
      text: 'bidExtended',
      params: { title },
      actionUrl: `/bids/${bidId}`,
      about: { projectId },
    }),
  'bid.completion_asked': (tx, { payload }, source) => {
    const { bidId, companyId, title, dueAt } = payload
    mailCompletion(tx, source, payload)
    notifyCompanies(tx, source, [companyId], {
      category: 'offer',
      text: 'bidCompletionAsked',
      params: { title, dueAt },
      // From there those go on who may complete it.
      actionUrl: `/bids/${bidId}`,
    })
  },
  'bid.completed': (tx, { payload: { bidId, projectId, ownerCompanyId, title } }, source) =>
    notifyCompanies(tx, source, [ownerCompanyId], {
      category: 'offer',
      text: 'bidCompleted',
      params: { title },
      actionUrl: `/bids/${bidId}`,
      about: { projectId },
    }),
  'bid.withdrawn': (tx, { payload: { projectId, ownerCompanyId, title } }, source) =>
    notifyCompanies(tx, source, [ownerCompanyId], {
      category: 'offer',
      text: 'bidWithdrawn',
      params: { title },
      actionUrl: `/projects/${projectId}`,
      about: { projectId },
    }),
}
