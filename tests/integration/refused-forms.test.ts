import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { openDueBids } from '#app/features/bids/open-due-bids.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { changeTermination } from '#app/features/terminations/change-termination.server.ts'
import { claimTermination } from '#app/features/terminations/claim-termination.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { conversationMembers } from '#db/schema/chat.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { projects } from '#db/schema/projects.ts'
import { createConversation } from '#tests/factories/chat.ts'
import {
  bidInput,
  createParties,
  type Deal,
  draftedDeal,
  fund,
  type Parties,
  released,
  sentDeal,
  signedDeal,
  submitted,
} from '#tests/factories/deal.ts'
import { withoutTenderSets } from '#tests/factories/document.ts'
import { draftInvoice, invoiceInput, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let people: Parties
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  people = await createParties(db, Date.now())
})
afterAll(() => server.stop())

const text = 'What somebody wrote for an hour'

/**
 * A form that somebody has open while the state moves on, by `moved`. Its page `stays` if it can be opened even then, and is
 * `gone` if nobody else may see any more what it belongs to.
 */
type Open = {
  by: CompanyContext
  path: string
  fields: Record<string, string>
  moved: () => unknown
  shows?: string
  stays?: true
  gone?: true
}

const bidFields = { amount: '10000', vatRate: '25.5', approach: text, timelineWeeks: '8', outcome: 'submit' }
const contractFields = {
  title: 'Kitchen',
  terms: text,
  paymentMethod: 'secure_escrow',
  retention: '5',
  'milestones[0].title': 'All of it',
  'milestones[0].amount': '10000',
  'milestones[0].vatRateBp': '2550',
}
const invoiceFields = {
  buyerName: text,
  buyerStreet: 'Ostajankatu 2',
  buyerPostalCode: '00200',
  buyerCity: 'Helsinki',
  buyerCountry: 'FI',
  currency: 'EUR',
  deliveryDate: '2026-05-29',
  paymentTermDays: '14',
  'lines[0].description': 'Painting',
  'lines[0].quantity': '10',
  'lines[0].unit': 'h',
  'lines[0].unitPrice': '50.00',
  'lines[0].vatRate': '2550',
}
const projectFields = {
  title: 'Kitchen',
  description: text,
  category: 'kitchen',
  location: 'Espoo',
  bidDeadline: '2027-06-01T12:00',
  vatTreatment: 'standard',
}
const reason = { reason: text }
const notice = { ground: 'breach', days: '20', ...reason }

const openProject = () => {
  const { id } = createOpenProject(people.client, { bidDeadline: Date.now() + 10 * day, lines: [] })
  // So that a test can move its deadline.
  withoutTenderSets(db)
  return id
}
const bidOn = (projectId: string, submit: boolean) => createBid(people.provider, { ...bidInput, projectId, submit }).id
const setMilestone = (id: string, status: 'approved' | 'released' | 'funded' | 'refunded') =>
  db.update(milestones).set({ status }).where(eq(milestones.id, id)).run()
const setContract = (id: string, status: 'active' | 'voided' | 'sent' | 'terminated') =>
  db.update(contracts).set({ status }).where(eq(contracts.id, id)).run()
const setInvoice = (id: string, status: 'draft' | 'issued' | 'credited') =>
  db.update(invoices).set({ status }).where(eq(invoices.id, id)).run()
const setProject = (id: string, status: 'open' | 'cancelled') =>
  db.update(projects).set({ status }).where(eq(projects.id, id)).run()
const first = ({ milestoneIds: [id = ''] }: Deal) => id

