import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { getChatPreferences } from '#app/features/conversations/set-chat-preferences.server.ts'
import { listPendingMessages } from '#app/features/messages/message-queries.server.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { getOwnStatus } from '#app/features/presence/presence.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { addMember, createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { discoverGroups, getGroupCard, listRequests } from './group-queries.server.ts'

type Person = { ctx: CompanyContext; cookie: string }
type Fields = Record<string, string | string[]>

let db: Database
let server: TestServer
let admin: Person
let member: Person
let colleague: Person
let stranger: Person

async function personOf(company?: { id: string }): Promise<Person> {
  const ctx = createPerson(db, { now: Date.now(), ...(company && { company, companyRole: 'member' as const }) })
  return { ctx, cookie: (await signedIn(ctx)).cookie }
}

beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  admin = await personOf()
  member = await personOf(admin.ctx.company)
  colleague = await personOf(admin.ctx.company)
  stranger = await personOf()
})
afterAll(() => server.stop())

function post({ cookie }: Person, path: string, fields: Fields = {}) {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one)
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: new URL(server.url).origin }
  return server.ask(path, { cookie, method: 'POST', body: body.toString() || 'x=', headers })
}
const get = ({ cookie }: Person, path: string) => server.ask(path, { cookie })
const groupOf = (options: Parameters<typeof createConversation>[1] = {}) =>
  createConversation(db, { name: 'Roof crew', members: [admin.ctx, member.ctx], ...options }).id
const idIn = (location: string | undefined) => /\/messages\/([\w-]{36})$/.exec(location ?? '')?.[1] ?? ''
const nameOf = (person: Person) => person.ctx.actor.name

describe('a new message', () => {
  it('lists known people, and opens the same conversation each time', async () => {
    const page = await get(admin, '/messages/new')
    expect(page.text).toContain(nameOf(member))
    expect(page.text).toContain(member.ctx.actor.email)
    expect(page.text).not.toContain(nameOf(stranger))
    const first = await post(admin, '/messages/direct', { userId: member.ctx.actor.id })
    const again = await post(member, '/messages/direct', { userId: admin.ctx.actor.id })
    expect([first.status, again.status]).toEqual([303, 303])
    expect(idIn(first.headers.location)).not.toBe('')
    expect(again.headers.location).toBe(first.headers.location)
  })

  it('cannot be started with a stranger', async () => {
    expect((await post(stranger, '/messages/direct', { userId: admin.ctx.actor.id })).status).toBe(404)
  })

  it('says when nobody is found', async () => {
    expect((await get(admin, '/messages/new?q=zzz')).text).toContain('No team members found')
  })

  it('can go to everyone in the company', async () => {
    expect((await get(admin, '/messages/new')).text).toContain(`Everyone at ${admin.ctx.company.name}`)
    const { headers } = await post(admin, '/team/conversation')
    expect(getConversation(colleague.ctx, idIn(headers.location))?.type).toBe('team')
  })
})

