import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { companies, users } from '#db/schema/accounts.ts'
import { codeOf } from '#tests/factories/second-factor.ts'
import { expect, fillLogin, newEmail, password, test } from './fixtures.ts'
import { expectFlash, openMail, openUserMenu } from './parts.ts'

const other = 'an-even-longer-passphrase'
const main = (page: Page) => page.getByRole('main')
const submit = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()

async function choosePassword(page: Page, label: string, first: string, second = first) {
  await page.getByLabel(label, { exact: true }).fill(first)
  await page.getByLabel('Confirm password').fill(second)
}

test('two-factor login is set up with an app, and asks for its code', async ({ signUp, open }) => {
  const page = await signUp({ name: 'Tuula Turva' })
  await page.goto('/security')
  await main(page).getByRole('link', { name: 'Set up two-factor login' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await submit(page, 'Continue')
  const key = (await main(page).locator('code').textContent())?.replaceAll(' ', '') ?? ''
  const codeIn = (seconds: number) => codeOf(key, Date.now() + seconds * 1000)
  await page.getByLabel('Code', { exact: true }).fill(codeIn(0))
  await submit(page, 'Turn on')
  const codes = main(page).locator('.print-alone li')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allTextContents()
  const other = await open()
  await other.goto('/login')
  await fillLogin(other, page.email, password)
  await expect(other).toHaveURL('/login/code')
  await expect(other.getByLabel('Code', { exact: true })).toBeFocused()
  await other.getByLabel('Code', { exact: true }).fill('000000')
  await submit(other, 'Log in')
  await expect(main(other).getByRole('alert')).toContainText('This code is not valid')
  await other.getByLabel('Code', { exact: true }).fill(recovery)
  await submit(other, 'Log in')
  await expect(other).toHaveURL('/dashboard')
  await expectFlash(other, 'You used a recovery code; 9 are left.')
})

test('a passkey is added, logs in without a password, and as the second step after one', { tag: '@scripts' }, async ({
  insertPerson,
  logIn,
}) => {
  const { actor } = await insertPerson({ name: 'Paula Passkey' })
  const page = await logIn(actor)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await page.goto('/security')
  await main(page).getByRole('link', { name: 'Manage passkeys' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Work laptop')
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await submit(page, 'Continue')
  await submit(page, 'Create passkey')
  await expect(main(page).locator('.print-alone li')).toHaveCount(10)
  await page.goto('/security/passkeys')
  await expect(main(page).getByRole('row', { name: /Work laptop/ })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Another')
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await submit(page, 'Use a passkey instead')
  await expect(main(page).getByText('Confirmed with your passkey.')).toBeVisible()
  await submit(page, 'Continue')
  await submit(page, 'Create passkey')
  await expect(main(page).getByText('This device already has a passkey')).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/login')
  await submit(page, 'Log in with a passkey')
  await expect(page).toHaveURL('/dashboard')
  await page.context().clearCookies()
  await page.goto('/login')
  await fillLogin(page, actor.email, password)
  await expect(page).toHaveURL('/login/code')
  await submit(page, 'Log in with a passkey')
  await expect(page).toHaveURL('/dashboard')
})

test('without JavaScript the pages say what a passkey needs, and have no button for it', { tag: '@plain' }, async ({
  insertPerson,
  logIn,
  open,
}) => {
  const page = await logIn((await insertPerson()).actor)
  await page.goto('/security/passkeys')
  await expect(main(page).getByText('Adding a passkey needs JavaScript')).toBeVisible()
  await expect(main(page).getByLabel('Your password', { exact: true })).toBeHidden()
  const guest = await open()
  await guest.goto('/login')
  await expect(main(guest).getByText('Logging in with a passkey needs JavaScript')).toBeVisible()
  await expect(main(guest).getByRole('button', { name: 'Log in with a passkey' })).toBeHidden()
})

test.describe('signing up', () => {
  test('as an individual opens the dashboard and mails a link to verify the address', { tag: '@once' }, async ({
    signUp,
    open,
  }) => {
    const page = await signUp({ name: 'Aino Virtanen' })
    await expectFlash(page, `We’ve sent a link to ${page.email}`)
    const note = main(page).getByRole('note').filter({ hasText: 'Confirm your email address' })
    await expect(note).toContainText(`Open the link that we sent to ${page.email}`)
    const reader = await open()
    await openMail(reader, page.email, 'Please verify your email address')
    await reader.getByRole('link', { name: 'Verify email' }).click()
    await reader.getByLabel('Password', { exact: true }).fill(password)
    await submit(reader, 'Confirm email')
    await expect(main(reader).getByRole('heading', { name: 'Email verified' })).toBeVisible()
    await reader.getByRole('link', { name: 'Continue' }).click()
    await expect(reader).toHaveURL('/login?verified=true')
    await expect(reader.getByText('Your email address is verified. You can log in now.')).toBeVisible()
    await page.goto('/profile')
    await expect(main(page).getByText('Verified', { exact: true })).toBeVisible()
    await page.goto('/dashboard')
    await expect(note).toBeHidden()
  })

  test('as an organization creates a company that the menu shows', async ({ signUp, db }) => {
    const name = `Rakennus ${newEmail()}`
    const page = await signUp({ name: 'Eino Laine', organization: name })
    await openUserMenu(page, 'Eino Laine')
    await expect(page.getByRole('banner').getByText(name)).toBeVisible()
    expect(db.select().from(companies).where(eq(companies.name, name)).all()).toHaveLength(1)
  })

  test('shows errors at each field, keeps the input, but never a password', { tag: '@once' }, async ({ page }) => {
    await page.goto('/signup')
    await page.getByRole('radio', { name: /^Organization/ }).check()
    await page.getByLabel('Full name').fill('Liisa O’Brien <3')
    await page.getByLabel('Email').fill('not an address')
    await choosePassword(page, 'Password', 'short', 'different')
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await submit(page, 'Sign Up')
    expect((await answered).status()).toBe(422)
    await expect(page).toHaveTitle(/^Error: Sign Up/)
    const summary = page.getByRole('alert')
    await expect(summary).toBeFocused()
    const links = summary.getByRole('link')
    await expect(links).toHaveCount(4)
    for (const text of [
      'Please enter a valid email',
      'This field is required',
      'Password must be at least 8 characters',
      'Passwords do not match',
    ]) {
      await expect(links.filter({ hasText: text })).toBeVisible()
    }
    await expect(page.getByLabel('Full name')).toHaveValue('Liisa O’Brien <3')
    await expect(page.getByRole('radio', { name: /^Organization/ })).toBeChecked()
    const email = page.getByLabel('Email')
    await expect(email).toHaveValue('not an address')
    await expect(email).toHaveAccessibleDescription(/Please enter a valid email/)
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    await expect(page.getByLabel('Confirm password')).toHaveValue('')
    await summary.getByRole('link', { name: 'Please enter a valid email' }).click()
    await expect(email).toBeFocused()
  })

  test('with a taken address reports it', { tag: '@once' }, async ({ insertPerson, page }) => {
    const { actor } = await insertPerson()
    await page.goto('/signup')
    await page.getByLabel('Full name').fill('Somebody Else')
    await page.getByLabel('Email').fill(actor.email.toUpperCase())
    await choosePassword(page, 'Password', password)
    await submit(page, 'Sign Up')
    await expect(page.getByRole('alert')).toContainText('An account with this email already exists')
  })

  test('twice with one form creates one account', { tag: '@once' }, async ({ page, db, baseURL }) => {
    await page.goto('/signup')
    const email = newEmail()
    const submissionId = await page.locator('input[name=submissionId]').inputValue()
    const form = { submissionId, accountType: 'individual', name: 'Twice', email, password, confirmPassword: password }
    const send = () => page.request.post('/signup', { form, headers: { Origin: String(baseURL) }, maxRedirects: 0 })
    const answers = await Promise.all([send(), send()])
    expect(answers.map((answer) => answer.status())).toEqual([303, 303])
    expect(db.select().from(users).where(eq(users.email, email)).all()).toHaveLength(1)
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/dashboard')
  })
})

test.describe('logging in', () => {
  test('redirects to the requested page, including its query', { tag: '@once' }, async ({ insertPerson, page }) => {
    const { actor } = await insertPerson()
    await page.goto('/contracts?status=draft')
    await expect(page).toHaveURL('/login')
    await fillLogin(page, actor.email, password)
    await expect(page).toHaveURL('/contracts?status=draft')
    await page.goto('/login')
    await expect(page).not.toHaveURL('/login')
  })

  test('with a wrong password or an unknown address gives the same answer', { tag: '@once' }, async ({
    insertPerson,
    page,
  }) => {
    const { actor } = await insertPerson()
    for (const email of [actor.email, newEmail()]) {
      await page.goto('/login')
      await fillLogin(page, email, 'not the password')
      await expect(page).toHaveTitle(/^Error: Login/)
      await expect(page.getByRole('alert')).toContainText('Invalid email or password')
      await expect(page.getByLabel('Email')).toHaveValue(email)
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    }
  })

  test('ends with logging out, and the Back button does not return', async ({ insertPerson, logIn }) => {
    const { actor } = await insertPerson()
    const page = await logIn(actor)
    await page.goto('/settings')
    await openUserMenu(page, actor.name)
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await page.goBack()
    await expect(page).toHaveURL('/login')
  })
})

test('a forgotten password is replaced by a mailed link, once, and old sessions end', { tag: '@once' }, async ({
  insertPerson,
  logIn,
  open,
}) => {
  const { actor } = await insertPerson()
  const old = await logIn(actor)
  const page = await open()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(actor.email)
  await submit(page, 'Send Reset Link')
  await expect(main(page).getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await openMail(page, actor.email, 'Choose a new password')
  await page.getByRole('link', { name: 'Reset password' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(actor.email)
  const link = page.url()
  await choosePassword(page, 'New password', 'short', 'short')
  await submit(page, 'Reset Password')
  await expect(page.getByRole('alert')).toContainText('Password must be at least 8 characters')
  await choosePassword(page, 'New password', other)
  await submit(page, 'Reset Password')
  await expect(main(page).getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Login' }).click()
  await fillLogin(page, actor.email, other)
  await expect(page).toHaveURL('/dashboard')
  await old.goto('/dashboard')
  await expect(old).toHaveURL('/login')
  await old.goto(link)
  await expect(old.getByText('Invalid or expired reset token')).toBeVisible()
  await expect(old.getByRole('link', { name: 'Request New Reset Link' })).toBeVisible()
  await openMail(old, actor.email, 'Your password was changed')
})

test('requesting a link does not reveal whether an address has an account', { tag: '@once' }, async ({
  insertPerson,
  page,
}) => {
  const { actor } = await insertPerson()
  for (const email of [actor.email, newEmail()]) {
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    await submit(page, 'Send Reset Link')
    await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible()
  }
  await page.goto('/verify-email')
  await expect(page.getByText('Invalid verification link. Please check your email and try again.')).toBeVisible()
  await page.getByLabel('Email').fill(newEmail())
  await submit(page, 'Resend Verification Email')
  await expect(main(page).getByRole('heading', { name: 'Check your email' })).toBeVisible()
})

test('a colleague is invited by mail, chooses a password and logs in', async ({ insertPerson, logIn, page }) => {
  const owner = await logIn((await insertPerson()).actor)
  const email = newEmail()
  await owner.goto('/team')
  await main(owner).getByRole('link', { name: 'Invite' }).first().click()
  await owner.getByLabel('Name').fill('Ines Invited')
  await owner.getByLabel('Email').fill(email)
  await submit(owner, 'Send invitation')
  await expect(owner).toHaveURL('/team')
  await expect(main(owner).getByText('Ines Invited')).toBeVisible()
  await openMail(page, email, 'You’re invited to a team')
  await page.getByRole('link', { name: 'Accept invitation' }).click()
  const link = page.url()
  await expect(page.getByLabel('Name')).toHaveValue('Ines Invited')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await choosePassword(page, 'Password', other, `${other}!`)
  await submit(page, 'Set Password')
  await expect(page.getByRole('alert')).toContainText('Passwords do not match')
  await choosePassword(page, 'Password', other)
  await submit(page, 'Set Password')
  await expect(main(page).getByRole('heading', { name: 'You are all set' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Login' }).click()
  await fillLogin(page, email, other)
  await expect(page).toHaveURL('/dashboard')
  await page.goto(link)
  await expect(page.getByText('Invalid invite token')).toBeVisible()
})

test('a member leaves their company', async ({ insertPerson, logIn }) => {
  const { company } = await insertPerson()
  const { actor } = await insertPerson({ company, companyRole: 'member' })
  const page = await logIn(actor)
  await page.goto('/profile')
  await main(page).getByRole('link', { name: 'Leave the company' }).click()
  await expect(page.getByRole('heading', { name: `Leave ${company.name}?` })).toBeVisible()
  await submit(page, 'Leave the company')
  await expectFlash(page, `You no longer belong to ${company.name}.`)
  await expect(page).toHaveURL('/dashboard')
})

test('while a password change is required, every page redirects to it', async ({ insertPerson, page }) => {
  const { actor } = await insertPerson({ mustChangePassword: true })
  await page.goto('/login')
  await fillLogin(page, actor.email, password)
  const owed = '/security?force_change=true'
  await expect(page).toHaveURL(owed)
  for (const path of ['/dashboard', '/settings', '/contracts', '/contracts/new', '/profile', '/notifications']) {
    await page.goto(path)
    await expect(page, path).toHaveURL(owed)
  }
  await page.getByLabel('Current password').fill(password)
  await choosePassword(page, 'New password', password)
  await submit(page, 'Change password')
  await expect(page.getByRole('alert')).toContainText('Please choose a password that differs from the current one')
  await page.getByLabel('Current password').fill(password)
  await choosePassword(page, 'New password', other)
  await submit(page, 'Change password')
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/settings')
  await expect(page).toHaveURL('/settings')
})

test('a changed password signs every other browser out', async ({ insertPerson, logIn }) => {
  const { actor } = await insertPerson()
  const [here, there] = [await logIn(actor), await logIn(actor)]
  await here.goto('/security')
  await here.getByLabel('Current password').fill('not the password')
  await choosePassword(here, 'New password', other)
  await submit(here, 'Change password')
  await expect(here.getByRole('alert')).toContainText('This is not your current password')
  await here.getByLabel('Current password').fill(password)
  await choosePassword(here, 'New password', other)
  await submit(here, 'Change password')
  await expectFlash(here, 'Your password has been changed.')
  await there.goto('/profile')
  await expect(there).toHaveURL('/login')
  await here.goto('/profile')
  await expect(here).toHaveURL('/profile')
})
