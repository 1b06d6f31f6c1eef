import type { Page } from '@playwright/test'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { createGroup } from '#app/features/groups/create-group.server.ts'
import { newId } from '#db/ids.ts'
import type { GroupPrivacy } from '#db/vocabulary/chat.ts'
import { composerOf, listOf, logOf, messageIn, openConversation, openMenuOf, rowOf, send } from './chat-parts.ts'
import { expect, test } from './fixtures.ts'
import { expectFlash } from './parts.ts'

/** A unique name, because the journeys share a database in which everyone discovers every group. */
const named = (name: string) => `${name} ${newId().slice(-8)}`

function group(
  admin: CompanyContext,
  privacy: GroupPrivacy,
  { members = [], moderated = false }: { members?: CompanyContext[]; moderated?: boolean } = {},
) {
  const name = named('Stairs')
  const settings = { allowInvites: false, moderateMessages: moderated, allowFileSharing: true, allowCalls: true }
  const memberIds = members.map(({ actor }) => actor.id)
  const { conversationId } = createGroup(admin, {
    ...{ name, description: 'All about the stairs.', groupType: 'project', tags: ['oak'] },
    ...{ privacy, settings, memberIds },
  })
  return { id: conversationId, name }
}

async function discover(page: Page, name: string): Promise<void> {
  await page.goto('/messages/groups')
  await page.getByRole('searchbox', { name: 'Search groups' }).fill(name)
  await page.getByRole('searchbox', { name: 'Search groups' }).press('Enter')
  await expect(page).toHaveURL(/\?q=/)
}

test('a group is created in three steps, each with the earlier choices', async ({
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const anna = await insertPerson({ name: 'Anna Ahlgren' })
  await insertPerson({ name: 'Bo Berg', company: anna.company, companyRole: 'member' })
  const page = await logIn(anna.actor)
  await page.goto('/messages')
  await listOf(page).locator('summary').click()
  await listOf(page).getByRole('link', { name: 'Create Group' }).click()
  const next = page.getByRole('button', { name: 'Continue' })
  const back = page.getByRole('button', { name: 'Back' })
  const expectSettings = async (wanted: boolean[]) => {
    const switches = [
      'Members may invite others',
      'Messages wait for approval',
      'Files can be shared',
      'Calls can be made',
    ]
    for (const [index, name] of switches.entries()) {
      await expect(page.getByRole('checkbox', { name }), name).toBeChecked({ checked: wanted[index] })
    }
  }
  await page.getByRole('radio', { name: 'Team' }).check()
  await next.click()
  await expectSettings([false, true, true, true])
  await page.getByLabel('Description').fill('The office in the harbour')
  await next.click()
  await expect(page.getByRole('alert')).toContainText('Give the group a name.')
  await expect(page.getByLabel('Description')).toHaveValue('The office in the harbour')

  await page.getByLabel('Group Name *').fill('Harbour office')
  await page.getByLabel('Tags').fill('harbour, office')
  await back.click()
  await page.getByRole('radio', { name: 'Meeting' }).check()
  await next.click()
  await expectSettings([true, false, false, true])
  await expect(page.getByLabel('Group Name *')).toHaveValue('Harbour office')
  await page.getByRole('checkbox', { name: 'Files can be shared' }).check()
  await next.click()
  await page.getByRole('checkbox', { name: /Bo Berg/ }).check()
  await page.getByRole('button', { name: 'Create Group' }).click()
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/)
  await expectFlash(page, 'The group is ready. Say hello!')
  await expect(messageIn(page, 'Anna Ahlgren created the group “Harbour office”.', scripts)).toBeVisible()
  await expect(rowOf(page, 'Harbour office')).toBeVisible()
  await expect(page.getByText('2 members')).toBeVisible()

  await page.goto(`${page.url()}/details`)
  await expect(page.getByRole('main')).toContainText('The office in the harbour')
  await expect(page.getByRole('main').getByText('harbour', { exact: true })).toBeVisible()
  await expect(page.getByText('Files on')).toBeVisible()
  await page.goto('/messages/groups/new')
  await expect(page.getByRole('radio', { name: 'Meeting' })).not.toBeChecked()
})