describe('the Add Group wizard without scripts', () => {
  const begun = { step: '2', template: 'social', filledFrom: 'social', allowInvites: 'on', privacy: 'public' }

  it('fills in the second step from the template of the first', async () => {
    const { status, text } = await post(admin, '/messages/groups/new', { step: '1', template: 'department' })
    expect(status).toBe(200)
    expect(text).toMatch(/<input(?=[^>]*name="moderateMessages")(?=[^>]*checked="")/)
    expect(text).not.toMatch(/<input(?=[^>]*name="allowInvites")(?=[^>]*checked="")/)
    expect(text).toMatch(/<input(?=[^>]*value="invite-only")(?=[^>]*checked="")/)
  })

  it('shows the missing name at its field, and keeps what was typed', async () => {
    const typed = { ...begun, name: '   ', description: 'About <b>roofs</b>', move: 'continue' }
    const { status, text } = await post(admin, '/messages/groups/new', typed)
    expect(status).toBe(422)
    expect(text).toContain('<title>Error: ')
    expect(text).toMatch(/<input(?=[^>]*id="group-name")(?=[^>]*aria-invalid="true")/)
    expect(text).toContain('href="#group-name"')
    expect(text).toContain('About &lt;b&gt;roofs')
    expect(text).toContain('Group Name *')
  })

  it('keeps every answer on the way to the last step and back', async () => {
    const answers = { ...begun, name: 'Tar & slate', tags: 'roof, slate', memberIds: member.ctx.actor.id }
    const { text } = await post(admin, '/messages/groups/new', { ...answers, move: 'continue' })
    expect(text).toMatch(/<input type="hidden" name="name" value="Tar &amp; slate"/)
    expect(text).toMatch(/<input type="hidden" name="tags" value="roof, slate"/)
    const box = (id: string) => new RegExp(`<input(?=[^>]*name="memberIds")(?=[^>]*value="${id}")(?=[^>]*checked="")`)
    expect(text).toMatch(box(member.ctx.actor.id))
    expect(text).not.toMatch(box(colleague.ctx.actor.id))
    const search = { ...answers, step: '3', q: nameOf(colleague), move: 'search' }
    const searched = await post(admin, '/messages/groups/new', search)
    expect(searched.text).toMatch(box(member.ctx.actor.id))
    expect(searched.text).toContain(nameOf(colleague))
    const back = await post(admin, '/messages/groups/new', { ...search, move: 'back' })
    expect(back.text).toMatch(/<input(?=[^>]*id="group-name")(?=[^>]*value="Tar &amp; slate")/)
  })

  it('creates one group when a form is sent twice', async () => {
    const form = { ...begun, step: '3', name: 'Once only', memberIds: [member.ctx.actor.id], submissionId: newId() }
    const answers = [await post(admin, '/messages/groups/new', { ...form, move: 'create' })]
    answers.push(await post(admin, '/messages/groups/new', { ...form, move: 'create' }))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    const [id, same] = answers.map(({ headers }) => idIn(headers.location))
    expect(same).toBe(id)
    expect(db.$client.prepare(`SELECT count(*) AS n FROM conversations WHERE name = 'Once only'`).get()).toEqual({
      n: 1,
    })
    expect(getConversation(member.ctx, id ?? '')).toMatchObject({
      role: 'member',
      groupType: 'social',
      privacy: 'public',
    })
  })

  it('adds nobody whom its creator does not know', async () => {
    const form = { ...begun, step: '3', name: 'Forced', memberIds: stranger.ctx.actor.id, move: 'create' }
    const { status, text } = await post(admin, '/messages/groups/new', form)
    expect(status).toBe(422)
    expect(text).toContain('<title>Error: ')
    expect(text).toMatch(/<input type="hidden" name="name" value="Forced"/)
  })
})

describe('discovering groups', () => {
  it('lists groups that can be joined, and finds them by name', async () => {
    const open = groupOf({ name: 'Open bricks', privacy: 'public' })
    groupOf({ name: 'Secret bricks', privacy: 'private' })
    const { text } = await get(stranger, '/messages/groups')
    expect(text).toContain('Open bricks')
    expect(text).not.toContain('Secret bricks')
    expect((await get(stranger, '/messages/groups?q=zzz')).text).toContain('Try adjusting your search terms')
    expect((await post(stranger, `/messages/${open}/join`)).headers.location).toBe(`/messages/${open}`)
    expect(getConversation(stranger.ctx, open)?.role).toBe('member')
    expect(discoverGroups(stranger.ctx).map(({ id }) => id)).not.toContain(open)
  })

  it('requests to join an invite-only group, withdraws the request, and is approved', async () => {
    const id = groupOf({ name: 'Careful crew', privacy: 'invite-only' })
    expect((await post(stranger, `/messages/${id}/request`)).status).toBe(303)
    const own = await get(stranger, '/messages/groups')
    expect(own.text).toContain('Your requests')
    await post(stranger, `/messages/${id}/withdraw`)
    expect(getGroupCard(stranger.ctx, id)?.requestId).toBeNull()
    await post(stranger, `/messages/${id}/request`)
    const [request] = listRequests(admin.ctx, id)
    const path = `/messages/${id}/requests/${request?.id}`
    expect((await get(admin, `/messages/${id}/details`)).text).toContain('1 request to join')
    await post(member, path, { approve: 'true' })
    await post(admin, path, {})
    const elsewhere = path.replace(id, groupOf())
    expect((await post(admin, elsewhere, { approve: 'true' })).status).toBe(404)
    expect(listRequests(admin.ctx, id)).toHaveLength(1)
    expect((await post(admin, path, { approve: 'true' })).status).toBe(303)
    expect(getConversation(stranger.ctx, id)?.role).toBe('member')
  })

  it('lets nobody join a private one', async () => {
    const id = groupOf({ privacy: 'private' })
    for (const way of ['join', 'request']) {
      expect((await post(stranger, `/messages/${id}/${way}`)).status).toBe(404)
    }
    expect(getConversation(stranger.ctx, id)).toBeNull()
  })
})

