import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { auditLog } from '#db/schema/audit.ts'
import { projectInvitations } from '#db/schema/invitations.ts'
import { mails } from '#db/schema/notifications.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { inviteByEmail } from './invite-by-email.server.ts'
import { listSentInvitations } from './queries.server.ts'
import { withdrawInvitation } from './withdraw-invitation.server.ts'

let db: Database
let server: TestServer
let owner: CompanyContext
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  owner = createPerson(db, { now: Date.now() })
})
afterAll(() => server.stop())

function openProject(title = 'Strongroom'): string {
  const { id } = createDraft(owner, { title, bidDeadline: Date.now() + 10 * day, invitedOnly: true })
  publishProject(owner, { projectId: id })
  return id
}
const mailTo = (email: string) =>
  db
    .select()
    .from(mails)
    .all()
    .filter(({ recipient }) => recipient === email)
    .at(-1)
const linkTo = (email: string) => new URL(String(mailTo(email)?.params.link))
const pathOf = ({ pathname, search }: URL) => pathname + search
const invite = (projectId: string, email: string) =>
  inviteByEmail(owner, { projectId, email, locale: 'fi', note: 'Come' })
const sent = (projectId: string) =>
  listSentInvitations(owner, { id: projectId, status: 'open', bidDeadline: Date.now() + day })

it('mails a link in the chosen language, and answers alike whether or not the address has an account', async () => {
  const projectId = openProject()
  const known = createPerson(db, { now: Date.now() })
  const { cookie } = await signedIn(owner)
  const answers = []
  for (const email of ['newcomer@example.fi', known.actor.email])
    answers.push(
      await server.ask(`/projects/${projectId}/invitations`, {
        cookie,
        form: { submissionId: newId(), by: 'email', email, locale: 'fi', note: 'Come' },
      }),
    )
  expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual(
    Array(2).fill([303, `/projects/${projectId}/invitations`]),
  )
  const [stranger, person] = ['newcomer@example.fi', known.actor.email].map(mailTo)
  expect([stranger?.locale, stranger?.template]).toEqual(['fi', 'invitedByMail.stranger'])
  expect(JSON.stringify(stranger?.params)).not.toContain('Strongroom')
  expect([person?.template, JSON.stringify(person?.params).includes('Strongroom')]).toEqual(['invitedByMail', true])
  const stored = db.select().from(projectInvitations).all()
  expect(stored.map(({ companyId, tokenHash }) => [companyId, tokenHash?.length])).toEqual(Array(2).fill([null, 64]))
  expect(JSON.stringify(stored)).not.toContain(linkTo('newcomer@example.fi').searchParams.get('token'))
  expect(JSON.stringify(db.select().from(auditLog).all())).not.toContain(stored[0]?.tokenHash)
})

it('shows a stranger enough to answer, and declines without an account, once', async () => {
  const projectId = openProject()
  invite(projectId, 'busy@example.fi')
  const path = pathOf(linkTo('busy@example.fi'))
  const page = await server.ask(path)
  expect(page.status).toBe(200)
  for (const shown of ['Strongroom', owner.company.name, 'Come', 'busy@example.fi']) expect(page.text).toContain(shown)
  const without = await server.ask(path, { form: { intent: 'decline', reason: ' ' } })
  expect(without.status).toBe(422)
  const declined = await server.ask(path, { form: { intent: 'decline', reason: 'No crew in June' } })
  expect([declined.status, declined.headers.location]).toEqual([303, '/bid-invitation?done=declined'])
  expect(sent(projectId)).toMatchObject([{ email: 'busy@example.fi', status: 'declined', reason: 'No crew in June' }])
  expect(recorded(db, 'project.invitation_declined').at(-1)).toMatchObject({ projectId, invited: 'busy@example.fi' })
  expect((await server.ask(path)).status).toBe(410)
})

it('is taken once, by the address alone, for its company', async () => {
  const projectId = openProject()
  const invited = createPerson(db, { now: Date.now() })
  const rival = createPerson(db, { now: Date.now() })
  invite(projectId, invited.actor.email)
  const path = pathOf(linkTo(invited.actor.email))
  const accept = async (ctx: CompanyContext) =>
    server.ask(path, { cookie: (await signedIn(ctx)).cookie, form: { intent: 'accept' } })
  expect((await server.ask(path, { form: { intent: 'accept' } })).headers.location).toContain('/login')
  expect((await accept(rival)).headers.location).toBe(path)
  expect(getProject(rival, projectId)).toBeNull()
  expect(getProject(invited, projectId)).toBeNull()
  expect((await accept(invited)).headers.location).toBe(`/projects/${projectId}`)
  expect(getProject(invited, projectId)?.role).toBe('invited')
  expect(sent(projectId)).toMatchObject([{ companyName: invited.company.name, status: 'sent', actions: ['withdraw'] }])
  expect((await accept(invited)).headers.location).toBe(path)
  expect((await server.ask(path)).status).toBe(410)
})

it('brings whoever signs up back to the invitation', async () => {
  const projectId = openProject()
  invite(projectId, 'founder@example.fi')
  const path = pathOf(linkTo('founder@example.fi'))
  const page = await server.ask(path)
  const cookie = String(page.headers['set-cookie']?.[0]).split(';')[0]
  const password = 'gravel-Otter-79'
  const form = { submissionId: newId(), accountType: 'enterprise', organization: 'Perustaja Oy', name: 'Pia Perustaja' }
  const signedUp = await server.ask('/signup', {
    cookie,
    form: { ...form, email: 'founder@example.fi', password, confirmPassword: password },
  })
  expect([signedUp.status, signedUp.headers.location]).toEqual([303, path])
})

it('works until bidding ends or the client withdraws it, and is mailed three times at most', () => {
  const projectId = openProject()
  const again = () => {
    const { invitationId } = invite(projectId, 'often@example.fi')
    return invitationId
  }
  for (const _ of [1, 2]) withdrawInvitation(owner, { invitationId: again() })
  const invitationId = again()
  expect(again).toThrow('refused.addressInvited')
  withdrawInvitation(owner, { invitationId })
  expect(again).toThrow('refused.mailedEnough')
  const late = { ...owner, now: Date.now() + 11 * day }
  expect(() => inviteByEmail(late, { projectId, email: 'late@example.fi', locale: 'en' })).toThrow('refused.notOpen')
  expect(rateLimits.inviteToBid.points).toBeLessThanOrEqual(40)
})

it('lets an address have no more invitations, by any link that it was ever mailed', async () => {
  const projectId = openProject()
  const { invitationId } = invite(projectId, 'peace@example.fi')
  const path = pathOf(linkTo('peace@example.fi'))
  withdrawInvitation(owner, { invitationId })
  expect((await server.ask(path)).status).toBe(410)
  const asked = await server.ask(path, { form: { intent: 'unsubscribe' } })
  expect([asked.status, asked.headers.location]).toEqual([303, '/bid-invitation?done=unsubscribed'])
  expect(() => invite(openProject(), 'Peace@example.fi'.toLowerCase())).toThrow('refused.unsubscribed')
  expect(JSON.stringify(db.$client.prepare('SELECT * FROM unsubscribed_addresses').all())).not.toContain('peace')
})