test('a public group is discovered and joined, an invite-only one requested, and a private one not shown', async ({
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const admin = await insertPerson({ name: 'Anna Ahlgren' })
  const [open, asked, hidden] = [group(admin, 'public'), group(admin, 'invite-only'), group(admin, 'private')]
  const [cleo, dan] = [await insertPerson({ name: 'Cleo Cruz' }), await insertPerson({ name: 'Dan Dahl' })]
  const visitor = await logIn(cleo.actor)
  const card = visitor.getByRole('article')

  await test.step('public', async () => {
    await discover(visitor, open.name)
    await expect(card).toHaveCount(1)
    await visitor.getByRole('button', { name: `Join ${open.name}` }).click()
    await expect(visitor).toHaveURL(`/messages/${open.id}`)
    await expectFlash(visitor, 'You have joined the group.')
    await expect(messageIn(visitor, 'Cleo Cruz joined.', scripts)).toBeVisible()
    await discover(visitor, open.name)
    await expect(card).toHaveCount(0)
  })

  await test.step('private', async () => {
    await discover(visitor, hidden.name)
    await expect(visitor.getByText('No groups found')).toBeVisible()
    await expect(visitor.getByText('Try adjusting your search terms')).toBeVisible()
    expect((await visitor.goto(`/messages/${hidden.id}`))?.status()).toBe(404)
    expect((await visitor.goto(`/messages/${hidden.id}/details`))?.status()).toBe(404)
  })

  const master = await logIn(admin.actor)
  await test.step('invite-only: asked, taken back, asked again, denied', async () => {
    // A shared link leads to the page where one can join.
    await visitor.goto(`/messages/${asked.id}`)
    await expect(visitor.getByText('Its admins decide who gets in.')).toBeVisible()
    await visitor.getByRole('button', { name: `Request to join ${asked.name}` }).click()
    await expectFlash(visitor, 'Your request has been sent to the group’s admins.')
    await visitor.goto('/messages/groups')
    await visitor.getByRole('button', { name: `Withdraw the request to join ${asked.name}` }).click()
    await expectFlash(visitor, 'Your request has been withdrawn.')
    await discover(visitor, asked.name)
    await visitor.getByRole('button', { name: `Request to join ${asked.name}` }).click()
    await expectFlash(visitor, 'Your request has been sent to the group’s admins.')

    await master.goto(`/messages/${asked.id}/details`)
    await master.getByRole('button', { name: 'Deny request from Cleo Cruz' }).click()
    await expectFlash(master, 'The request has been denied.')
    await discover(visitor, asked.name)
    await visitor.getByRole('button', { name: `Request to join ${asked.name}` }).click()
    await expectFlash(visitor, 'An admin has denied your request. You can ask again after a day.')
    expect((await visitor.goto(`/messages/${asked.id}/frame`))?.status()).toBe(404)
  })

  await test.step('invite-only: let in', async () => {
    const other = await logIn(dan.actor)
    await discover(other, asked.name)
    await other.getByRole('button', { name: `Request to join ${asked.name}` }).click()
    await expectFlash(other, 'Your request has been sent to the group’s admins.')
    await master.goto(`/messages/${asked.id}/details`)
    await master.getByRole('button', { name: 'Approve request from Dan Dahl', exact: true }).click()
    await expectFlash(master, 'This person is now in the group.')
    await openConversation(other, asked.id, scripts)
    await expect(composerOf(other)).toBeVisible()
  })
})

test('admins run a group, members do not', async ({ insertPerson, logIn, javaScriptEnabled: scripts }) => {
  const admin = await insertPerson({ name: 'Anna Ahlgren' })
  const bo = await insertPerson({ name: 'Bo Berg', company: admin.company, companyRole: 'member' })
  const cleo = await insertPerson({ name: 'Cleo Cruz', company: admin.company, companyRole: 'member' })
  const { id, name } = group(admin, 'private', { members: [bo, cleo] })
  const details = `/messages/${id}/details`
  const [master, member] = [await logIn(admin.actor), await logIn(bo.actor)]

  await test.step('a member may do nothing of it', async () => {
    await member.goto(details)
    await expect(member.getByRole('link', { name: 'Leave group' })).toBeVisible()
    await expect(member.getByRole('link', { name: 'Invite people' })).toHaveCount(0)
    await expect(member.getByRole('link', { name: 'Settings', exact: true }).and(member.locator('main a'))).toHaveCount(
      0,
    )
    await expect(member.getByRole('link', { name: 'Remove Cleo Cruz' })).toHaveCount(0)
    await member.goto(`/messages/${id}/settings`)
    await expect(member).toHaveURL(details)
    await member.goto(`${details}?confirm=remove&user=${cleo.actor.id}`)
    await expect(member.getByRole('button', { name: 'Remove', exact: true })).toHaveCount(0)
  })

  await test.step('the admin renames it, and makes another admin', async () => {
    await master.goto(details)
    await master.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
    await master.getByLabel('Group Name *').fill('')
    await master.getByRole('button', { name: 'Save settings' }).click()
    await expect(master.getByRole('alert').first()).toContainText('Give the group a name.')
    await master.getByLabel('Group Name *').fill(`${name} of oak`)
    await master.getByRole('checkbox', { name: 'Members may invite others' }).check()
    await master.getByRole('button', { name: 'Save settings' }).click()
    await expectFlash(master, 'The settings have been saved.')
    await master.getByRole('button', { name: 'Make Bo Berg an admin' }).click()
    await expectFlash(master, 'This person is now an admin.')
    await member.goto(details)
    await expect(member.getByRole('main')).toContainText(`${name} of oak`)
    await expect(member.getByRole('link', { name: 'Invite people' })).toBeVisible()
  })

  await test.step('the new admin removes somebody, whose page is gone', async () => {
    const third = await logIn(cleo.actor)
    await openConversation(third, id, scripts)
    await expect(messageIn(third, `renamed the group to “${name} of oak”.`, scripts)).toBeVisible()
    if (scripts) await composerOf(third).fill('One more thing')
    await member.getByRole('link', { name: 'Remove Cleo Cruz' }).click()
    await expect(member.getByText('What they have written stays.')).toBeVisible()
    await member.getByRole('button', { name: 'Remove', exact: true }).click()
    await expectFlash(member, 'This person is no longer in the group.')
    if (scripts) {
      await expect(composerOf(third)).toHaveCount(0)
      await expect(third.getByRole('alert')).toContainText('You are no longer in')
      await expect(third.getByLabel('What you had written')).toHaveValue('One more thing')
    }
    expect((await third.goto(`/messages/${id}`))?.status()).toBe(404)
    await third.goto('/messages')
    await expect(third.getByText('No conversations yet')).toBeVisible()
  })

  await test.step('the first admin leaves', async () => {
    await master.goto(details)
    await master.getByRole('link', { name: 'Leave group' }).click()
    await master.getByRole('button', { name: 'Leave group' }).click()
    await expectFlash(master, 'You have left the group.')
    expect((await master.goto(`/messages/${id}`))?.status()).toBe(404)
    await openConversation(member, id, scripts)
    await expect(messageIn(member, 'Anna Ahlgren left.', scripts)).toBeVisible()
  })
})

test('in a moderated group a message is pending until an admin approves it', async ({
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const admin = await insertPerson({ name: 'Anna Ahlgren' })
  const bo = await insertPerson({ name: 'Bo Berg', company: admin.company, companyRole: 'member' })
  const { id } = group(admin, 'private', { members: [bo], moderated: true })
  const [master, member] = [await logIn(admin.actor), await logIn(bo.actor)]
  await openConversation(member, id, scripts)
  for (const text of ['The oak is here.', 'It is not oak at all.']) {
    await send(member, text)
    const waiting = logOf(member, scripts).getByText('Waiting for approval')
    await expect(waiting.first()).toBeVisible()
    await expect(logOf(member, scripts).getByText(text)).toBeVisible()
  }
  await openConversation(master, id, scripts)
  const held = logOf(master, scripts).getByRole('region', { name: 'waiting for approval' })
  await expect(held.getByRole('listitem')).toHaveCount(2)
  const row = (text: string) => held.getByRole('listitem').filter({ hasText: text })
  await row('The oak is here.').getByRole('button', { name: 'Approve the message of Bo Berg' }).click()
  await expect(row('The oak is here.')).toHaveCount(0)
  await expect(messageIn(master, 'The oak is here.', scripts)).toBeVisible()
  await row('It is not oak at all.').getByRole('button', { name: 'Deny the message of Bo Berg' }).click()
  await expect(logOf(master, scripts)).not.toContainText('It is not oak at all.')
  if (!scripts) await openConversation(member, id, scripts)
  await expect(messageIn(member, 'The oak is here.', scripts).getByText('Waiting for approval')).toHaveCount(0)
  await expect(messageIn(member, 'It is not oak at all.', scripts)).toContainText(
    'Not approved by an admin of the group',
  )

  await test.step('an admin removes what a member wrote', async () => {
    const menu = await openMenuOf(master, 'The oak is here.', scripts)
    const remove = menu.getByRole('button', { name: 'Remove for everyone' })
    await remove.click()
    if (scripts) await remove.click()
    if (!scripts) await openConversation(member, id, scripts)
    await expect(messageIn(member, 'This message was deleted', scripts)).toBeVisible()
  })
})
