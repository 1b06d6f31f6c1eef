import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { clauseComments } from '#db/schema/negotiations.ts'
import { draftedDeal } from '#tests/factories/deal.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

async function ask(person: UserContext, path: string, form?: Record<string, string>) {
  const { cookie } = await signedIn(person)
  return server.ask(path, { cookie, ...(form ? { form: { submissionId: newId(), ...form } } : {}) })
}

it('lets both parties agree on the draft without scripts, and the client send it', async () => {
  const { client, provider, contractId } = await draftedDeal(db)
  const contract = `/contracts/${contractId}`
  const page = `${contract}/negotiation`
  expect((await ask(provider, contract)).status).toBe(404)
  expect((await ask(client, contract)).text).toContain('Only you see this draft')
  expect((await ask(client, `${page}/open`, {})).headers.location).toBe(page)
  expect((await ask(client, contract)).text).toContain('Answer the proposals')
  expect((await ask(provider, '/contracts')).text).toContain('1 contract draft is waiting for your comments')
  expect((await ask(provider, contract)).headers.location).toBe(page)

  const wrong = await ask(provider, `${page}/payment-terms`, {
    paymentDays: '400',
    lateInterest: 'x',
    conditions: 'Cash',
  })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toMatch(/At most 120 days[\s\S]*Enter a rate above 0, at most 30/)
  expect(wrong.text).toContain('Cash')
  const terms = { paymentDays: '21', lateInterest: '11.5', conditions: 'Half in advance.' }
  expect((await ask(provider, `${page}/payment-terms`, terms)).headers.location).toBe(page)
  const clause = 'What was said holds.'
  const wording = `1. All\r\nWhat was written holds.`
  expect((await ask(provider, `${page}/comment`, { clause, comment: 'Written.', wording })).headers.location).toBe(page)
  expect((await ask(client, `${contract}/send`)).text).toContain('2 proposals on the draft are unanswered')

  const shown = (await ask(client, page)).text
  const buttons = [...shown.matchAll(/action="(\/contracts\/[^"]+\/(?:comments|payment-terms)\/[^"]+)"/g)].map(
    ([, to]) => to,
  )
  expect(buttons).toHaveLength(2)
  for (const to of buttons) expect((await ask(client, String(to), { answer: 'accept' })).headers.location).toBe(page)
  const agreed = (await ask(provider, `${contract}/document`)).text
  for (const said of ['What was written holds.', '21 days from the invoice', '11.5%', 'Half in advance.'])
    expect(agreed).toContain(said)
  expect((await ask(provider, page)).text).not.toContain('value="accept"')
})

it('takes a clause of several lines as a form without scripts sends it', async () => {
  const { client, contractId } = await draftedDeal(db)
  const terms = '1. Work\r\nA wall.\r\n\r\n2. Price\r\nOne sum.'
  db.update(contracts).set({ terms }).where(eq(contracts.id, contractId)).run()
  const page = `/contracts/${contractId}/negotiation`
  await ask(client, `${page}/open`, {})
  const typed = { clause: '2. Price\r\nOne sum.', comment: 'Which one?', wording: '2. Price\r\nTwo sums.' }
  expect((await ask(client, `${page}/comment`, typed)).headers.location).toBe(page)
  const same = { clause: '1. Work\r\nA wall.', comment: 'Which one?', wording: '1. Work\r\nA wall.' }
  expect((await ask(client, `${page}/comment`, same)).headers.location).toBe(page)
  const written = db.select().from(clauseComments).where(eq(clauseComments.contractId, contractId)).all()
  expect(written).toMatchObject([{ wording: '2. Price\nTwo sums.' }, { wording: null }])
})

it('says when a clause has changed before the proposal is sent, and keeps what was typed', async () => {
  const { client, contractId } = await draftedDeal(db)
  const page = `/contracts/${contractId}/negotiation`
  await ask(client, `${page}/open`, {})
  const typed = { clause: 'An older clause.', comment: 'I would rather not.', wording: 'Other words.' }
  const answer = await ask(client, `${page}/comment`, typed)
  expect(answer.text).toContain('The clause has changed since.')
  expect(answer.text).toContain('I would rather not.')
  expect(answer.text).toContain('Other words.')
})
