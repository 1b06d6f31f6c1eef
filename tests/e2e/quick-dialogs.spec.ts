import { expectAccessible } from './checks.ts'
import { expect, test } from './fixtures.ts'

test('the floating buttons open the estimator and the quote form over the page, which keep what was typed @scripts', async ({
  insertPerson,
  logIn,
}) => {
  const page = await logIn((await insertPerson()).actor)
  const extras = page.waitForResponse(/\/page-extras-/)
  await page.goto('/dashboard')
  // Before it has loaded, the buttons lead to the pages.
  await (await extras).finished()
  // What a page does not need at once has loaded; an earlier click opens the page itself.
  await page.locator('[data-calls-ready]').waitFor({ state: 'attached' })
  await page.locator('a[data-quick][href="/estimate"]').click()
  const dialog = page.getByRole('dialog', { name: 'Quick Estimation' })
  await dialog.getByLabel('Bathroom').check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Calculate' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Please enter the area')
  await dialog.getByLabel('Area in m²').fill('12.5')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('a[data-quick][href="/estimate"]')).toBeFocused()
  await page.locator('a[data-quick][href="/estimate"]').click()
  await expect(dialog.getByLabel('Area in m²')).toHaveValue('12.5')
  await dialog.getByRole('button', { name: 'Calculate' }).click()
  await expect(dialog).toContainText('€28,')
  await dialog.getByRole('link', { name: 'Request a quote with this' }).click()
  const quote = page.getByRole('dialog', { name: 'Request a Quote' })
  await expect(quote.getByLabel('Bathroom')).toBeChecked()
  await quote.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(dialog).toContainText('Likely between')
  await expect(page).toHaveURL('/dashboard')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.locator('a[data-quick][href="/quote"]').click()
  await quote.getByLabel('Painting').check()
  await quote.getByRole('button', { name: 'Continue' }).click()
  await quote.getByRole('textbox', { name: 'Phone' }).fill('+358 40 123 4567')
  await quote.getByRole('checkbox', { name: 'Phone' }).check()
  await quote.getByRole('button', { name: 'Close' }).click()
  await page.locator('a[data-quick][href="/quote"]').click()
  await expect(quote.getByRole('textbox', { name: 'Phone' })).toHaveValue('+358 40 123 4567')
  await quote.getByRole('button', { name: 'Continue' }).click()
  await quote.getByRole('button', { name: 'Add Room' }).click()
  await expect(quote.getByLabel('Room, such as kitchen')).toBeVisible()
  await quote.getByRole('button', { name: 'Send Request' }).click()
  // Its title is now that of the answer.
  const sent = page.locator('dialog[open]')
  await expect(sent).toContainText('Thank you for your request')
  await sent.getByRole('button', { name: 'Close', exact: true }).click()
  await page.locator('a[data-quick][href="/quote"]').click()
  await expect(quote.getByLabel('Painting')).not.toBeChecked()
})
