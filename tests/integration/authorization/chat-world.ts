import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { proposeCallTime } from '#app/features/calls/times/propose-call-time.server.ts'
import { setChatPreferences } from '#app/features/conversations/set-chat-preferences.server.ts'
import { createGroup } from '#app/features/groups/create-group.server.ts'
import { openSubjectConversation } from '#app/features/groups/open-subject-conversation.server.ts'
import { requestToJoin } from '#app/features/groups/request-to-join.server.ts'
import { saveDraft } from '#app/features/messages/save-draft.server.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { storeChatFiles } from '#app/features/messages/store-chat-files.server.ts'
import { chooseStatus } from '#app/features/presence/choose-status.server.ts'
import { env } from '#app/platform/env.server.ts'
import { newId } from '#db/ids.ts'
import { users } from '#db/schema/accounts.ts'
import type { GroupPrivacy } from '#db/vocabulary/chat.ts'
import { createBroadcast, createRecording } from '#tests/factories/call.ts'
import { createPerson } from '#tests/factories/people.ts'

const settings = { allowInvites: false, moderateMessages: false, allowFileSharing: true, allowCalls: true }

/**
 * The client's groups: one with the provider, a moderated one with the provider, an invite-only and a public one; and
 * the conversation of its contract.
 */
export async function addConversations(
  client: CompanyContext,
  provider: CompanyContext,
  ids: Record<string, string>,
): Promise<void> {
  const group = (name: string, privacy: GroupPrivacy, memberIds: string[], moderateMessages = false) =>
    createGroup(client, {
      ...{ name, description: '', groupType: 'project', privacy, tags: [], memberIds },
      settings: { ...settings, moderateMessages },
    }).conversationId
  const say = (ctx: CompanyContext, conversationId: string, text: string, fileIds: string[] = []) =>
    sendMessage(ctx, { conversationId, text, fileIds, clientId: randomUUID() }).id

  ids.provider = provider.actor.id
  ids.group = group('Secret bathhouse group', 'private', [provider.actor.id])
  say(client, ids.group, 'What the client said in secret')
  const file = await storedText(provider, ids.group)
  ids.chatFile = file
  ids.message = say(provider, ids.group, 'What the provider said in secret', [file])
  saveDraft(provider, { conversationId: ids.group, text: 'What the provider has not said yet' })

  ids.moderatedGroup = group('Moderated bathhouse group', 'private', [provider.actor.id], true)
  ids.pending = say(provider, ids.moderatedGroup, 'What waits for the client')

  ids.recording = (
    await createRecording(client.db, [client, provider], { now: client.now, name: 'Secret bathhouse call' })
  ).recordingId

  ids.broadcast = await createBroadcast(client, provider, {
    ...{ conversationId: ids.group, title: 'Secret bathhouse broadcast' },
  })

  ids.callTime = proposeCallTime(provider, {
    ...{ conversationId: ids.group, title: 'Secret bathhouse meeting', startsAt: client.now + 86_400_000 },
    ...{ durationMinutes: 30, everyWeeks: 0, times: 1, timeZone: 'Europe/Helsinki' },
  }).id

  ids.askedGroup = group('Bathhouse group on request', 'invite-only', [])
  const asker = createPerson(client.db, { now: client.now })
  client.db.update(users).set({ name: 'Somebody who asks' }).where(eq(users.id, asker.actor.id)).run()
  ids.joinRequest = requestToJoin(asker, { conversationId: ids.askedGroup }).requestId
  ids.publicGroup = group('Bathhouse group for all', 'public', [])

  const subject = { subject: 'contract' as const, id: ids.contract ?? '' }
  ids.contractConversation = openSubjectConversation(client, subject).conversationId
  say(provider, ids.contractConversation, 'What both companies may read')
  chooseStatus(provider, { status: 'busy', customText: 'At the bathhouse until three' })
  setChatPreferences(provider, { shortcuts: false, linkPreviews: true, relayCalls: false, groupLevel: 'all' })
}

async function storedText(ctx: CompanyContext, conversationId: string): Promise<string> {
  const storedAs = newId()
  const path = join(env.filesDir, storedAs)
  const content = 'what the file of the group says'
  mkdirSync(env.filesDir, { recursive: true })
  writeFileSync(path, content)
  const about = { name: 'plan.txt', mime: 'text/plain', size: content.length, sha256: 'abc', storedAs, path }
  const file = { ...about, field: 'file', keep: () => undefined, beside: () => path, store: () => Promise.resolve() }
  const [stored] = await storeChatFiles(ctx, { conversationId, files: [file] })
  return stored?.id ?? ''
}
