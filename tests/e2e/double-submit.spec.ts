import type { Locator, Page } from '@playwright/test'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/client.server.ts'
import { companyInvitations } from '#db/schema/accounts.ts'
import { awards, bids } from '#db/schema/bids.ts'
import { contractSignatures, contracts } from '#db/schema/contracts.ts'
import { ledgerPostings } from '#db/schema/escrow.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { projects } from '#db/schema/projects.ts'
import { day } from '#tests/factories/project.ts'
import { expect, newEmail, password, test } from './fixtures.ts'
import { buildWorld } from './world.ts'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** Submits a button's form twice at once, unchanged, and returns where each response redirected (null if refused). */
async function sendTwice(page: Page, pressed: Locator): Promise<Array<string | null>> {
  const { url, body } = await pressed.evaluate((element) => {
    const { form } = element as HTMLButtonElement
    const fields = new FormData(form ?? undefined, element as HTMLButtonElement)
    const pairs = [...fields].map(([name, value]) => [name, String(value)])
    return { url: form?.action ?? '', body: new URLSearchParams(pairs).toString() }
  })
  const headers = { Origin: new URL(url).origin, 'Content-Type': 'application/x-www-form-urlencoded' }
  const send = () => page.request.post(url, { data: body, headers, maxRedirects: 0 })
  const answers = await Promise.all([send(), send()])
  for (const answer of answers) expect(answer.status(), await answer.text()).toBeLessThan(500)
  return answers.map((answer) => (answer.status() === 303 ? (answer.headers().location ?? '') : null))
}

/** The number of rows of a table with a value. */
function count(db: Database, table: SQLiteTable, column: SQLiteColumn, value: string): number {
  return db.select().from(table).where(eq(column, value)).all().length
}

async function fillProject(page: Page, title: string, open = true): Promise<void> {
  if (open) await page.goto('/projects/new')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('All of it.')
  await page.getByLabel('Category').selectOption('roofing')
  await page.getByLabel('Location').fill('Turku')
  await page.getByLabel('Bid deadline').fill(new Date(Date.now() + 10 * day).toISOString().slice(0, 16))
}

test('a double click creates one project', async ({ db, insertPerson, logIn }) => {
  const page = await logIn((await insertPerson()).actor)
  const title = `Twice ${newEmail()}`
  await fillProject(page, title)
  await button(page, 'Create project').dblclick()
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/)
  expect(count(db, projects, projects.title, title)).toBe(1)
  await fillProject(page, `${title} again`)
  const [first, second] = await sendTwice(page, button(page, 'Create project'))
  expect(first).toMatch(/^\/projects\/[0-9a-f-]{36}$/)
  expect(second).toBe(first)
  expect(count(db, projects, projects.title, `${title} again`)).toBe(1)
})

