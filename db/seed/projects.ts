import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { plugLine } from '#app/features/bids/levelling/plug-line.server.ts'
import { openDueBids } from '#app/features/bids/open-due-bids.server.ts'
import { answerQualification } from '#app/features/bids/qualification/answer-qualification.server.ts'
import { rejectBid } from '#app/features/bids/reject-bid.server.ts'
import type { BidInput } from '#app/features/bids/schemas.server.ts'
import { shortlistBid } from '#app/features/bids/shortlist-bid.server.ts'
import { updateBid } from '#app/features/bids/update-bid.server.ts'
import { dayOfProject } from '#app/features/bids/validity/validity.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { setAwardTerms } from '#app/features/evaluation/set-award-terms.server.ts'
import { declineInvitation } from '#app/features/invitations/decline-invitation.server.ts'
import { inviteCompanies } from '#app/features/invitations/invite-companies.server.ts'
import { listReceivedInvitations } from '#app/features/invitations/queries.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { cancelProject } from '#app/features/projects/cancel-project.server.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { defaultAddendumDays } from '#app/features/projects/limits.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { listDocuments } from '#app/features/projects/tender-set.server.ts'
import { getCertificates } from '#app/features/qualifications/certificates.server.ts'
import { setDemanded } from '#app/features/qualifications/set-demanded.server.ts'
import { setPublicPage } from '#app/features/tender-pages/set-public-page.server.ts'
import { addDocuments } from '#app/features/tenders/add-documents.server.ts'
import { answerQuestion } from '#app/features/tenders/answer-question.server.ts'
import { askQuestion } from '#app/features/tenders/ask-question.server.ts'
import { replaceDocument } from '#app/features/tenders/replace-document.server.ts'
import type { Database } from '#db/client.server.ts'
import { tenderQuestions } from '#db/schema/tenders.ts'
import { earlierProjects } from './earlier-projects.ts'
import { endedProjects } from './ended-projects.ts'
import type { People } from './people.ts'
import type { DemoBid, DemoProject } from './project-story.ts'
import { recentProjects } from './recent-projects.ts'
import { storedText } from './stored-text.ts'
import { attendVisits, planVisits } from './visits.ts'

const day = 86_400_000

/** Projects with an awarded bid, oldest first; contracts continue from them. */
export type SeededProjects = { awarded: { projectId: string; owner: CompanyContext; bidder: CompanyContext }[] }

/** Posts the demo projects and bids on them with the product's own verbs, at realistic times. */
export async function seedProjects(db: Database, people: People, now: number): Promise<SeededProjects> {
  const awarded: SeededProjects['awarded'] = []
  for (const story of [...endedProjects, ...earlierProjects, ...recentProjects]) {
    const owner = people[story.owner]
    const id = await post(owner, story, now)
    if (story.draft) continue
    invite(people, id, story, now)
    discuss(db, people, id, story, now)
    attendVisits(people, id, story, now)
    const bidIds = story.bids.map((bid) => place(people[bid.by], id, story, bid, now))
    if (story.addendum) amend(db, owner, id, story, now)
    for (const [index, bid] of story.bids.entries()) {
      const ctx = at(people[bid.by], now, bid.daysAgo - 1)
      const bidId = bidIds[index] ?? ''
      if (bid.revises) {
        const later = at(people[bid.by], now, (story.addendum?.daysAgo ?? 1) - 0.5)
        updateBid(later, { ...bidInput(later, id, story, { ...bid, prices: bid.revises }, now), bidId })
      }
      if (bid.withdraws) withdrawBid(ctx, { bidId })
    }
    if (story.cancelled) {
      cancelProject(at(owner, now, story.cancelled.daysAgo), { projectId: id, reason: story.cancelled.reason })
      continue
    }
    if (story.deadlineInDays > 0) continue
    openDueBids(db, now + story.deadlineInDays * day + 10_000)
    const asked = listProjectLines(db, id)
    const deciding = at(owner, now, Math.max(-story.deadlineInDays - 2, 0))
    for (const [index, bid] of story.bids.entries()) {
      const bidId = bidIds[index] ?? ''
      for (const [line, euros, reason] of bid.levelled ?? [])
        plugLine(deciding, { bidId, projectLineId: asked[line]?.id ?? '', netCents: euros * 100, reason })
      if (bid.shortlisted) shortlistBid(deciding, { bidId })
      if (bid.rejected) rejectBid(deciding, { bidId, reason: bid.rejected })
    }
    const winner = story.bids.findIndex((bid) => bid.wins)
    const { by, wins: reason } = story.bids[winner] ?? {}
    if (by && reason) {
      const [bidId = '', fallbackBidId] = [winner, story.bids.findIndex((bid) => bid.isFallback)].map(
        (at) => bidIds[at],
      )
      const appeals = 'A bidder who considers the decision wrong writes to us within 14 days, and we look at it again.'
      const terms = { reason, appeals, fallbackBidId }
      awardBid(at(owner, now, Math.max(-story.deadlineInDays - 4, 0)), { bidId, ...terms })
      awarded.push({ projectId: id, owner, bidder: people[by] })
    }
  }
  return { awarded }
}

