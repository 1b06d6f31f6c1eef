import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { contractSecurityTerms } from '#db/schema/contracts.ts'
import { awarded, contractInput } from '#tests/factories/award.ts'
import { sendAndSign } from '#tests/factories/deal.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { findClosingTerms } from './closing-terms.server.ts'
import { monthsAfter, priceClosing, yse1998 } from './closing-terms.ts'
import { draftContract } from './draft-contract.server.ts'
import { getContractPaper } from './readable-contract.server.ts'
import { verifyRecords } from './verify-records.server.ts'

const price = { netCents: 1_000_000, grossCents: 1_255_000 }
const asked = { ...yse1998, handoverDue: '2099-06-01' }

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

it('takes a share of the price without VAT, and a sum as it is', () => {
  const deposit = { purpose: 'advance', rateBp: null, amountCents: 4200, kind: 'deposit', months: 0 } as const
  const { securities } = priceClosing({ ...asked, securities: [...asked.securities, deposit] }, price)
  expect(securities.map(({ purpose, amountCents }) => [purpose, amountCents])).toEqual([
    ['performance', 100_000],
    ['warranty', 20_000],
    ['advance', 4200],
  ])
})

it.each([
  ['delay damages without a day', { ...asked, handoverDue: null }, 'securities:invalid.handoverDue'],
  ['a warranty security without a warranty time', { ...asked, warrantyMonths: null }, 'securities:invalid.warranty'],
  [
    'a security above the price',
    {
      ...asked,
      securities: [{ purpose: 'advance', rateBp: null, amountCents: 1_255_001, kind: 'deposit', months: 0 }] as const,
    },
    'securities:invalid.tooMuch',
  ],
])('refuses %s', (_what, terms, key) => {
  expect(() => priceClosing(terms, price)).toThrow(key)
})

it('freezes what was agreed in the text that both sign, and in its rows', async () => {
  const award = await awarded(db)
  const { contractId } = draftContract(award.client, { ...contractInput(award.projectId), closing: asked })
  await sendAndSign({ ...award, contractId, admin: award.client, milestoneIds: [] })
  const { kind, fields } = readCanonicalText(getContractPaper(award.client, contractId)?.text ?? '')
  expect(kind).toBe('groundwork-contract 7')
  expect(fields.get('ready for handover')).toBe('2099-06-01')
  expect(fields.get('securities')).toHaveLength(2)
  expect(verifyRecords(db).findings).toEqual([])
  const run = (sql: string) => () => db.$client.prepare(sql).run(contractId)
  for (const column of ['handover_due', 'warranty_months', 'delay_rate_bp', 'delay_days', 'delay_max_days'])
    expect(run(`UPDATE contracts SET ${column} = '7' WHERE id = ?`), column).toThrow('frozen')
  expect(run("UPDATE contract_security_terms SET kind = 'deposit' WHERE contract_id = ?")).toThrow('replaced')
  expect(run('DELETE FROM contract_security_terms WHERE contract_id = ?')).toThrow('frozen')
  const more = { purpose: 'advance', rateBp: null, amountCents: 1, kind: 'deposit', months: 0 } as const
  expect(() =>
    db
      .insert(contractSecurityTerms)
      .values({ ...more, id: newId(), contractId })
      .run(),
  ).toThrow('frozen')
})

it('is filled in on the form of the contract, which offers the values of YSE 1998 and keeps what was typed', async () => {
  const { client, projectId } = await awarded(db)
  const { cookie } = await signedIn(client)
  const address = `/contracts/new?project=${projectId}&parts=2&terms=yse1998`
  const { text: page } = await server.ask(address, { cookie })
  expect(page).toMatch(
    /name="performancePercent"[^>]*value="10(\.00)?"|value="10(\.00)?"[^>]*name="performancePercent"/,
  )
  const form = {
    submissionId: newId(),
    title: 'Kitchen',
    terms: 'All',
    paymentMethod: 'direct_invoice',
    ...{ 'milestones[0].title': 'All', 'milestones[0].amount': '10000', 'milestones[0].vatRateBp': '2550' },
    ...{ warrantyMonths: '24', performancePercent: '10', performanceKind: 'insurance', performanceMonths: '3' },
    ...{ delayPercent: '0.05', delayDays: 'calendar', delayMaxDays: '50' },
  }
  const refused = await server.ask(address, { cookie, form: { ...form, performanceAmount: '12' } })
  expect(refused.status).toBe(422)
  expect(pageText(refused.text)).toContain('Give a percentage or a sum, not both.')
  const undated = await server.ask(address, { cookie, form })
  expect(pageText(undated.text)).toContain('Delay damages need the day on which the work is to be ready.')
  expect(undated.text).toContain('value="0.05"')
  const saved = await server.ask(address, { cookie, form: { ...form, handoverDue: '2099-06-01' } })
  expect(saved.status).toBe(303)
  const [contractId = ''] = /[0-9a-f-]{36}/.exec(saved.headers.location ?? '') ?? []
  expect(findClosingTerms(db, contractId)).toEqual({
    ...{ handoverDue: '2099-06-01', warrantyMonths: 24, delay: { rateBp: 5, days: 'calendar', maxDays: 50 } },
    securities: [{ purpose: 'performance', rateBp: 1000, amountCents: 100_000, kind: 'insurance', months: 3 }],
  })
  const shown = pageText((await server.ask(`/contracts/${contractId}/document`, { cookie })).text)
  expect(shown).toContain('10% of the price without VAT')
  expect(shown).toContain('at most 50 days')
  const edit = (await server.ask(`/contracts/${contractId}/edit`, { cookie })).text
  expect(edit).toMatch(/<option value="insurance" selected/)
})

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2026-05-31', 24, '2028-05-31'],
  ['2026-05-31', 0, '2026-05-31'],
])('%s and %i months is %s', (day, months, after) => {
  expect(monthsAfter(day, months)).toBe(after)
})
