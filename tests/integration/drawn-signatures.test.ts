// A signature drawn by hand (decision 159), in each form that signs: stored, refused, shown to the parties and to nobody else.
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { askToSign } from '#app/features/approvals/ask-to-sign.server.ts'
import { verifyDatabase } from '#app/features/chain/verify-database.server.ts'
import { draftChangeOrder } from '#app/features/change-orders/draft-change-order.server.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { signatureRecord } from '#app/features/contracts/signing/signature-record.server.ts'
import { beginFinalAccount } from '#app/features/final-accounts/begin-final-account.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import type { Database } from '#db/client.server.ts'
import { contractSignatures } from '#db/schema/contracts.ts'
import { changeOrderSignatures } from '#db/schema/escrow.ts'
import { finalAccountSignatures } from '#db/schema/final-accounts.ts'
import { handoverSignatures } from '#db/schema/handover.ts'
import { changeInput } from '#tests/factories/change-order.ts'
import { createParties, type Deal, password, sentDeal, signedDeal, withPassword } from '#tests/factories/deal.ts'
import { approvedDeal, writtenHandover } from '#tests/factories/handover.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { dataOf } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

const role = { jobTitle: 'Site manager', authority: 'procuration' }
const drawing = 'M123 45L234 56L345 167M400 120L400 120'
const signing = (ctx: CompanyContext) => ({ typedName: ctx.actor.name, password })
const parties = () => createParties(db, Date.now())

type Place = {
  deal: Deal
  /** Who signs. */
  by: CompanyContext
  /** The form, the page that shows who signed, and the PDF that does. */
  form: string
  page: string
  pdf: string
  /** Its signature. */
  stored: () => { drawing: string | null; recordHash: string | null; documentHash: string } & Parameters<
    typeof signatureRecord
  >[0]
}

const last = <Row>(rows: Row[]): Row => {
  const row = rows.at(-1)
  if (!row) throw new Error('nobody has signed')
  return row
}

const takenOver = async (): Promise<Deal> => {
  const deal = await signedDeal(db, await parties())
  writtenHandover(deal, approvedDeal(deal), { files: false })
  return deal
}

const places: Record<string, () => Promise<Place>> = {
  'a contract': async () => {
    const deal = await sentDeal(db, await parties())
    const page = `/contracts/${deal.contractId}`
    const stored = () => last(db.select().from(contractSignatures).orderBy(contractSignatures.id).all())
    return { deal, by: deal.provider, form: `${page}/sign`, page, pdf: `${page}/certificate.pdf`, stored }
  },
  'a change order': async () => {
    const deal = await signedDeal(db, await parties())
    const { contractId, client } = deal
    const { changeOrderId } = draftChangeOrder(client, { ...changeInput, contractId })
    const page = `/contracts/${contractId}/changes/${changeOrderId}`
    const stored = () => last(db.select().from(changeOrderSignatures).orderBy(changeOrderSignatures.id).all())
    return { deal, by: client, form: `${page}/sign`, page, pdf: `${page}/change.pdf`, stored }
  },
  'a handover protocol': async () => {
    const deal = await takenOver()
    const page = `/contracts/${deal.contractId}/handover/1`
    const stored = () => last(db.select().from(handoverSignatures).orderBy(handoverSignatures.id).all())
    return { deal, by: deal.client, form: `${page}/sign`, page, pdf: `${page}/handover.pdf`, stored }
  },
  'a final account': async () => {
    const deal = await takenOver()
    const { client, provider, contractId } = deal
    for (const who of [client, provider]) await signHandover(who, { contractId, ...signing(who) })
    beginFinalAccount(client, { contractId })
    const page = `/contracts/${contractId}/final-account`
    const stored = () => last(db.select().from(finalAccountSignatures).orderBy(finalAccountSignatures.id).all())
    return { deal, by: client, form: `${page}/sign`, page, pdf: `${page}/account.pdf`, stored }
  },
}

const findings = () => [...verifyDatabase(db)].flatMap((verified) => verified.findings)

/** What the pages of a PDF draw. */
function drawnBy(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/\nstream\n([\s\S]*?)\nendstream/g)
  const texts = [...streams].map(([, packed = '']) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
    } catch {
      return packed
    }
  })
  return texts.join('\n')
}
const drawnInPdf = '123 45 m\n234 56 l\n345 167 l\n400 120 m\n400 120 l'