const at = (ctx: CompanyContext, now: number, daysAgo: number): CompanyContext => ({ ...ctx, now: now - daysAgo * day })

function fields(story: DemoProject, now: number) {
  const { title, description, category, location, budget, start, end, lines, vat } = story
  const date = (days: number) => new Date(now + days * day).toISOString().slice(0, 10)
  return {
    title,
    description,
    category,
    location,
    budget: budget === null ? null : budget * 100,
    bidDeadline: now + story.deadlineInDays * day,
    startDate: date(start),
    endDate: date(end),
    vatTreatment: vat?.treatment ?? ('standard' as const),
    vatGround: vat?.ground,
    buyerDeductsVat: vat?.isDeducted ?? true,
    sellsConstruction: vat?.treatment === 'reverse_charge',
    addendumDays: defaultAddendumDays,
    mayCloseEarly: story.mayCloseEarly ?? false,
    closesWhenAnswered: false,
    standstillDays: story.standstillDays ?? 0,
    ...(story.variantTerms !== undefined && { variantTerms: story.variantTerms }),
    invitedOnly: story.invitedOnly ?? false,
    overrunShare: story.shares ? story.shares.overrun * 100 : null,
    underrunShare: story.shares ? story.shares.underrun * 100 : null,
    lines: lines.map(([line, quantity, unit, priceForm = 'unit']) => ({
      id: null,
      description: line,
      quantityMilli: quantity * 1000,
      unit,
      priceForm,
    })),
  }
}

async function post(owner: CompanyContext, story: DemoProject, now: number): Promise<string> {
  const drafting = at(owner, now, story.postedDaysAgo + 1)
  const { id } = createProject(drafting, fields(story, now))
  const documents = story.documents ?? []
  for (const { name, text } of documents)
    addDocuments(drafting, { projectId: id, files: [await storedText(name, text)] })
  if (story.criteria) setAwardTerms(drafting, { projectId: id, terms: story.criteria })
  if (story.demanded) setDemanded(drafting, { projectId: id, demanded: story.demanded })
  planVisits(drafting, id, story, now)
  if (story.isPublic) setPublicPage(drafting, { projectId: id, isPublic: true })
  if (!story.draft) publishProject(at(owner, now, story.postedDaysAgo), { projectId: id })
  for (const { name, replaced } of documents) {
    const known = listDocuments(owner.db, id).find(({ versions }) => versions[0]?.file?.name === name)
    if (!replaced || !known) continue
    const addendum = { summary: replaced.summary, bidDeadline: now + story.deadlineInDays * day }
    const files = [await storedText(name, replaced.text)]
    replaceDocument(at(owner, now, replaced.daysAgo), { projectId: id, documentId: known.documentId, addendum, files })
  }
  return id
}