describe('the details of a group', () => {
  it('are changed by its admins only', async () => {
    const id = groupOf()
    const form = { name: 'New roof crew', description: '', tags: 'roof', privacy: 'private', allowCalls: 'on' }
    expect((await get(member, `/messages/${id}/settings`)).headers.location).toBe(`/messages/${id}/details`)
    const refused = await post(member, `/messages/${id}/settings`, form)
    expect([refused.status, refused.text.includes('value="New roof crew"')]).toEqual([403, true])
    expect(getConversation(admin.ctx, id)?.name).toBe('Roof crew')
    const nameless = await post(admin, `/messages/${id}/settings`, { ...form, name: ' ' })
    expect(nameless.status).toBe(422)
    expect(nameless.text).toMatch(/<input(?=[^>]*id="group-name")(?=[^>]*aria-invalid="true")/)
    expect(nameless.text).toMatch(/<input(?=[^>]*id="group-tags")(?=[^>]*value="roof")/)
    expect((await post(admin, `/messages/${id}/settings`, form)).status).toBe(303)
    const { allowCalls, allowInvites } = getConversation(admin.ctx, id)?.settings ?? {}
    expect([allowCalls, allowInvites]).toEqual([true, false])
  })

  it('lead to inviting people, who stay chosen through a search', async () => {
    const id = groupOf()
    const chosen = colleague.ctx.actor.id
    const page = await get(admin, `/messages/${id}/invite?q=zzz&userIds=${chosen}`)
    expect(page.text).toMatch(new RegExp(`<input(?=[^>]*value="${chosen}")(?=[^>]*checked="")`))
    await post(admin, `/messages/${id}/members`, {})
    expect(getConversation(colleague.ctx, id)).toBeNull()
    await post(admin, `/messages/${id}/members`, { userIds: [chosen] })
    expect(getConversation(colleague.ctx, id)?.role).toBe('member')
  })

  it('change roles, and ask for confirmation to remove a member and to leave', async () => {
    const id = groupOf()
    const path = `/messages/${id}/members/${member.ctx.actor.id}`
    expect((await post(member, `${path}/role`, { role: 'admin' })).headers.location).toBe(`/messages/${id}/details`)
    expect(getConversation(member.ctx, id)?.role).toBe('member')
    await post(admin, `${path}/role`, { role: 'admin' })
    expect(getConversation(member.ctx, id)?.role).toBe('admin')
    await post(admin, `${path}/role`, { role: 'owner' })
    expect(getConversation(member.ctx, id)?.role).toBe('admin')
    const question = await get(admin, `/messages/${id}/details?confirm=remove&user=${member.ctx.actor.id}`)
    expect(question.text).toContain(`Remove ${nameOf(member)} from Roof crew?`)
    await post(admin, `${path}/remove`)
    expect(getConversation(member.ctx, id)).toBeNull()
    addMember(db, id, member.ctx)
    expect((await get(member, `/messages/${id}/details?confirm=leave`)).text).toContain('Leave Roof crew?')
    expect((await post(member, `/messages/${id}/leave`)).headers.location).toBe('/messages')
    expect(getConversation(member.ctx, id)).toBeNull()
  })

  it('show pending messages to admins, who decide them', async () => {
    const id = groupOf({ moderateMessages: true })
    sendMessage(member.ctx, { conversationId: id, text: 'May I <i>say</i> this?', clientId: newId() })
    expect((await get(admin, `/messages/${id}/details`)).text).toContain('May I &lt;i&gt;say&lt;/i&gt; this?')
    expect((await get(member, `/messages/${id}/details`)).text).not.toContain('waits for approval')
    const [pending] = listPendingMessages(admin.ctx, id)
    expect((await post(admin, `/messages/${groupOf()}/pending/${pending?.id}`, { approve: 'true' })).status).toBe(404)
    expect(listPendingMessages(admin.ctx, id)).toHaveLength(1)
    await post(admin, `/messages/${id}/pending/${pending?.id}`, { approve: 'true' })
    expect(listPendingMessages(admin.ctx, id)).toEqual([])
    expect(getConversation(admin.ctx, id)?.lastMessage?.text).toBe('May I <i>say</i> this?')
  })

  it('show pending messages to admins in the conversation, and denied ones to their author, who deletes them', async () => {
    const id = groupOf({ moderateMessages: true })
    const say = (text: string) => sendMessage(member.ctx, { conversationId: id, text, clientId: newId() }).id
    const [good, bad] = [say('Good <b>news</b>'), say('Bad news')]
    const thread = await get(admin, `/messages/${id}`)
    expect(thread.text).toContain('2 messages are waiting for approval')
    expect(thread.text).toContain('Good &lt;b&gt;news&lt;/b&gt;')
    expect((await get(admin, `/messages/${id}/frame`)).text).toContain(`/pending/${good}?from=thread`)
    for (const other of [member, colleague]) {
      expect((await get(other, `/messages/${id}`)).text).not.toContain(`/pending/${good}?from=thread`)
    }
    const decide = (pendingMessageId: string, approve: boolean) =>
      post(admin, `/messages/${id}/pending/${pendingMessageId}?from=thread`, { approve: String(approve) })
    expect((await decide(good, true)).headers.location).toBe(`/messages/${id}`)
    await decide(bad, false)
    expect((await get(admin, `/messages/${id}`)).text).not.toContain('Bad news')
    expect((await get(colleague, `/messages/${id}`)).text).not.toContain('Bad news')
    const own = await get(member, `/messages/${id}`)
    expect(own.text).toContain('Bad news')
    expect(own.text).toContain('Not approved by an admin of the group')
    expect(own.text).not.toContain(`/pending/${good}/unsend`)
    expect((await get(member, `/messages/${id}/pending/${bad}/unsend`)).text).toContain('Delete this message?')
    expect((await post(member, `/messages/${id}/pending/${bad}/unsend`)).headers.location).toBe(`/messages/${id}`)
    expect(getConversation(member.ctx, id)?.ownPendingMessages).toEqual([])
    expect((await post(admin, `/messages/${id}/pending/${bad}`, { approve: 'true' })).status).not.toBe(500)
    expect(getConversation(admin.ctx, id)?.lastMessage?.text).toBe('Good <b>news</b>')
  })

  it('let authors unsend a pending message until it has been decided', async () => {
    const id = groupOf({ moderateMessages: true })
    const say = (text: string) => sendMessage(member.ctx, { conversationId: id, text, clientId: newId() }).id
    const path = (pendingMessageId: string) => `/messages/${id}/pending/${pendingMessageId}/unsend`
    const pendingMessageId = say('Not <b>meant</b>')
    expect((await get(member, `/messages/${id}`)).text).toContain(path(pendingMessageId))
    expect((await get(member, path(pendingMessageId))).text).toContain('Not &lt;b&gt;meant&lt;/b&gt;')
    for (const other of [admin, colleague, stranger]) {
      expect((await get(other, path(pendingMessageId))).status).toBe(404)
      expect((await post(other, path(pendingMessageId))).status).toBe(404)
    }
    expect((await post(member, `/messages/${groupOf()}/pending/${pendingMessageId}/unsend`)).status).toBe(404)
    expect(listPendingMessages(admin.ctx, id)).toHaveLength(1)
    expect((await post(member, path(pendingMessageId))).headers.location).toBe(`/messages/${id}`)
    expect(listPendingMessages(admin.ctx, id)).toEqual([])
    expect(getConversation(member.ctx, id)?.ownPendingMessages).toEqual([])
    expect((await get(admin, `/messages/${id}/details`)).text).not.toContain('meant')
    await post(admin, `/messages/${id}/pending/${pendingMessageId}`, { approve: 'true' })
    expect(getConversation(member.ctx, id)?.lastMessage?.text ?? '').not.toContain('meant')

    const approved = say('Meant')
    await post(admin, `/messages/${id}/pending/${approved}`, { approve: 'true' })
    expect((await get(member, path(approved))).status).toBe(404)
    await post(member, path(approved))
    expect(getConversation(member.ctx, id)?.lastMessage?.text).toBe('Meant')
  })

  it('mute and unmute, and answer a script with JSON', async () => {
    const id = groupOf()
    await post(member, `/messages/${id}/mute`, { muted: 'true' })
    expect(getConversation(member.ctx, id)?.level).toBe('none')
    const headers = { Accept: 'application/json' }
    const script = await server.ask(`/messages/${id}/mute`, {
      cookie: member.cookie,
      form: { muted: 'false' },
      headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded', Origin: new URL(server.url).origin },
    })
    expect(script.json()).toEqual({ ok: true, muted: false })
    expect(getConversation(member.ctx, id)?.level).toBe('all')
  })

  it('list many members in pages', async () => {
    const id = groupOf()
    for (let index = 0; index < 60; index += 1) addMember(db, id, createPerson(db, { company: admin.ctx.company }))
    const { text } = await get(admin, `/messages/${id}/details`)
    expect(text).toContain('1–50 of 62')
    expect((await get(admin, `/messages/${id}/details?page=2`)).text).toContain('51–62 of 62')
  })
})

