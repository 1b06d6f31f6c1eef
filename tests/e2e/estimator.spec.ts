import { knownEstimates } from '#tests/factories/estimates.ts'
import { expect, test } from './fixtures.ts'

const euros = (cents: number) => `€${Math.floor((cents + 50) / 100).toLocaleString('en-GB')}`
/** One per kind of rule: a multiplier, services, several kinds with a fraction of a cent. */
const cases = knownEstimates.filter(
  ([types, area, , , services]) =>
    services.length > 2 || area === '33.33' || (types[0] === 'roofing' && area === '120'),
)
const names = { bathroom: 'Bathroom', painting: 'Painting', electrical: 'Electrical work', roofing: 'Roofing' } as const

test('the estimator gives the figures of the table, step by step and back', async ({ page }) => {
  expect(cases.length).toBeGreaterThan(2)
  for (const [types, area, quality, urgency, services, subtotal, , total, from, to, weeks] of cases) {
    if (types.length > 2) continue
    await page.goto('/estimate')
    for (const type of types) await page.getByLabel(names[type as keyof typeof names]).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Area in m²').fill(area)
    for (const value of [quality, urgency, ...services]) await page.locator(`input[value="${value}"]`).check()
    await page.getByRole('button', { name: 'Back' }).click()
    for (const type of types) await expect(page.getByLabel(names[type as keyof typeof names])).toBeChecked()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Area in m²')).toHaveValue(area)
    await page.getByRole('button', { name: 'Calculate' }).click()
    const main = page.getByRole('main')
    await expect(page.getByRole('region', { name: 'Estimate' })).toBeFocused()
    await expect(main).toContainText(`Likely between ${euros(from)} and ${euros(to)}`)
    for (const cents of [subtotal, total]) await expect(main).toContainText(euros(cents))
    await expect(main).toContainText(`About ${weeks} week`)
  }
})

test('an estimate becomes a draft project through the login', async ({ page, insertPerson, addSession }) => {
  await page.goto('/estimate?step=3&projectTypes=bathroom&area=12.5&quality=premium&urgency=normal&location=Espoo')
  await page.getByRole('link', { name: 'Turn into a draft project' }).click()
  await expect(page).toHaveURL('/login')
  const { actor } = await insertPerson()
  await addSession(page.context(), actor)
  // Whoever is logged in is led from the login to where they wanted to go.
  await page.goto('/login')
  await expect(page).toHaveURL(/\/projects\/new\?estimate=yes/)
  await expect(page.getByLabel('Title')).toHaveValue('Bathroom, 12.5 m²')
  await expect(page.getByLabel('Location')).toHaveValue('Espoo')
})