const cases: Record<string, () => Promise<Open> | Open> = {
  'a bid, when the company has one': () => {
    const projectId = openProject()
    let id = ''
    const path = `/bids/new?project=${projectId}`
    const moved = () => {
      id = bidOn(projectId, false)
    }
    return {
      by: people.provider,
      path,
      fields: bidFields,
      moved,
      get shows() {
        return `href="/bids/${id}"`
      },
    }
  },
  'a bid, when the deadline has passed': () => {
    // With an earlier, withdrawn bid the company sees the project even once the job has opened the bids.
    const id = openProject()
    withdrawBid({ ...people.provider, now: Date.now() }, { bidId: bidOn(id, true) })
    const moved = () =>
      db
        .update(projects)
        .set({ bidDeadline: Date.now() - 1000 })
        .where(eq(projects.id, id))
        .run()
    return { by: people.provider, path: `/bids/new?project=${id}`, fields: bidFields, moved }
  },
  'the first bid of a company, when the deadline has passed and the bids are opened': () => {
    const id = openProject()
    const moved = () => {
      db.update(projects)
        .set({ bidDeadline: Date.now() - 1000 })
        .where(eq(projects.id, id))
        .run()
      openDueBids(db, Date.now())
    }
    const shows = 'The deadline for bids has passed'
    return { by: people.provider, path: `/bids/new?project=${id}`, fields: bidFields, moved, shows, gone: true }
  },
  'the first bid of a company, when the project is cancelled': () => {
    const id = openProject()
    const moved = () => setProject(id, 'cancelled')
    return { by: people.provider, path: `/bids/new?project=${id}`, fields: bidFields, moved, gone: true }
  },
  'a changed bid, when it is withdrawn': () => {
    const bidId = bidOn(openProject(), true)
    const moved = () => withdrawBid({ ...people.provider, now: Date.now() }, { bidId })
    return { by: people.provider, path: `/bids/${bidId}/edit`, fields: bidFields, moved }
  },
  'a changed bid, when bidding is closed': () => {
    const projectId = openProject()
    const bidId = bidOn(projectId, true)
    const moved = () => closeBidding(people.client, { projectId })
    return { by: people.provider, path: `/bids/${bidId}/edit`, fields: bidFields, moved }
  },
  'the reason of a withdrawal, when it is withdrawn already': () => {
    const bidId = bidOn(openProject(), true)
    const moved = () => withdrawBid({ ...people.provider, now: Date.now() }, { bidId })
    return { by: people.provider, path: `/bids/${bidId}/withdraw`, fields: reason, moved }
  },
  'the reason of a rejection, when the bid is withdrawn': () => {
    const projectId = openProject()
    const bidId = bidOn(projectId, true)
    closeBidding(people.client, { projectId })
    const moved = () => withdrawBid({ ...people.provider, now: Date.now() + 1000 }, { bidId, reason: 'No time' })
    return { by: people.client, path: `/bids/${bidId}/reject`, fields: reason, moved }
  },
  'the reason of a cancellation, when the project is cancelled already': () => {
    const id = openProject()
    return {
      by: people.client,
      path: `/projects/${id}/cancel`,
      fields: reason,
      moved: () => setProject(id, 'cancelled'),
    }
  },
  'a changed project, when it is cancelled': () => {
    const id = openProject()
    const fields = { ...projectFields, summary: text }
    return { by: people.client, path: `/projects/${id}/edit`, fields, moved: () => setProject(id, 'cancelled') }
  },
  'a changed draft of a project, when it is published': () => {
    const { id } = createDraft(people.client, { bidDeadline: Date.now() + 10 * day })
    return {
      by: people.client,
      path: `/projects/${id}/edit`,
      fields: projectFields,
      moved: () => setProject(id, 'open'),
      stays: true,
    }
  },
  'a contract, when the project has one': async () => {
    const deal = await draftedDeal(db, people)
    setContract(deal.contractId, 'voided')
    const moved = () => db.update(contracts).set({ status: 'draft' }).where(eq(contracts.id, deal.contractId)).run()
    const path = `/contracts/new?project=${deal.projectId}`
    return { by: people.client, path, fields: contractFields, moved, shows: `href="/contracts/${deal.contractId}"` }
  },
  'a changed contract, when it is sent': async () => {
    const { contractId } = await draftedDeal(db, people)
    const path = `/contracts/${contractId}/edit`
    return { by: people.client, path, fields: contractFields, moved: () => setContract(contractId, 'sent') }
  },
  'why a contract is declined, when it is void': async () => {
    const { contractId } = await sentDeal(db, people)
    const path = `/contracts/${contractId}/decline`
    return { by: people.provider, path, fields: reason, moved: () => setContract(contractId, 'voided') }
  },
  'why a contract is made void, when it is active': async () => {
    const { contractId } = await sentDeal(db, people)
    const path = `/contracts/${contractId}/void`
    return { by: people.client, path, fields: reason, moved: () => setContract(contractId, 'active') }
  },
  'why a contract ends, when it is terminated': async () => {
    const { contractId } = await signedDeal(db, people)
    const path = `/contracts/${contractId}/terminate`
    return { by: people.client, path, fields: notice, moved: () => setContract(contractId, 'terminated') }
  },
  'why a contract ends, when the other party has given notice': async () => {
    const { contractId } = await signedDeal(db, people)
    const path = `/contracts/${contractId}/terminate`
    const moved = () => {
      claimTermination(people.provider, { contractId, ground: 'breach', facts: 'No access' })
    }
    return { by: people.client, path, fields: notice, moved }
  },
  'an answer to a notice of termination, when it was withdrawn': async () => {
    const { contractId } = await signedDeal(db, people)
    claimTermination(people.provider, { contractId, ground: 'breach', facts: 'No access' })
    const path = `/contracts/${contractId}/termination`
    const fields = { decision: 'contest', ...reason }
    const moved = () => {
      changeTermination(people.provider, { contractId, action: 'withdraw' })
    }
    return { by: people.client, path, fields, moved, stays: true }
  },
  'an invoice for a milestone that has one': async () => {
    const deal = await signedDeal(db, people)
    await released(deal, first(deal))
    let id = ''
    const moved = () => {
      const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
      id = createInvoice(people.provider, { ...invoiceInput, lines, milestoneId: first(deal) }).id
    }
    const path = `/invoicing/new?milestone=${first(deal)}`
    return {
      by: people.provider,
      path,
      fields: invoiceFields,
      moved,
      get shows() {
        return `href="/invoicing/${id}"`
      },
    }
  },
  'a changed invoice, when it is issued': () => {
    const id = draftInvoice(people.client)
    return {
      by: people.client,
      path: `/invoicing/${id}/edit`,
      fields: invoiceFields,
      moved: () => setInvoice(id, 'issued'),
    }
  },
  'where an invoice goes, when it is a draft': () => {
    const id = issuedInvoice(people.client)
    const fields = { email: 'somebody.else@example.com' }
    return { by: people.client, path: `/invoicing/${id}/send`, fields, moved: () => setInvoice(id, 'draft') }
  },
  'a payment, when the invoice is credited': () => {
    const id = issuedInvoice(people.client)
    const fields = { amount: '123.45', paidOn: '2026-11-20' }
    return {
      by: people.client,
      path: `/invoicing/${id}/record-payment`,
      fields,
      moved: () => setInvoice(id, 'credited'),
    }
  },
  'why an invoice is credited, when it is already': () => {
    const id = issuedInvoice(people.client)
    const fields = { extent: 'full', ...reason }
    return { by: people.client, path: `/invoicing/${id}/credit`, fields, moved: () => setInvoice(id, 'credited') }
  },
  'what to change, when the work is approved': async () => {
    const deal = await signedDeal(db, people)
    submitted(deal, first(deal))
    const path = `/milestones/${first(deal)}/request-changes`
    return { by: people.client, path, fields: reason, moved: () => setMilestone(first(deal), 'approved') }
  },
  'a dispute, when the work is released': async () => {
    const deal = await signedDeal(db, people)
    submitted(deal, first(deal))
    const path = `/milestones/${first(deal)}/dispute`
    return { by: people.client, path, fields: reason, moved: () => setMilestone(first(deal), 'released') }
  },
  'why money shall come back, when it is in dispute': async () => {
    const deal = await signedDeal(db, people)
    fund(deal, first(deal))
    const path = `/milestones/${first(deal)}/request-refund`
    const moved = () => disputeMilestone(people.provider, { milestoneId: first(deal), reason: 'No access' })
    return { by: people.client, path, fields: reason, moved }
  },
  'the settings of a group, when one may not change them any more': () => {
    const member = createPerson(db, { now: Date.now() })
    const { id } = createConversation(db, { name: 'Roof crew', members: [member, people.client] })
    const moved = () =>
      db.update(conversationMembers).set({ role: 'member' }).where(eq(conversationMembers.conversationId, id)).run()
    const fields = { name: 'Roof crew', description: text, privacy: 'private', tags: '' }
    return { by: member, path: `/messages/${id}/settings`, fields, moved }
  },
}