test('a form submitted again with different content stores both, by going back and from two tabs', async ({
  db,
  insertPerson,
  logIn,
}) => {
  const page = await logIn((await insertPerson()).actor)
  const title = `Roof ${newEmail()}`
  await fillProject(page, title)
  await button(page, 'Create project').click()
  // Not the URL, which changes before the page is rendered: going back then would find the old form, which is replaced.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.goBack()
  await fillProject(page, `${title}, kitchen`, false)
  await button(page, 'Create project').click()
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}, kitchen`)

  await fillProject(page, `${title}, bath`)
  const key = await page.locator('input[name=submissionId]').inputValue()
  const other = await page.context().newPage()
  await fillProject(other, `${title}, sauna`)
  await other.locator('input[name=submissionId]').evaluate((input, value) => {
    ;(input as HTMLInputElement).value = value
  }, key)
  const sent = [await sendTwice(page, button(page, 'Create project'))]
  sent.push(await sendTwice(other, button(other, 'Create project')))
  for (const [first, second] of sent) expect(second).toBe(first)
  for (const each of [title, `${title}, kitchen`, `${title}, bath`, `${title}, sauna`]) {
    expect(count(db, projects, projects.title, each), each).toBe(1)
  }
})

test('a form that was refused and then saved shows the saved values, and no error', async ({ insertPerson, logIn }) => {
  const page = await logIn((await insertPerson()).actor)
  await page.goto('/profile')
  const [name, title] = [page.getByLabel('Display name'), page.getByLabel('Job title')]
  await name.fill('')
  await title.fill('  Site manager ')
  await button(page, 'Save profile').click()
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await expect(title).toHaveValue('  Site manager ')
  await name.fill('Aino Virtanen')
  await button(page, 'Save profile').click()
  await expect(page.getByText('Your profile has been saved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toHaveCount(0)
  await expect(title).toHaveValue('Site manager')
  await expect(name).toHaveValue('Aino Virtanen')
})

test('a bid, an award and a contract are created once, even after going back', { tag: '@once' }, async ({
  db,
  parties,
  insertPerson,
  logIn,
}) => {
  const people = await parties()
  const colleague = await insertPerson({ company: people.client.company, companyRole: 'member' })
  const world = await buildWorld(db, { ...people, colleague })
  const [client, provider] = [await logIn(people.client.actor), await logIn(people.provider.actor)]

  await provider.goto(`/bids/new?project=${world.untouched}`)
  for (const price of await provider.getByLabel('Unit price').all()) await price.fill('100')
  await provider.getByLabel('Approach').fill('At once.')
  await provider.getByLabel('Timeline in weeks').fill('3')
  const [firstBid, secondBid] = await sendTwice(provider, button(provider, 'Submit bid'))
  expect(firstBid).toMatch(/^\/bids\//)
  expect(secondBid).toBe(firstBid)
  expect(count(db, bids, bids.projectId, world.untouched)).toBe(1)

  const { bidId, projectId } = world.evaluated
  await client.goto(`/bids/${bidId}/award`)
  const [firstAward, secondAward] = await sendTwice(client, button(client, 'Award project'))
  expect([firstAward, secondAward]).toEqual([`/projects/${projectId}`, `/projects/${projectId}`])
  expect(count(db, awards, awards.bidId, bidId)).toBe(1)
  await button(client, 'Award project').click()
  await expect(client).toHaveURL(`/projects/${projectId}`)
  await client.goBack()
  expect(count(db, awards, awards.bidId, bidId)).toBe(1)

  await client.goto(`/contracts/new?project=${projectId}`)
  const [firstContract, secondContract] = await sendTwice(client, button(client, 'Save draft'))
  expect(firstContract).toMatch(/^\/contracts\//)
  expect(secondContract).toBe(firstContract)
  expect(count(db, contracts, contracts.projectId, projectId)).toBe(1)

  await provider.goto(`/contracts/${world.sent.contractId}/sign`)
  await provider.getByLabel('Your full name').fill(people.provider.actor.name)
  await provider.getByLabel('Your role').fill('Managing Director')
  await provider.getByLabel('Basis of your authority').selectOption('managing_director')
  await provider.getByLabel('Your password').fill(password)
  await sendTwice(provider, button(provider, 'Sign contract'))
  expect(count(db, contractSignatures, contractSignatures.contractId, world.sent.contractId)).toBe(1)
})

test('money moves once, and an invoice gets one number', { tag: '@once' }, async ({
  db,
  parties,
  insertPerson,
  logIn,
}) => {
  const people = await parties()
  const colleague = await insertPerson({ company: people.client.company, companyRole: 'member' })
  const world = await buildWorld(db, { ...people, colleague })
  const [client, provider] = [await logIn(people.client.actor), await logIn(people.provider.actor)]
  const postings = (milestoneId: string, kind: string) =>
    db
      .select()
      .from(ledgerPostings)
      .where(eq(ledgerPostings.milestoneId, milestoneId))
      .all()
      .filter((posting) => posting.kind === kind).length

  const { accepted, handedIn, paid } = world.milestones
  await client.goto(`/milestones/${handedIn}/approve`)
  await sendTwice(client, button(client, 'Approve work'))
  for (const milestone of [accepted, handedIn]) {
    await client.goto(`/milestones/${milestone}/release`)
    const asked = client.getByLabel('Your password')
    if (await asked.isVisible()) await asked.fill(password)
    const [first, second] = await sendTwice(client, button(client, 'Release money'))
    expect(first).toMatch(/^\/escrow\//)
    expect(second).toBe(first)
    expect(postings(milestone, 'release')).toBe(1)
  }

  const numbers = () =>
    db
      .select({ number: invoices.number })
      .from(invoices)
      .where(and(eq(invoices.companyId, people.provider.company.id), isNotNull(invoices.number)))
      .all()
  const before = numbers().length
  await provider.goto(`/invoicing/new?milestone=${paid}`)
  const [draft, sameDraft] = await sendTwice(provider, button(provider, 'Save draft'))
  expect(draft).toMatch(/^\/invoicing\//)
  expect(sameDraft).toBe(draft)
  expect(count(db, invoices, invoices.milestoneId, paid)).toBe(1)
  await provider.goto(`${draft}/issue`)
  const issued = await sendTwice(provider, button(provider, 'Issue invoice'))
  expect(issued).toEqual([draft, draft])
  expect(numbers()).toHaveLength(before + 1)
})

test('somebody is invited once', { tag: '@once' }, async ({ db, insertPerson, logIn }) => {
  const page = await logIn((await insertPerson()).actor)
  const email = newEmail()
  await page.goto('/team/invite')
  await page.getByLabel('Name').fill('Ines Invited')
  await page.getByLabel('Email').fill(email)
  const [first, second] = await sendTwice(page, button(page, 'Send invitation'))
  expect([first, second]).toEqual(['/team', '/team'])
  expect(count(db, companyInvitations, companyInvitations.email, email)).toBe(1)
})
