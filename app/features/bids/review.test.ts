import { expect, onTestFinished, test } from 'vitest'
import { getBid } from '#app/features/bids/queries.server.ts'
import { newId } from '#db/ids.ts'
import { bids } from '#db/schema/bids.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

test('a bid is saved, shown whole with its gaps and what becomes binding, and only then submitted', async () => {
  const db = testDatabase()
  const server = await startServer()
  onTestFinished(() => server.stop())
  const [owner, bidder] = [createPerson(db), createPerson(db)]
  const { id: projectId } = createOpenProject(owner, { bidDeadline: Date.now() + 10 * day })
  const [{ cookie }, { cookie: client }] = await Promise.all([signedIn(bidder), signedIn(owner)])
  const form = (await server.ask(`/bids/new?project=${projectId}`, { cookie })).text
  const [demolition = '', equipment = ''] = [
    ...form.matchAll(/name="lines\[\d\]\.projectLineId" value="([^"]+)"/g),
  ].map(([, id]) => id)
  const until = new Date(Date.now() + 100 * day)
  const typed = {
    submissionId: newId(),
    'lines[0].projectLineId': demolition,
    'lines[0].unitPrice': '50',
    'lines[1].projectLineId': equipment,
    'lines[1].excluded': 'on',
    ...{
      approach: 'By hand.',
      timelineWeeks: '8',
      exclusions: 'Permits.',
      validUntil: until.toISOString().slice(0, 10),
    },
    outcome: 'review',
  }
  const saved = await server.ask(`/bids/new?project=${projectId}`, { cookie, form: typed })
  const id = db.select().from(bids).get()?.id ?? ''
  expect([saved.status, saved.headers.location, getBid(bidder, id)?.status]).toEqual([
    303,
    `/bids/${id}/review`,
    'draft',
  ])
  const review = (await server.ask(`/bids/${id}/review`, { cookie })).text
  const [net, vat, gross] = ['€6,000.00', '€1,530.00', '€7,530.00']
  for (const text of [
    'price 1 line as requested',
    'Kitchen equipment: Excluded',
    'Permits.',
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(until),
    net,
    vat,
    gross,
  ])
    expect(review).toContain(text)
  expect((await server.ask(`/bids/${id}/review`, { cookie: client })).status).toBe(404)
  const version = /name="expectedVersion" value="(\d+)"/.exec(review)?.[1] ?? ''
  const submit = { submissionId: newId(), expectedVersion: version }
  await server.ask(`/bids/${id}/submit`, { cookie, form: submit })
  expect(getBid(bidder, id)?.status).toBe('submitted')
  expect((await server.ask(`/bids/${id}/review`, { cookie })).headers.location).toBe(`/bids/${id}`)
})
