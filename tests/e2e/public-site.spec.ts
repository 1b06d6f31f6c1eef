import { createOpenProject, day } from '#tests/factories/project.ts'
import { expect, fillLogin, password, test } from './fixtures.ts'

test('a visitor asks sales about the plan that has no price, and staff find it in their inbox', async ({
  page,
  admin,
}) => {
  const name = `Mia ${crypto.randomUUID()}`
  await page.goto('/pricing')
  await page.getByRole('main').getByRole('link', { name: 'Contact Sales' }).click()
  await expect(page.getByLabel('Plan', { exact: true })).toHaveValue('universe')
  await page.getByRole('button', { name: 'Send Message' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  for (const field of ['What would you like to know?', 'Name', 'Email'])
    await expect(summary.getByRole('link', { name: field })).toBeVisible()
  await page.getByLabel('What would you like to know?').fill('We are two hundred people.')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Email' }).fill(`mia-${crypto.randomUUID()}@example.org`)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your message' })).toBeVisible()
  const staff = await admin()
  await staff.goto('/quote-requests')
  await staff.getByRole('link', { name }).click()
  await expect(staff.getByRole('main')).toContainText('We are two hundred people.')
})

test('a visitor saves a filter of the open tenders through the login', async ({ page, insertPerson }) => {
  const reader = await insertPerson()
  await page.goto('/tenders?category=roofing')
  await page.getByRole('link', { name: 'Get new tenders like these by email' }).click()
  await fillLogin(page, reader.actor.email, password)
  await expect(page.getByLabel('Name of the search')).toHaveValue('Roofing')
  await page.getByLabel('On Mondays').check()
  await page.getByRole('button', { name: 'Save Search' }).click()
  const list = page.getByRole('listitem').filter({ hasText: 'On Mondays' })
  await expect(list.getByRole('link', { name: 'Roofing', exact: true })).toHaveAttribute(
    'href',
    '/tenders?category=roofing',
  )
  await list.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('You have no saved searches.')).toBeVisible()
})

test('a company shows itself, and a client invites it from its page', async ({ page, insertPerson, logIn }) => {
  const provider = await insertPerson()
  const client = await insertPerson()
  const title = `Mill ${crypto.randomUUID()}`
  createOpenProject(client, { title, bidDeadline: client.now + 5 * day })
  const owner = await logIn(provider.actor)
  await owner.goto('/company-settings/listing')
  await owner.getByLabel('What the company does').fill('We lay roofs of slate.')
  await owner.getByLabel('Roofing').check()
  await owner.getByLabel('Place').fill('Vaasa')
  await owner.getByRole('button', { name: 'Show the Company' }).click()
  await expect(owner.getByRole('alert').filter({ hasText: 'Tick this box' })).toBeVisible()
  await owner.getByLabel('Show the company in the public directory').check()
  await owner.getByRole('button', { name: 'Show the Company' }).click()
  await expect(owner.getByRole('button', { name: 'Take the Page Down' })).toBeVisible()

  await page.goto('/companies?trade=roofing&place=Vaasa')
  await page.getByRole('link', { name: provider.company.name, exact: true }).click()
  await expect(page.getByRole('main')).toContainText('We lay roofs of slate.')
  await page.getByRole('link', { name: 'Invite to bid' }).click()
  await fillLogin(page, client.actor.email, password)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('checkbox', { name: provider.company.name })).toBeVisible()
})

test('the landing page shows the dashboard as an example that nobody can press', { tag: '@once' }, async ({ page }) => {
  await page.goto('/')
  const example = page.getByRole('figure').filter({ hasText: 'Example: the dashboard of a client' })
  await expect(example).toBeVisible()
  const focusable = await example.evaluate(
    (figure) => [...figure.querySelectorAll('a, button')].filter((one) => !one.closest('[inert]')).length,
  )
  expect(focusable).toBe(0)
})
