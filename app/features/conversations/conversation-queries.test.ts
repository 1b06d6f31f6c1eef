import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { discoverGroups, getGroupCard } from '#app/features/groups/group-queries.server.ts'
import { env } from '#app/platform/env.server.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import type { Database } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { messageHides } from '#db/schema/chat.ts'
import { createConversation, removeMember, say } from '#tests/factories/chat.ts'
import { sentDeal } from '#tests/factories/deal.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { conversationFilters, isShownBy } from './conversation-filter.ts'
import { countUnreadConversations, getConversation, listConversations } from './conversation-queries.server.ts'
import { openDirect } from './open-direct.server.ts'
import { contactsOf, listPeople, reachablePeople } from './people-queries.server.ts'
import { pinConversation } from './pin-conversation.server.ts'

let db: Database
let me: CompanyContext
let mate: CompanyContext
beforeEach(() => {
  db = testDatabase()
  me = createPerson(db)
  mate = createPerson(db, { company: me.company })
})
const later = (ctx: CompanyContext, ms: number) => ({ ...ctx, now: testNow + ms })
const ids = (rows: Array<{ id: string }>) => rows.map(({ id }) => id)

describe('listConversations', () => {
  it('lists the latest first, with the last message and the unread count', () => {
    const [one, two] = [
      createConversation(db, { members: [me, mate] }),
      createConversation(db, { members: [me, mate] }),
    ]
    say(later(mate, 1), two.id, 'x'.repeat(60))
    say(later(mate, 2), one.id, 'First')
    say(later(mate, 3), one.id, 'Second')
    const list = listConversations(me)
    expect(list).toMatchObject([
      { id: one.id, unread: 2, lastMessage: { text: 'Second', authorName: mate.actor.name, authorId: mate.actor.id } },
      { id: two.id, unread: 1, lastMessage: { text: `${'x'.repeat(49)}…` } },
    ])
    expect(countUnreadConversations(me)).toBe(2)
    expect(listConversations(me, { limit: 1 })).toHaveLength(1)
  })

  it('omits hidden messages, conversations the caller has left, and inactive ones', () => {
    const [here, left, over] = [1, 2, 3].map(() => createConversation(db, { members: [me, mate] }).id) as [
      string,
      string,
      string,
    ]
    say(mate, here, 'Before')
    const hidden = say(mate, here, 'Hidden')
    db.insert(messageHides)
      .values({ messageId: hidden.id, userId: me.actor.id, conversationId: hidden.conversationId, rev: 1, hiddenAt: 1 })
      .run()
    removeMember(db, left, me)
    db.$client.prepare('UPDATE conversations SET is_active = 0 WHERE id = ?').run(over)
    expect(listConversations(me)).toMatchObject([{ id: here, lastMessage: { text: 'Before' } }])
    expect(listConversations(mate).find(({ id }) => id === here)?.lastMessage?.text).toBe('Hidden')
    for (const id of [left, over]) expect(getConversation(me, id)).toBeNull()
  })

  it('copes with tombstones and cursors beyond the end', () => {
    const { id } = createConversation(db, { members: [me, mate] })
    say(mate, id, 'Gone')
    db.$client.prepare("UPDATE messages SET state = 'unsent', text = ''").run()
    db.$client.prepare('UPDATE conversation_members SET last_read_seq = 9').run()
    expect(listConversations(me)).toMatchObject([{ unread: 0, lastMessage: { state: 'unsent', text: '' } }])
  })

  it("finds part of a name regardless of case and accents, also the other person's in a direct conversation", () => {
    const yard = createConversation(db, { members: [me], name: 'Hämeenlinnan PIHA' }).id
    createConversation(db, { members: [me], name: 'Else' })
    db.update(users).set({ name: 'Åsa Öhman' }).run()
    const direct = createConversation(db, { type: 'direct', members: [mate, me] }).id
    expect(ids(listConversations(me, { q: ' hameenlinnan piha ' }))).toEqual([yard])
    expect(ids(listConversations(me, { q: 'ohm' }))).toEqual([])
    say(mate, direct, 'Hello')
    expect(listConversations(me, { q: 'ohm' })).toMatchObject([
      { id: direct, name: 'Åsa Öhman', otherUserId: mate.actor.id },
    ])
    expect(normalizeForSearch('İÅé')).toBe('iae')
  })

  it('shows what a filter names, the same here and in the browser', () => {
    const project = { type: 'client' as const, subjectType: 'project' as const, subjectId: 'p' }
    const company = { type: 'team' as const, subjectType: 'company' as const, subjectId: 'c' }
    const made = [{ type: 'direct' as const }, { name: 'Free' }, project, company].map(
      (options) => createConversation(db, { members: [me, mate], ...options }).id,
    )
    const [direct = '', free = '', work = '', team = ''] = made
    for (const [index, id] of made.entries()) say(later(mate, index), id, 'Hello')
    db.$client
      .prepare('UPDATE conversation_members SET last_read_seq = 1 WHERE conversation_id IN (?, ?)')
      .run(free, team)
    db.$client.prepare('UPDATE conversation_members SET marked_unread = 1 WHERE conversation_id = ?').run(team)
    const all = listConversations(me)
    const found = Object.fromEntries(
      conversationFilters.map((filter) => [filter, ids(listConversations(me, { filter }))] as const),
    )
    expect(found).toEqual({
      all: [team, work, free, direct],
      unread: [team, work, direct],
      direct: [direct],
      groups: [team, free],
      projects: [work],
    })
    for (const filter of conversationFilters)
      expect(ids(all.filter((each) => isShownBy(filter, each)))).toEqual(found[filter])
  })

  it("keeps the caller's own pins on top, until they are unpinned or the caller has left", () => {
    const [old, recent] = [1, 2].map(
      (ms) => createConversation(db, { members: [me, mate], createdAt: testNow + ms }).id,
    )
    const [conversationId = ''] = [old]
    pinConversation(me, { conversationId, pinned: true })
    expect(listConversations(me)).toMatchObject([
      { id: old, pinnedAt: testNow },
      { id: recent, pinnedAt: null },
    ])
    expect(ids(listConversations(mate))).toEqual([recent, old])
    pinConversation(me, { conversationId, pinned: false })
    expect(ids(listConversations(me))).toEqual([recent, old])
    expect(() => pinConversation(createPerson(db), { conversationId, pinned: true })).toThrow('chatrefused:notFound')
  })

  it('does not count muted conversations as unread, but those marked as unread', () => {
    const { id } = createConversation(db, { members: [me, mate] })
    say(mate, id, 'Hello')
    db.$client.prepare('UPDATE conversation_members SET muted = 1').run()
    expect(countUnreadConversations(me)).toBe(0)
    db.$client.prepare('UPDATE conversation_members SET muted = 0, last_read_seq = 1').run()
    expect(countUnreadConversations(me)).toBe(0)
    db.$client.prepare('UPDATE conversation_members SET marked_unread = 1').run()
    expect(countUnreadConversations(me)).toBe(1)
  })
})