it.each(Object.keys(cases))('keeps %s', async (name) => {
  const open = (await cases[name]?.()) as Open
  const { by, path, fields, moved } = open
  const { cookie } = await signedIn(by)
  expect((await server.ask(path, { cookie })).status).toBe(200)
  moved()
  const answer = await server.ask(path, { cookie, form: { submissionId: newId(), ...fields } })
  expect([403, 409, 422]).toContain(answer.status)
  const typed = Object.values(fields).find((value) => value === text) ?? Object.values(fields)[0] ?? ''
  const shown = [typed, 'id="error-summary-title"', open.shows ?? '']
  expect(shown.filter((part) => !answer.text.includes(part))).toEqual([])
  // Whoever opens the page is told where to go instead.
  if (!open.stays) expect(open.gone ? [404] : [302, 303]).toContain((await server.ask(path, { cookie })).status)
})

it('keeps the note of submitted work, when the milestone has been refunded', async () => {
  const deal = await signedDeal(db, people)
  fund(deal, first(deal))
  const { cookie } = await signedIn(people.provider)
  setMilestone(first(deal), 'refunded')
  const body = `--x\r\nContent-Disposition: form-data; name="note"\r\n\r\n${text}\r\n--x--\r\n`
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x', Origin: new URL(server.url).origin }
  const answer = await server.ask(`/milestones/${first(deal)}/submit`, { method: 'POST', cookie, body, headers })
  expect(answer.status).toBe(409)
  expect(answer.text.includes(text)).toBe(true)
})

