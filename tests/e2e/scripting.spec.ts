import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { shareInvoice } from '#app/features/invoicing/share-invoice.server.ts'
import type { Database } from '#db/client.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { bidInput } from '#tests/factories/deal.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { expectTexts } from './checks.ts'
import { expect, password, test } from './fixtures.ts'
import { payloads } from './payloads.ts'
import { invoiceInput } from './world.ts'

const all = payloads.join('\n')
const payload = (index: number) => payloads[index % payloads.length] ?? ''

/** Gives a person and their company names with payloads, and updates the context. */
function withPayloadNames(db: Database, ctx: CompanyContext, index: number): CompanyContext {
  const [name, company] = [payload(index), payload(index + 1)]
  db.update(users).set({ name, jobTitle: company }).where(eq(users.id, ctx.actor.id)).run()
  db.update(companies).set({ name: company, street: name }).where(eq(companies.id, ctx.company.id)).run()
  return { ...ctx, actor: { ...ctx.actor, name }, company: { ...ctx.company, name: company } }
}

/** Opens a page and checks that it shows the texts as typed. Every page of a journey fails if a script runs. */
async function expectPage(page: Page, path: string, texts: string[]): Promise<void> {
  await page.goto(path)
  await expectTexts(page.getByRole('main'), texts, path)
  expect(await page.evaluate(() => 'pwned' in window), path).toBe(false)
}

test('thirty scripts in projects, names and companies are shown as text', { tag: '@scripts' }, async ({
  db,
  insertPerson,
  logIn,
}) => {
  test.setTimeout(120_000)
  const owner = withPayloadNames(db, await insertPerson(), 6)
  const bidDeadline = owner.now + 10 * day
  const ids = payloads.map((_, index) => {
    const lines = [{ id: null, description: payload(index + 2), quantityMilli: 1000, unit: payload(index).slice(0, 8) }]
    const texts = { title: payload(index), location: payload(index + 1), description: all }
    return createOpenProject(owner, { ...texts, bidDeadline, lines }).id
  })
  for (let index = 0; index < 8; index += 1) {
    withPayloadNames(db, await insertPerson({ company: owner.company, companyRole: 'member' }), index * 4)
  }
  const page = await logIn(owner.actor)
  await expectPage(page, '/projects', payloads)
  for (const [index, id] of ids.entries()) {
    if (index % 3 === 0) await expectPage(page, `/projects/${id}`, [...payloads, payload(index + 2)])
  }
  await expectPage(page, `/projects/${ids[4]}/edit`, [])
  await expect(page.getByLabel('Title')).toHaveValue(payload(4))
  await expectPage(page, `/projects/${ids[4]}/cancel`, [payload(4)])
  await expectPage(page, '/team', [payload(4), payload(8), payload(20)])
  await expectPage(page, '/company-settings', [])
  await expectPage(page, '/dashboard', [])
  await page.goto('/pricing')
  await expect(page.getByRole('banner')).toContainText(owner.actor.name)
})

test('thirty scripts in a bid, a contract and an invoice are shown as text', { tag: '@scripts' }, async ({
  db,
  parties,
  logIn,
  open,
}) => {
  test.setTimeout(120_000)
  const people = await parties()
  const [client, provider] = [withPayloadNames(db, people.client, 0), withPayloadNames(db, people.provider, 9)]
  const title = payload(18)
  const project = { title, description: all, bidDeadline: client.now + 10 * day }
  const { id: projectId } = createOpenProject(client, project)
  const { id: bidId } = createBid(provider, { ...bidInput, approach: all, projectId, submit: true })
  const bidder = await logIn(provider.actor)
  await expectPage(bidder, `/bids/${bidId}`, [...payloads, title])
  await expectPage(bidder, '/bids', [title])
  closeBidding(client, { projectId })
  const owner = await logIn(client.actor)
  await expectPage(owner, `/projects/${projectId}/bids`, [provider.company.name, title])
  await expectPage(owner, `/bids/${bidId}/award`, [provider.company.name])
  awardBid(client, { bidId })
  await expectPage(owner, `/contracts/new?project=${projectId}`, [title])

  const milestones = [0, 1, 2, 3].map((index) => ({
    ...{ title: payload(index * 7), description: all, netCents: 250_000, vatRateBp: 2550, dueDate: null },
  }))
  const terms = { projectId, title, terms: all, retentionBp: 0, milestones }
  const { contractId } = draftContract(client, { ...terms, paymentMethod: 'secure_escrow' })
  sendContract(client, { contractId })
  await signContract(client, { contractId, typedName: client.actor.name, password })
  await expectPage(bidder, `/contracts/${contractId}/sign`, payloads)
  await signContract(provider, { contractId, typedName: provider.actor.name, password })
  await expectPage(owner, `/contracts/${contractId}`, [...payloads, payload(21), provider.actor.name])
  await expectPage(owner, '/contracts', [title, provider.company.name])
  await expectPage(owner, `/escrow/${contractId}`, [payload(7), payload(14), payload(21)])
  const stranger = await open()
  const document = db.select().from(contracts).where(eq(contracts.id, contractId)).get()
  await expectPage(stranger, `/verify/${document?.documentHash}`, [client.company.name, provider.actor.name])

  const [line] = invoiceInput.lines
  const lines = payloads.map((description) => ({ ...line!, description, unit: 'h' }))
  const { id: invoiceId } = createInvoice(provider, { ...invoiceInput, buyerName: payload(1), note: all, lines })
  await expectPage(bidder, `/invoicing/${invoiceId}/edit`, [])
  issueInvoice(provider, { invoiceId })
  const { shareId } = shareInvoice(provider, { invoiceId, days: 0 })
  await expectPage(bidder, `/invoicing/${invoiceId}`, [...payloads, provider.company.name])
  await expectPage(bidder, '/invoicing', [payload(1)])
  await expectPage(stranger, `/shared/invoice/${shareId}`, [...payloads, provider.company.name])
})

test('input is shown again as text, even when it is invalid', { tag: '@scripts' }, async ({ page }) => {
  for (const typed of payloads.slice(0, 10)) {
    await page.goto('/signup')
    await page.getByLabel('Full name').fill(typed)
    await page.getByLabel('Email').fill(typed)
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue(typed)
    await expect(page.getByLabel('Email')).toHaveValue(typed)
  }
  await page.goto(`/login?verified=${encodeURIComponent(payloads[1] ?? '')}`)
  await page.goto(`/reset-password?token=${encodeURIComponent(payloads[1] ?? '')}`)
  await expect(page.getByText('Invalid or expired reset token')).toBeVisible()
})