describe('openDirect', () => {
  it('opens the existing one for either person; the other sees it once it has a message', () => {
    const { conversationId } = openDirect(me, { userId: mate.actor.id })
    expect(openDirect(mate, { userId: me.actor.id })).toEqual({ conversationId })
    expect([ids(listConversations(me)), listConversations(mate)]).toEqual([[conversationId], []])
    say(me, conversationId, 'Hello')
    expect(listConversations(mate)).toMatchObject([{ id: conversationId, name: me.actor.name }])
    expect(getConversation(mate, conversationId)?.rights).toEqual(['send', 'sendFiles', 'call', 'pin'])
  })

  it('is refused with oneself, with strangers and with people who are not registered', () => {
    const invited = createPerson(db, { company: me.company, emailVerified: false })
    expect(() => openDirect(me, { userId: me.actor.id })).toThrow('self')
    for (const userId of [createPerson(db).actor.id, invited.actor.id, 'nobody'])
      expect(() => openDirect(me, { userId })).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  it('requires a verified address to open a new one', () => {
    const unverified = { ...me, actor: { ...me.actor, emailVerified: false } }
    const required = env.requireVerifiedEmail
    Object.assign(env, { requireVerifiedEmail: true })
    try {
      expect(() => openDirect(unverified, { userId: mate.actor.id })).toThrow('verifyEmailFirst')
      const known = openDirect(mate, { userId: me.actor.id })
      expect(openDirect(unverified, { userId: mate.actor.id })).toEqual(known)
    } finally {
      Object.assign(env, { requireVerifiedEmail: required })
    }
  })
})

describe('listPeople', () => {
  it('lists people of the same company, contract or conversation, with addresses of colleagues only', async () => {
    const { client, provider } = await sentDeal(db)
    const [partner, former] = [createPerson(db), createPerson(db)]
    createConversation(db, { members: [client, partner] })
    removeMember(db, createConversation(db, { members: [client, former] }).id, former)
    const colleague = createPerson(db, { company: client.company })
    const known = listPeople(client)
    expect(ids(known).sort()).toEqual([provider, partner, colleague].map(({ actor }) => actor.id).sort())
    const emails = known.filter(({ email }) => email !== null).map(({ email }) => email)
    expect(emails).toEqual([colleague.actor.email])
    expect(contactsOf(db, client.actor.id)).toEqual([partner.actor.id])
    expect(ids(listPeople(client, { q: colleague.actor.email.toUpperCase() }))).toEqual([colleague.actor.id])
    // Whom one can write to is asked of the same relations one by one.
    const everybody = [client, provider, partner, former, colleague, mate, me]
    const everyId = everybody.map(({ actor }) => actor.id)
    for (const each of everybody)
      expect(ids(reachablePeople(each, everyId)).sort(), each.actor.name).toEqual(ids(listPeople(each)).sort())
  })
})

describe('discoverGroups', () => {
  it('lists 50 public and invite-only groups that the caller is not in, largest first; 20 for a search', () => {
    for (let index = 0; index < 60; index += 1)
      createConversation(db, { privacy: index % 2 ? 'public' : 'invite-only', name: `Élan ${index}`, tags: ['Sauna'] })
    const member = createPerson(db, { companyRole: 'member' })
    const large = createConversation(db, { privacy: 'public', members: [mate, member] }).id
    const own = createConversation(db, { privacy: 'public', members: [me] }).id
    const hidden = createConversation(db, { privacy: 'private', members: [mate] }).id
    createConversation(db, { privacy: 'public', type: 'team', members: [mate] })
    const found = discoverGroups(me)
    expect(found).toHaveLength(50)
    expect(found[0]).toMatchObject({ id: large, joinPolicy: 'join', memberCount: 2 })
    setModule(db, member.actor.id, member.company.id, 'messages', 'none')
    expect(getGroupCard(me, large)).toMatchObject({ memberCount: 1 })
    expect(discoverGroups(me).find(({ id }) => id === large)).toMatchObject({ memberCount: 1 })
    expect(discoverGroups(me, { q: 'elan' })).toHaveLength(20)
    expect(discoverGroups(me, { q: 'sauna' })).toHaveLength(20)
    expect(discoverGroups(me, { q: 'nothing' })).toEqual([])
    for (const id of [own, hidden]) expect(getGroupCard(me, id)).toBeNull()
  })
})