describe.each(Object.entries(places))('on %s', (_name, placeOf) => {
  it('is refused with a message, and nothing that was typed or drawn is lost', async () => {
    const { by, form } = await placeOf()
    const { cookie } = await signedIn(by)
    expect((await server.ask(form, { cookie })).text).not.toContain('Drawn signature')
    const typed = { ...signing(by), ...role }
    for (const [posted, message] of [
      ['<script>', 'be read. Draw it again or leave it out'],
      ['M1 1L2 2', 'The drawing is too small to be a signature'],
      [`M1 1${'L200 200L899 299'.repeat(1000)}`, 'The drawing has too many lines'],
    ] as const) {
      const { status, text } = await server.ask(form, { cookie, form: { ...typed, drawing: posted } })
      expect([status, text.includes(message)]).toEqual([422, true])
      expect(text).toMatch(/<input(?=[^>]*name="jobTitle")(?=[^>]*value="Site manager")/)
      expect(text).toMatch(/<input(?=[^>]*name="drawing")(?=[^>]*value="")/)
    }
    const wrong = await server.ask(form, { cookie, form: { ...typed, drawing, password: 'wrong' } })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toMatch(new RegExp(`<input(?=[^>]*name="drawing")(?=[^>]*value="${drawing}")`))
    expect(wrong.text).toContain(`<path d="${drawing}"`)
  })

  it('is kept with the record, shown to both parties, and to nobody who verifies', async () => {
    const { deal, by, form, page, pdf, stored } = await placeOf()
    const { cookie } = await signedIn(by)
    const signed = await server.ask(form, { cookie, form: { ...signing(by), ...role, drawing } })
    expect(signed.status).toBe(303)
    const row = stored()
    expect(row.drawing).toBe(drawing)
    const record = signatureRecord(row)
    expect([sha256(record), record.split('\n')[0]]).toEqual([row.recordHash, 'groundwork-signature 2'])
    expect(record).toContain(`SHA-256 of the drawing:\n  | ${sha256(drawing)}\n`)
    expect(record).not.toContain(drawing)
    for (const party of [deal.client, deal.provider]) {
      const reader = await signedIn(party)
      const shown = await server.ask(page, reader)
      expect(shown.text).toContain(`<path d="${drawing}"`)
      expect(shown.text).toContain(`aria-label="Signature of ${by.actor.name}, drawn by hand"`)
      const file = await server.ask(pdf, reader)
      expect(drawnBy(file.bytes)).toContain(drawnInPdf)
      expect(await pdfText(file.bytes)).toMatch(/drew\s+their\s+signature\s+with\s+a\s+finger/)
    }
    for (const path of [
      `/verify/${row.documentHash}`,
      dataOf(`/verify/${row.documentHash}`),
      `/verify/${row.recordHash}`,
    ]) {
      const { status, text } = await server.ask(path)
      expect([status, text.includes('123 45'), text.includes('drawing')]).toEqual([200, false, false])
    }
    expect((await server.ask(`/verify/${row.recordHash}`)).text).toContain('Record of a signature')
    expect(findings()).toEqual([])
  })
})

it('of whoever asks for approval is shown to the approver and signed with theirs', async () => {
  const { provider, ...others } = await parties()
  const deal = await sentDeal(db, { ...others, provider })
  const { contractId } = deal
  const asker = await withPassword(
    createPerson(db, { now: Date.now(), company: provider.company, companyRole: 'member' }),
  )
  giveMandates(asker, 1000)
  const { id } = await askToSign(asker, { contractId, ...signing(asker), drawing })
  const { cookie } = await signedIn(provider)
  const path = `/approvals/${id}`
  expect((await server.ask(path, { cookie })).text).toContain(`<path d="${drawing}"`)
  const own = 'M5 5L600 200'
  const form = { ...signing(provider), ...role }
  expect((await server.ask(path, { cookie, form: { ...form, drawing: 'M' } })).status).toBe(422)
  expect((await server.ask(path, { cookie, form: { ...form, drawing: own } })).status).toBe(303)
  const rows = db.select().from(contractSignatures).orderBy(contractSignatures.ordinal).all()
  expect(rows.filter((row) => row.contractId === contractId).map((row) => row.drawing)).toEqual([drawing, own])
  expect(findings()).toEqual([])
})

it('is evidence: another drawing under a signature, or none, is found', async () => {
  const deal = await sentDeal(db, await parties())
  const { provider, contractId } = deal
  await signContract(provider, { contractId, ...signing(provider), drawing })
  const run = (text: string) => db.$client.prepare(text).run(contractId)
  const change = (to: string) => `UPDATE contract_signatures SET drawing = ${to} WHERE contract_id = ?`
  expect(() => run(change("'M1 1L99 99'"))).toThrow('immutable')
  db.$client.exec('DROP TRIGGER contract_signatures_immutable')
  for (const other of ["'M1 1L99 99'", 'NULL']) {
    run(change(other))
    expect(findings()).toContainEqual(
      expect.stringMatching(/a signature of contract C-\d{4}-\d+ does not match its record/),
    )
  }
  run(change(`'${drawing}'`))
  expect(findings()).toEqual([])
})

it('leaves the record of a signature without one as it was', async () => {
  const { provider, contractId } = await sentDeal(db, await parties())
  await signContract(provider, { contractId, ...signing(provider) })
  const [row] = db.select().from(contractSignatures).all().slice(-1)
  const record = row && signatureRecord(row)
  expect([record?.split('\n')[0], record?.includes('drawing')]).toEqual(['groundwork-signature 1', false])
})
