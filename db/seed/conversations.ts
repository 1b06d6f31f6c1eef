import { randomUUID } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { markConversationRead } from '#app/features/conversations/mark-conversation-read.server.ts'
import { openDirect } from '#app/features/conversations/open-direct.server.ts'
import { createGroup } from '#app/features/groups/create-group.server.ts'
import { groupTemplates } from '#app/features/groups/group-wizard.ts'
import { joinGroup } from '#app/features/groups/join-group.server.ts'
import { openSubjectConversation } from '#app/features/groups/open-subject-conversation.server.ts'
import { requestToJoin } from '#app/features/groups/request-to-join.server.ts'
import { updateGroup } from '#app/features/groups/update-group.server.ts'
import { editMessage } from '#app/features/messages/edit-message.server.ts'
import { pinMessage } from '#app/features/messages/pin-message.server.ts'
import { reactToMessage } from '#app/features/messages/react-to-message.server.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { unsendMessage } from '#app/features/messages/unsend-message.server.ts'
import { chooseStatus } from '#app/features/presence/choose-status.server.ts'
import type { Database } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import {
  contractConversation,
  type DemoGroup,
  type DemoLine,
  type DemoPerson,
  demoConversations,
  demoGroups,
  demoStatuses,
  teamConversation,
} from './conversation-stories.ts'
import type { People } from './people.ts'
import { type When, whenOf } from './when.ts'

const minute = 60_000

/** Lets the demo people talk to each other over the past days, with the product's own verbs. */
export function seedConversations(db: Database, people: People, now: number): void {
  const as = (who: DemoPerson, at: When, later = 0): CompanyContext => ({
    ...people[who],
    now: Math.min(whenOf(at, now) + later, now),
  })
  const world = { as, idOf: (who: DemoPerson) => people[who].actor.id, now, people }
  const { provider } = people
  const team = openSubjectConversation(as('provider', '13d 16:00'), { subject: 'company', id: provider.company.id })
  seedMessages(world, team.conversationId, teamConversation.lines)
  seedContractConversation(db, world)
  for (const { between, lines, unread } of demoConversations) {
    const [one, other] = between
    const { conversationId } = openDirect(as(one, lines[0]?.at ?? '0m'), { userId: world.idOf(other) })
    seedMessages(world, conversationId, lines, unread)
  }
  for (const group of demoGroups) seedGroup(world, group)
  for (const [who, { status, text }] of Object.entries(demoStatuses)) {
    chooseStatus(people[who as DemoPerson], { status, customText: text })
  }
}

type World = {
  /** A person's context at a time, or a little later. */
  as: (who: DemoPerson, at: When, later?: number) => CompanyContext
  idOf: (who: DemoPerson) => string
  now: number
  people: People
}

function seedContractConversation(db: Database, world: World): void {
  const { client } = world.people
  const contract = db
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(eq(contracts.clientCompanyId, client.company.id), like(contracts.title, `${contractConversation.project}%`)),
    )
    .get()
  if (!contract) throw new Error(`the demo world has no contract on ${contractConversation.project}`)
  const opening = world.as('client', contractConversation.lines[0]?.at ?? '0m')
  const { conversationId } = openSubjectConversation(opening, { subject: 'contract', id: contract.id })
  seedMessages(world, conversationId, contractConversation.lines)
}

function seedGroup(world: World, story: DemoGroup): void {
  const { as, idOf } = world
  const template = groupTemplates.find(({ groupType }) => groupType === story.template)
  if (!template) throw new Error(`there is no template ${story.template}`)
  const { moderateMessages, ...open } = template.settings
  const { conversationId } = createGroup(as(story.by, story.at), {
    ...{ name: story.name, description: story.description, privacy: story.privacy, tags: story.tags },
    groupType: story.template,
    // Past messages had already been approved, so moderation starts off.
    settings: { ...open, moderateMessages: false },
    memberIds: story.members.map(idOf),
  })
  for (const [index, who] of (story.joins ?? []).entries()) {
    joinGroup(as(who, story.at, (index + 1) * 17 * minute), { conversationId })
  }
  seedMessages(world, conversationId, story.lines, story.unread)
  if (moderateMessages) {
    updateGroup(as(story.by, '1d 07:00'), { conversationId, settings: { ...open, moderateMessages } })
  }
  const { asks, pending } = story
  if (asks) requestToJoin(as(asks.by, asks.at), { conversationId })
  if (pending) sendMessage(as(pending.by, pending.at), { conversationId, text: pending.text, clientId: randomUUID() })
}

/** Sends the lines in order with their edits and reactions; then everybody has read all but their unread lines. */
function seedMessages(
  { as }: World,
  conversationId: string,
  lines: DemoLine[],
  unread: Partial<Record<DemoPerson, number>> = {},
): void {
  const sent: string[] = []
  const named = new Map<string, string>()
  for (const line of lines) {
    const replyToId = line.answers ? named.get(line.answers) : null
    const text = line.first ?? line.text
    const { id: messageId } = sendMessage(as(line.by, line.at), {
      conversationId,
      text,
      replyToId,
      clientId: randomUUID(),
    })
    sent.push(messageId)
    if (line.as) named.set(line.as, messageId)
    if (line.first) editMessage(as(line.by, line.at, 2 * minute), { messageId, text: line.text })
    if (line.unsent) unsendMessage(as(line.by, line.at, minute), { messageId })
    if (line.pinnedBy) pinMessage(as(line.pinnedBy, line.at, 5 * minute), { messageId, pinned: true })
    for (const [who, emoji] of Object.entries(line.reactions ?? {})) {
      reactToMessage(as(who as DemoPerson, line.at, 9 * minute), { messageId, emoji })
    }
  }
  const readers = new Set(lines.flatMap(({ by, reactions }) => [by, ...(Object.keys(reactions ?? {}) as DemoPerson[])]))
  for (const who of readers) {
    const last = lines.length - 1 - (unread[who] ?? 0)
    const [line, messageId] = [lines[last], sent[last]]
    if (line && messageId) markConversationRead(as(who, line.at, 12 * minute), { conversationId, messageId })
  }
}
