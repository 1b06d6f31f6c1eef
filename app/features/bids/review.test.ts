import { expect, onTestFinished, test } from 'vitest'
import { getBid } from '#app/features/bids/queries.server.ts'
import { newId } from '#db/ids.ts'
import { bids } from '#db/schema/bids.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

const plain = (html = '') =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

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

  // A revision is shown the same way, from what was typed: nothing is stored before it is confirmed.
  const editing = (await server.ask(`/bids/${id}/edit`, { cookie })).text
  expect(editing).not.toContain('Submit revised bid')
  const opened = /name="expectedVersion" value="(\d+)"/.exec(editing)?.[1] ?? ''
  const revised = {
    ...typed,
    submissionId: newId(),
    expectedVersion: opened,
    'lines[0].unitPrice': '45',
    exclusions: '“Fees” & <permits>',
  }
  const refused = await server.ask(`/bids/${id}/edit`, { cookie, form: { ...revised, timelineWeeks: '' } })
  expect([refused.status, refused.text.includes('&lt;permits&gt;')]).toEqual([422, true])
  // Enter presses the form's first button, `draft`; neither button seals.
  for (const outcome of ['draft', 'review']) {
    const sent = await server.ask(`/bids/${id}/edit`, { cookie, form: { ...revised, outcome } })
    expect([sent.status, sent.headers.location]).toEqual([307, `/bids/${id}/revision`])
  }
  const shown = await server.ask(`/bids/${id}/revision`, { cookie, form: revised })
  expect(shown.status).toBe(200)
  for (const text of [
    ...['€5,400.00', 'price 1 line as requested', 'Submit revised bid', 'Back to editing', 'What changes'],
    ...['€45.00 (before: ', 'Changed; see below.', 'Compared with revision 1'],
  ])
    expect(plain(shown.text)).toContain(text)
  expect(getBid(bidder, id)).toMatchObject({ revision: 1, netCents: 600_000, exclusions: 'Permits.' })
  for (const other of [client, (await signedIn(createPerson(db))).cookie])
    expect((await server.ask(`/bids/${id}/revision`, { cookie: other, form: revised })).status).toBe(404)
  expect((await server.ask(`/bids/${id}/revision`, { cookie })).headers.location).toBe(`/bids/${id}/edit`)
  const hidden = Object.fromEntries(
    [...shown.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      plain(value),
    ]),
  )
  const { outcome: _, ...kept } = revised
  expect(hidden).toMatchObject(kept)
  const back = await server.ask(`/bids/${id}/edit`, { cookie, form: { ...hidden, __restore__: 'true' } })
  expect(back.text).toContain('&lt;permits&gt;')
  expect(back.text).toMatch(/name="lines\[0\]\.unitPrice" [^>]*value="45"|value="45"[^>]*name="lines\[0\]\.unitPrice"/)
  // What no longer fits, and a form from before the session ended, go back to the form with what was typed.
  for (const [name, value] of [
    ['timelineWeeks', ''],
    ['__restore__', 'true'],
  ] as const) {
    const returned = await server.ask(`/bids/${id}/revision`, { cookie, form: { ...revised, [name]: value } })
    expect([returned.status, returned.headers.location]).toEqual([307, `/bids/${id}/edit`])
  }
  await server.ask(`/bids/${id}/edit`, { cookie, form: { ...hidden, outcome: 'submit' } })
  expect(getBid(bidder, id)).toMatchObject({ revision: 2, netCents: 540_000, exclusions: revised.exclusions })
  expect(getBid(owner, id)).toBeNull()
})