describe('strangers', () => {
  const pages = ['details', 'details/files', 'invite', 'settings']
  const buttons = [
    'settings',
    'members',
    'leave',
    'mute',
    `members/${newId()}/role`,
    `members/${newId()}/remove`,
  ].concat([`requests/${newId()}`, `pending/${newId()}`, `pending/${newId()}/unsend`])

  it.each(pages)('find no page %s', async (page) => {
    expect((await get(stranger, `/messages/${groupOf()}/${page}`)).status).toBe(404)
  })

  it.each(buttons)('press no button %s', async (button) => {
    const id = groupOf()
    const before = getConversation(admin.ctx, id)
    const fields = { name: 'Mine', role: 'admin', approve: 'true', muted: 'true', userIds: stranger.ctx.actor.id }
    expect((await post(stranger, `/messages/${id}/${button}`, fields)).status).toBe(404)
    expect(getConversation(admin.ctx, id)).toEqual(before)
  })

  it('are redirected to the page where they can join a group that they can see', async () => {
    const id = groupOf({ privacy: 'public' })
    for (const path of ['', '/details']) {
      expect((await get(stranger, `/messages/${id}${path}`)).headers.location).toBe(`/messages/groups/${id}`)
    }
    expect((await get(stranger, `/messages/groups/${id}`)).text).toContain('Anyone can join it.')
    expect((await get(member, `/messages/groups/${id}`)).headers.location).toBe(`/messages/${id}`)
    expect((await get(stranger, `/messages/groups/${groupOf()}`)).status).toBe(404)
  })
})

