import { randomUUID } from 'node:crypto'
import { newId } from '#db/ids.ts'
import type { Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

const signedIn: ActorName[] = ['stranger', 'colleague', 'client', 'provider', 'admin', 'superAdmin']
const inCompanies: ActorName[] = ['stranger', 'colleague', 'client', 'provider']
/** Members of the group; the client is its admin. */
const members: ActorName[] = ['client', 'provider']
const parties: ActorName[] = ['colleague', 'client', 'provider']
const outside = (inside: ActorName[]) => signedIn.filter((actor) => !inside.includes(actor))

const withId = (form: Record<string, string>) => () => ({ submissionId: newId(), ...form })
const button = withId({})
const message = '/messages/{group}/messages/{message}'
const text = () => ({ text: 'Said by form', clientId: randomUUID() })

/** Who may do what in conversations (MSG, GRP and PRE). */
export const chatMatrix: Record<string, Rules> = {
  conversations: {
    read: [
      { path: '/messages', shows: 'Secret bathhouse group', may: members },
      { path: '/messages/{group}', shows: 'Secret bathhouse group', may: members },
      { path: '/messages/{group}/details', shows: 'Secret bathhouse group', may: members },
      { path: '/messages/{group}/details/files', shows: 'Secret bathhouse group', may: members },
      { path: '/messages/{group}/settings', shows: 'Secret bathhouse group', may: ['client'] },
      { path: '/messages/groups', shows: 'Secret bathhouse group', may: [] },
      { path: '/messages/groups', shows: 'Bathhouse group for all', may: outside(['client']) },
      { path: '/messages/groups?q=request', shows: 'Bathhouse group on request', may: outside(['client']) },
      { path: '/api/conversations', shows: 'Secret bathhouse group', may: members },
      { path: '/api/groups', shows: 'Secret bathhouse group', may: members },
      { path: '/api/groups/{group}', shows: 'Secret bathhouse group', may: members },
    ],
    create: [
      { path: '/messages/direct', form: (ids) => ({ userId: ids.provider ?? '' }), may: ['colleague', 'client'] },
      {
        path: '/messages/groups/new',
        form: withId({ step: '3', move: 'create', template: 'custom', privacy: 'private', name: 'By form' }),
        may: signedIn,
      },
      { path: '/team/conversation', form: button, may: inCompanies },
      { path: '/projects/{draftProject}/conversation', form: button, may: ['colleague', 'client'] },
      { path: '/contracts/{sentContract}/conversation', form: button, may: parties },
      { path: '/contracts/{draftContract}/conversation', form: button, may: [] },
    ],
    update: [
      {
        path: '/messages/{group}/settings',
        form: withId({ name: 'Renamed', privacy: 'private', description: '', tags: '' }),
        may: ['client'],
      },
    ],
    delete: 'a group is over when everybody has left; what was said stays',
  },
  conversation_members: {
    read: [
      { path: '/messages/{contractConversation}', shows: 'Kitchen of the school', may: parties },
      { path: '/messages/{contractConversation}/details', shows: 'Kitchen of the school', may: parties },
      { path: '/api/group_members?group_id={group}', shows: '"role":"admin"', may: members },
    ],
    create: [
      { path: '/messages/{publicGroup}/join', form: button, may: outside(['client']) },
      { path: '/messages/{askedGroup}/join', form: button, may: [] },
      { path: '/messages/{group}/join', form: button, may: [] },
      { path: '/messages/{group}/members', form: (ids) => ({ userIds: ids.colleague ?? '' }), may: ['client'] },
    ],
    update: [
      { path: '/messages/{group}/mute', form: withId({ muted: 'true' }), may: members },
      { path: '/messages/{group}/notifications', form: withId({ level: 'mentions' }), may: members },
      { path: '/messages/{group}/pin', form: withId({ pinned: 'true' }), may: members },
      { path: '/messages/{group}/unread', form: button, may: members },
      { path: '/messages/{group}/read', form: button, may: ['client'] },
      { path: '/messages/{group}/members/{provider}/role', form: withId({ role: 'admin' }), may: ['client'] },
    ],
    delete: [
      { path: '/messages/{group}/leave', form: button, may: members },
      { path: '/messages/{contractConversation}/leave', form: button, may: [] },
      { path: '/messages/{group}/members/{provider}/remove', form: button, may: ['client'] },
    ],
  },
  messages: {
    read: [
      { path: '/messages/{group}', shows: 'What the provider said in secret', may: members },
      { path: '/messages/{group}/frame', shows: 'What the provider said in secret', may: members },
      { path: '/messages/{group}/panel', shows: 'What the provider said in secret', may: members },
      { path: message, shows: 'What the provider said in secret', may: members },
      { path: `${message}/replies`, shows: 'What the provider said in secret', may: members },
      { path: '/messages/{group}?q=secret', shows: 'What the client said in secret', may: members },
      { path: '/messages/{contractConversation}', shows: 'What both companies may read', may: parties },
      { path: '/api/conversations/{group}/messages', shows: 'What the client said in secret', may: members },
      { path: '/api/group_messages?group_id={group}', shows: 'What the client said in secret', may: members },
    ],
    create: [
      { path: '/messages/{group}/send', form: text, may: members },
      { path: '/messages/{contractConversation}/send', form: text, may: parties },
      { path: `${message}/replies`, form: text, may: members },
      { path: `${message}/forward`, form: (ids) => ({ conversationIds: ids.group ?? '' }), may: members },
    ],
    update: [
      { path: `${message}/edit`, form: withId({ text: 'Said otherwise' }), may: ['provider'] },
      { path: `${message}/pin`, form: withId({ pinned: 'true' }), may: ['client'] },
    ],
    delete: [
      { path: `${message}/unsend`, form: button, may: ['provider'] },
      { path: `${message}/remove`, form: button, may: ['client'] },
    ],
  },
  message_reactions: {
    read: 'with the message',
    create: [{ path: `${message}/react`, form: withId({ emoji: '👍' }), may: members }],
    update: 'another emoji is another reaction',
    delete: 'by the same button',
  },
  message_hides: {
    read: 'nobody sees what somebody has hidden, not even that',
    create: [{ path: `${message}/hide`, form: button, may: ['client'] }],
    update: 'never',
    delete: 'never',
  },
  saved_messages: {
    read: 'by nobody but who has saved it: saved.test.ts',
    create: [{ path: `${message}/save`, form: withId({ saved: 'true' }), may: members }],
    update: 'never',
    delete: 'by the same button',
  },
  conversation_exports: {
    read: 'by whoever made it on the page that makes them, and by anybody who has its hash',
    create: [{ path: '/messages/{group}/export/pdf', form: withId({ part: '1' }), may: members }],
    update: 'never',
    delete: 'never',
  },
  message_files: {
    read: [
      { path: '/files/{chatFile}', shows: 'what the file of the group says', may: members },
      { path: '/messages/{group}/details/files', shows: 'plan.txt', may: members },
    ],
    create: 'with the message',
    update: 'never',
    delete: 'never: it goes with its message',
  },
  pending_messages: {
    read: [
      { path: '/messages/{moderatedGroup}/details', shows: 'What waits for the client', may: ['client'] },
      {
        path: '/messages/{moderatedGroup}/pending/{pending}/unsend',
        shows: 'What waits for the client',
        may: ['provider'],
      },
    ],
    create: 'by sending in a moderated group',
    update: [
      { path: '/messages/{moderatedGroup}/pending/{pending}', form: withId({ approve: 'true' }), may: ['client'] },
      { path: '/messages/{moderatedGroup}/pending/{pending}', form: withId({ approve: 'false' }), may: ['client'] },
    ],
    delete: [{ path: '/messages/{moderatedGroup}/pending/{pending}/unsend', form: button, may: ['provider'] }],
  },
  join_requests: {
    read: [{ path: '/messages/{askedGroup}/details', shows: 'Somebody who asks', may: ['client'] }],
    create: [{ path: '/messages/{askedGroup}/request', form: button, may: outside(['client']) }],
    update: [
      { path: '/messages/{askedGroup}/requests/{joinRequest}', form: withId({ approve: 'true' }), may: ['client'] },
      { path: '/messages/{askedGroup}/requests/{joinRequest}', form: withId({ approve: 'false' }), may: ['client'] },
      { path: '/messages/{askedGroup}/withdraw', form: button, may: [] },
    ],
    delete: 'taken back, never deleted',
  },
  drafts: {
    read: [{ path: '/messages/{group}', shows: 'What the provider has not said yet', may: ['provider'] }],
    create: [{ path: '/messages/{group}/draft', form: withId({ text: 'Begun by form' }), may: members }],
    update: [{ path: '/messages/{group}/draft', form: withId({ text: 'Begun anew' }), may: members }],
    delete: 'with the message that it becomes',
  },
  call_sessions: {
    read: [
      { path: '/calls/join/{group}', shows: 'Secret bathhouse group', may: members },
      { path: '/api/call_logs', shows: 'Secret bathhouse call', may: members },
    ],
    create: 'by a socket; app/realtime/call-events.test.ts',
    update: 'by a socket; app/features/calls/call-verbs.test.ts',
    delete: 'never',
  },
  call_times: {
    read: [
      { path: '/calls', shows: 'Secret bathhouse meeting', may: members },
      { path: '/calls/times/{callTime}', shows: 'Secret bathhouse meeting', may: members },
      { path: '/calls/times/{callTime}/calendar.ics', shows: 'Secret bathhouse meeting', may: members },
      { path: '/calls/times/new?conversation={group}', shows: 'Secret bathhouse group', may: members },
      { path: '/calls/times/{callTime}/cancel', shows: 'Cancel this call?', may: members },
    ],
    create: [
      {
        path: '/calls/times/new?conversation={group}',
        form: withId({
          ...{ title: 'By form', startsAt: '2027-03-01T12:00', durationMinutes: '30', everyWeeks: '0', times: '1' },
        }),
        may: members,
      },
    ],
    update: [{ path: '/calls/times/{callTime}/cancel', form: button, may: members }],
    delete: 'never',
  },
  call_recordings: {
    read: [
      { path: '/calls/recordings/{recording}', shows: 'Secret bathhouse call', may: members },
      { path: '/api/call_recordings', shows: '/files/', may: members },
      { path: '/api/call_recordings/{recording}', shows: '/files/', may: members },
      { path: '/calls/recordings/{recording}/chapters.vtt', shows: 'WEBVTT', may: members },
      { path: '/calls/recordings/{recording}/remove', shows: 'Remove this recording?', may: members },
    ],
    create: 'by a socket; app/features/calls/recordings/recordings.test.ts',
    update: 'by its pieces; app/features/calls/recordings/recordings.test.ts',
    delete: [{ path: '/calls/recordings/{recording}/remove', form: button, may: members }],
  },
  broadcasts: {
    read: [
      { path: '/broadcasts/{broadcast}', shows: 'Secret bathhouse broadcast', may: members },
      { path: '/broadcasts/new?conversation={group}', shows: 'Secret bathhouse group', may: members },
      { path: '/broadcasts/{broadcast}/remove', shows: 'deleted for the whole audience', may: ['client'] },
    ],
    create: 'by a socket; app/realtime/broadcast-events.test.ts',
    update: 'ended by its host while it is live; app/features/calls/broadcasts/broadcasts.test.ts',
    delete: [{ path: '/broadcasts/{broadcast}/remove', form: button, may: ['client'] }],
  },
  broadcast_questions: {
    read: [{ path: '/broadcasts/{broadcast}', shows: 'When is the crane here?', may: members }],
    create: 'while it is live; app/features/calls/broadcasts/broadcasts.test.ts',
    update: 'never',
    delete: 'never',
  },
  user_status: {
    read: [{ path: '/status', shows: 'At the bathhouse until three', may: ['provider'] }],
    create: [{ path: '/status', form: withId({ status: 'away', customText: 'By form' }), may: signedIn }],
    update: [{ path: '/status', form: withId({ status: 'auto', customText: '' }), may: signedIn }],
    delete: 'emptied, never deleted',
  },
  chat_preferences: {
    read: 'with the own settings',
    create: [{ path: '/settings/chat', form: withId({ linkPreviews: 'on' }), may: signedIn }],
    update: [{ path: '/settings/chat', form: withId({ shortcuts: 'on' }), may: signedIn }],
    delete: 'switched, never deleted',
  },
}

/** Tables of chat without pages of their own. */
export const chatInternal: Record<string, string> = {
  call_participants:
    'a part of the call, and its row in the history of its person alone; app/features/calls/call-verbs.test.ts',
  broadcast_viewers: 'who has watched, counted for its audience; app/features/calls/broadcasts/broadcasts.test.ts',
  call_recording_people: 'what each person says about being recorded; app/features/calls/recordings/recordings.test.ts',
  file_media: 'metadata of a file; read by the rules of its message',
  link_previews: 'metadata of public pages; shown with the message that links to them',
  polls:
    'read by members with its message, made by members, closed by its author; app/features/messages/polls/polls.test.ts',
  poll_votes: 'given by members, named only where the poll is not anonymous; app/features/messages/polls/polls.test.ts',
  scheduled_messages:
    'read, changed and cancelled by their author alone; app/features/messages/scheduled/scheduled.test.ts',
  message_changes:
    'read by who may read both the message and the change order; app/features/messages/work/message-work.test.ts',
  milestone_notes:
    'written by either party of the contract, read with the message and with the milestone; app/features/messages/work/message-work.test.ts',
}