/** Invitations on the day of the publishing, and who declined a day later. */
function invite(people: People, projectId: string, story: DemoProject, now: number): void {
  if (!story.invites) return
  const { firms, note, declined } = story.invites
  const companyIds = firms.map((firm) => people[firm].company.id)
  inviteCompanies(at(people[story.owner], now, story.postedDaysAgo), { projectId, companyIds, note })
  if (!declined) return
  const invited = at(people[declined.by], now, story.postedDaysAgo - 1)
  const mine = listReceivedInvitations(invited).rows.find((one) => one.projectId === projectId)
  declineInvitation(invited, { invitationId: mine?.id ?? '', reason: declined.reason })
}

/** Questions in the order in which they were asked, and their answers. */
function discuss(db: Database, people: People, projectId: string, story: DemoProject, now: number): void {
  for (const { by, daysAgo, text, worded, answer } of story.questions ?? []) {
    askQuestion(at(people[by], now, daysAgo), { projectId, question: text })
    const asked = db
      .select({ id: tenderQuestions.id })
      .from(tenderQuestions)
      .where(eq(tenderQuestions.text, text))
      .get()
    if (!asked || !answer) continue
    const published = { question: worded ?? text, answer, isAddendum: false, bidDeadline: now }
    answerQuestion(at(people[story.owner], now, daysAgo - 1), { projectId, questionId: asked.id, ...published })
  }
}

function bidInput(bidder: CompanyContext, projectId: string, story: DemoProject, bid: DemoBid, now: number): BidInput {
  const deadline = now + story.deadlineInDays * day
  const asked = listProjectLines(bidder.db, projectId)
  const answers = bid.prices.flatMap((price, index) => {
    const line = asked[index]
    if (!line || price === null) return []
    const excluded = price === 'excluded'
    const answer = {
      projectLineId: line.id,
      description: line.description,
      quantityMilli: line.quantityMilli,
      unit: line.unit,
    }
    return [{ ...answer, unitPriceE4: excluded ? 0 : Math.round(price * 10_000), excluded }]
  })
  const own = (bid.extras ?? []).map(([description, quantity, unit, price]) => ({
    projectLineId: null,
    description,
    quantityMilli: quantity * 1000,
    unit,
    unitPriceE4: Math.round(price * 10_000),
    excluded: false,
  }))
  const [amount] = bid.prices
  return {
    amount: story.lines.length === 0 && typeof amount === 'number' ? amount * 100 : null,
    lines: [...answers, ...own],
    approach: bid.approach,
    timelineWeeks: bid.weeks,
    inclusions: bid.includes,
    exclusions: bid.excludes,
    validUntil: bid.bindsDays === undefined ? undefined : dayOfProject(deadline + bid.bindsDays * day, null),
  }
}

function place(bidder: CompanyContext, projectId: string, story: DemoProject, bid: DemoBid, now: number): string {
  const input = bidInput(bidder, projectId, story, bid, now)
  const bidding = at(bidder, now, bid.daysAgo)
  const { id } = createBid(bidding, { ...input, projectId, submit: !bid.unsent })
  if (story.demanded) {
    const kept = getCertificates(bidding)
    const certificates = story.demanded.map(({ kind, label }) => ({
      ...{ kind, label, certificateId: kept.find((one) => one.kind === kind)?.id ?? null },
    }))
    answerQualification(bidding, { bidId: id, answers: [], certificates })
  }
  return id
}

function amend(db: Database, owner: CompanyContext, projectId: string, story: DemoProject, now: number): void {
  if (!story.addendum) return
  const { daysAgo, summary, addedLine } = story.addendum
  const lines = [...listProjectLines(db, projectId)]
  const [description, quantity, unit] = addedLine
  addAddendum(at(owner, now, daysAgo), {
    ...fields(story, now),
    projectId,
    summary,
    lines: [...lines, { id: null, description, quantityMilli: quantity * 1000, unit }],
  })
}