describe("a user's own status", () => {
  it('is chosen on its own page, with a text of limited length', async () => {
    const wrong = await post(admin, '/status', { status: 'sleeping', customText: 'x'.repeat(141) })
    expect(wrong.status).toBe(422)
    expect((await post(admin, '/status', { status: 'dnd', customText: 'In a <meeting>' })).status).toBe(303)
    expect(getOwnStatus(admin.ctx)).toEqual({ chosen: 'dnd', customText: 'In a <meeting>' })
    const { text } = await get(admin, '/status')
    expect(text).toContain('In a &lt;meeting&gt;')
    expect(text).toMatch(/href="\/status"[\s\S]{0,2000}Do Not Disturb/)
    await post(admin, '/status', { status: 'auto' })
    expect(getOwnStatus(admin.ctx)).toEqual({ chosen: null, customText: '' })
  })

  it('has its preferences among the settings', async () => {
    const { text } = await get(admin, '/settings?tab=media')
    expect(text).toMatch(/<input(?=[^>]*name="shortcuts")(?=[^>]*checked="")/)
    const { headers } = await post(admin, '/settings/chat', { linkPreviews: 'on' })
    expect(headers.location).toBe('/settings?tab=media')
    expect(getChatPreferences(admin.ctx)).toEqual({
      shortcuts: false,
      linkPreviews: true,
      relayCalls: false,
      groupLevel: 'all',
    })
  })
})