it('leaves the page of no form by a plain redirect', () => {
  const pages = readdirSync('app/features', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\/routes\/[\w-]+\.tsx$/.test(file),
  )
  const lost = pages.filter((file) => {
    const source = readFileSync(`app/features/${file}`, 'utf8')
    return /\bhandle(Form|FormData|Upload)\(/.test(source) && /throw (await )?redirect\w*\(/.test(source)
  })
  // A bid needs a project, and the address of its form names one. A code needs the password that was given ten minutes before at most.
  expect(lost.toSorted()).toEqual(['accounts/routes/login-code.tsx', 'bids/routes/new.tsx'])
})

it('a form of 995 lines is refused before its page is rendered', async () => {
  const { cookie } = await signedIn(people.client)
  const lines = Object.fromEntries(Array.from({ length: 995 }, (_, n) => [`lines[${n}].description`, text]))
  const answer = await server.ask('/projects/new', { cookie, form: { ...projectFields, ...lines } })
  expect(answer.status).toBe(413)
  expect(answer.text).toContain('A form can have 200 rows at most')
  expect(answer.text).not.toContain(text)
})

it('a form with as many lines as it can have says so instead of offering another', async () => {
  const { cookie } = await signedIn(people.client)
  const lines = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`lines[${n}].description`, `Line ${n}.`]))
  const { status, text: page } = await server.ask('/projects/new', { cookie, form: { ...projectFields, ...lines } })
  expect(status).toBe(422)
  expect(page).toContain('Line 199.')
  expect(page).toContain('A project or a bid can have 200 lines at most')
  expect(page).not.toContain('Add a line')
})
