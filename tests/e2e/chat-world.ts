import { randomUUID } from 'node:crypto'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { openDirect } from '#app/features/conversations/open-direct.server.ts'
import { createGroup } from '#app/features/groups/create-group.server.ts'
import { openSubjectConversation } from '#app/features/groups/open-subject-conversation.server.ts'
import { requestToJoin } from '#app/features/groups/request-to-join.server.ts'
import { reactionEmoji } from '#app/features/messages/limits.ts'
import { pinMessage } from '#app/features/messages/pin-message.server.ts'
import { createPoll } from '#app/features/messages/polls/create-poll.server.ts'
import { voteInPoll } from '#app/features/messages/polls/vote-in-poll.server.ts'
import { reactToMessage } from '#app/features/messages/react-to-message.server.ts'
import { scheduleMessage } from '#app/features/messages/scheduled/schedule-message.server.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { unsendMessage } from '#app/features/messages/unsend-message.server.ts'

type People = { client: CompanyContext; provider: CompanyContext; colleague: CompanyContext }

/** Conversations with a message of every kind. */
export function buildChatWorld({ client, provider, colleague }: People) {
  const say = (ctx: CompanyContext, conversationId: string, text: string, replyToId: string | null = null) =>
    sendMessage(ctx, { conversationId, text, replyToId, clientId: randomUUID() }).id

  const { conversationId: site } = createGroup(client, {
    name: 'The site of the school, with a name that is longer than its line',
    description: 'What is to be settled on the site.',
    groupType: 'project',
    privacy: 'private',
    tags: ['site'],
    settings: { allowInvites: true, moderateMessages: false, allowFileSharing: false, allowCalls: true },
    memberIds: [colleague.actor.id, provider.actor.id],
  })
  const question = say(provider, site, `When do we *begin*, @${client.actor.name}? See https://example.com/plan`)
  const answer = say(client, site, `On Monday. ${'Donaudampfschifffahrtsgesellschaft'.repeat(4)}`, question)
  say(client, site, '```\nA 1   12 m²\nA 2   14 m²\n```')
  unsendMessage(client, { messageId: say(client, site, 'Or on Sunday?') })
  pinMessage(client, { messageId: answer, pinned: true })
  for (const emoji of reactionEmoji.slice(0, 10)) reactToMessage(provider, { messageId: answer, emoji })
  reactToMessage(client, { messageId: question, emoji: reactionEmoji[0] })
  const options = ['On Friday', 'On Tuesday, if it does not rain']
  const asked = { question: 'When does the crane come?', options, multiple: true, anonymous: false, closesAt: null }
  const poll = createPoll(client, { ...asked, conversationId: site, clientId: randomUUID() }).id
  for (const option of [0, 1]) voteInPoll(provider, { messageId: poll, option })
  const { conversationId: direct } = openDirect(client, { userId: colleague.actor.id })
  const scheduled = scheduleMessage(client, {
    ...{ conversationId: site, text: 'Has the crane come?' },
    sendAt: client.now + 24 * 60 * 60_000,
  }).id
  return {
    site,
    question,
    answer,
    poll,
    direct,
    scheduled,
    ...moderatedGroup({ client, provider, colleague }),
  }
}

/** The conversation of a contract, with a message. */
export function sayOfContract(client: CompanyContext, contractId: string): { ofContract: string; agreed: string } {
  const { conversationId } = openSubjectConversation(client, { subject: 'contract', id: contractId })
  const text = 'The doors are to be of oak.'
  const { id: agreed } = sendMessage(client, { conversationId, text, clientId: randomUUID() })
  return { ofContract: conversationId, agreed }
}

/** A group with content in every part of its details page: members, a request and a pending message. */
function moderatedGroup({ client, provider, colleague }: People): { moderated: string; pending: string } {
  const { conversationId } = createGroup(client, {
    name: 'Stairs of the seaside house',
    description: 'Everything about the stairs: drawings, deliveries, and who comes when.',
    groupType: 'project',
    privacy: 'invite-only',
    tags: ['stairs', 'oak'],
    settings: { allowInvites: true, moderateMessages: true, allowFileSharing: true, allowCalls: true },
    memberIds: [colleague.actor.id],
  })
  requestToJoin(provider, { conversationId })
  const text = 'The oak has come. Where do we put it?'
  const { id: pending } = sendMessage(colleague, { conversationId, text, clientId: randomUUID() })
  return { moderated: conversationId, pending }
}
