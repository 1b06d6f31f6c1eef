import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, sqliteView, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  approvalStatuses,
  attachmentKinds,
  conversationSubjects,
  conversationTypes,
  groupPrivacies,
  groupTypes,
  memberRoles,
  messageKinds,
  messageStates,
  notificationLevels,
  presenceStatuses,
} from '#db/vocabulary/chat.ts'
import { users } from './accounts.ts'
import { flag, id, time } from './columns.ts'
import { files } from './files.ts'

/** An attachment as it was sent; a stored file never changes. */
export type StoredAttachment = {
  id: string
  name: string
  mime: string
  size: number
  kind: (typeof attachmentKinds)[number]
  /** For images, in pixels. */
  width: number | null
  height: number | null
  /** For audio and video, in ms where known. */
  durationMs: number | null
  /** For voice notes: at most 50 loudness samples of 0–100. */
  waveform: number[] | null
  thumbnail: boolean
  /** Recorded in the composer as a voice note. */
  voice: boolean
}
export type StoredMention = { userId: string; name: string }
export type StoredPreview = { url: string; title: string; description: string | null; siteName: string }

/**
 * One model for direct conversations, groups, teams and clients (MSG-1). `last_seq` and `last_rev` count its messages
 * and their changes.
 */
export const conversations = sqliteTable(
  'conversations',
  {
    id: id(),
    type: text('type', { enum: conversationTypes }).notNull(),
    /** Null for direct conversations, which show the other person's name. */
    name: text('name'),
    description: text('description').notNull().default(''),
    groupType: text('group_type', { enum: groupTypes }),
    privacy: text('privacy', { enum: groupPrivacies }).notNull().default('private'),
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull(),
    allowInvites: flag('allow_invites').notNull().default(true),
    moderateMessages: flag('moderate_messages').notNull().default(false),
    allowFileSharing: flag('allow_file_sharing').notNull().default(true),
    allowCalls: flag('allow_calls').notNull().default(true),
    /** The two user ids of a direct conversation, the smaller first, so that a pair can have only one. */
    directKey: text('direct_key'),
    subjectType: text('subject_type', { enum: conversationSubjects }),
    subjectId: text('subject_id'),
    /** Three private-use characters that form one trigram, which limits a search to this conversation. */
    searchKey: text('search_key').notNull(),
    createdBy: text('created_by').references(() => users.id),
    isActive: flag('is_active').notNull().default(true),
    memberCount: integer('member_count').notNull().default(0),
    lastSeq: integer('last_seq').notNull().default(0),
    lastRev: integer('last_rev').notNull().default(0),
    /** Time of the last message, or of creation. */
    lastMessageAt: time('last_message_at').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('conversations_direct').on(t.directKey),
    uniqueIndex('conversations_subject').on(t.subjectType, t.subjectId),
    uniqueIndex('conversations_search_key').on(t.searchKey),
    index('conversations_discover').on(t.privacy, t.memberCount).where(sql`${t.type} = 'group' AND ${t.isActive} = 1`),
  ],
)

/**
 * The members of a conversation and how far they have read; unread counts and read receipts derive from the cursors.
 */
export const conversationMembers = sqliteTable(
  'conversation_members',
  {
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role', { enum: memberRoles }).notNull(),
    joinedAt: time('joined_at').notNull(),
    /** Set when a member left or was removed; they no longer see the conversation. */
    leftAt: time('left_at'),
    lastReadSeq: integer('last_read_seq').notNull().default(0),
    lastDeliveredSeq: integer('last_delivered_seq').notNull().default(0),
    lastReadAt: time('last_read_at'),
    markedUnread: flag('marked_unread').notNull().default(false),
    /** It tells the member of nothing (MSG-27), whatever the level, which is theirs again afterwards. */
    muted: flag('muted').notNull().default(false),
    /** What it tells the member of (MSG-27). Null: as they have chosen for all. */
    notifyLevel: text('notify_level', { enum: ['all', 'mentions'] }),
    /** Since when the member has it on top of their list (MSG-16). */
    pinnedAt: time('pinned_at'),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.userId] }),
    index('conversation_members_user').on(t.userId, t.conversationId).where(sql`${t.leftAt} is null`),
  ],
)

/**
 * The members who may read a conversation: they are in it now, and neither messages nor the module of its subject is closed to
 * them (ACC-8; `moduleOfSubject`). Whatever shows, delivers or counts what is in a conversation asks this view; `conversation_members` is who belongs.
 */
export const conversationReaders = sqliteView('conversation_readers', {
  conversationId: text('conversation_id').notNull(),
  userId: text('user_id').notNull(),
  role: text('role', { enum: memberRoles }).notNull(),
  joinedAt: time('joined_at').notNull(),
  lastReadSeq: integer('last_read_seq').notNull(),
  lastDeliveredSeq: integer('last_delivered_seq').notNull(),
  lastReadAt: time('last_read_at'),
  markedUnread: flag('marked_unread').notNull(),
  /** What it tells the member of. Every message of a direct conversation is for them. */
  level: text('level', { enum: notificationLevels }).notNull(),
  pinnedAt: time('pinned_at'),
}).as(sql`SELECT m.conversation_id, m.user_id, m.role, m.joined_at, m.last_read_seq, m.last_delivered_seq, m.last_read_at,
    m.marked_unread, m.pinned_at, coalesce(
      CASE WHEN m.muted THEN 'none' END,
      m.notify_level,
      (SELECT 'all' FROM conversations c WHERE c.id = m.conversation_id AND c.type = 'direct'),
      (SELECT p.group_level FROM chat_preferences p WHERE p.user_id = m.user_id),
      'all') AS level
  FROM conversation_members m
  WHERE m.left_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM closed_modules closed
    WHERE closed.user_id = m.user_id AND closed.module IN ('messages', (
      SELECT CASE c.subject_type WHEN 'company' THEN 'team' WHEN 'project' THEN 'projects' WHEN 'contract' THEN 'contracts' END
      FROM conversations c WHERE c.id = m.conversation_id)))`)

export const messages = sqliteTable(
  'messages',
  {
    /** The integer row id that the full-text index uses. */
    key: integer('key').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    /** Its permanent position in the conversation. */
    seq: integer('seq').notNull(),
    /** The conversation's revision at its last change. */
    rev: integer('rev').notNull(),
    /** Chosen by the sender's client; the same id twice is one message. */
    clientId: text('client_id'),
    /** Null for system messages. */
    authorId: text('author_id').references(() => users.id),
    kind: text('kind', { enum: messageKinds }).notNull(),
    state: text('state', { enum: messageStates }).notNull().default('live'),
    /** A system message stores the key of its text. Empty once unsent or removed. */
    text: text('text').notNull(),
    params: text('params', { mode: 'json' }).$type<Record<string, string | number>>(),
    replyToId: text('reply_to_id'),
    /** The message that was forwarded, which may be in a conversation that a reader of this one does not know. */
    forwardedId: text('forwarded_id'),
    attachments: text('attachments', { mode: 'json' }).$type<StoredAttachment[]>().notNull(),
    mentions: text('mentions', { mode: 'json' }).$type<StoredMention[]>().notNull(),
    preview: text('preview', { mode: 'json' }).$type<StoredPreview>(),
    createdAt: time('created_at').notNull(),
    editedAt: time('edited_at'),
    pinnedAt: time('pinned_at'),
    pinnedBy: text('pinned_by').references(() => users.id),
  },
  (t) => [
    uniqueIndex('messages_id').on(t.id),
    uniqueIndex('messages_seq').on(t.conversationId, t.seq),
    uniqueIndex('messages_client').on(t.authorId, t.clientId),
    index('messages_rev').on(t.conversationId, t.rev),
    index('messages_replies').on(t.replyToId, t.seq).where(sql`${t.replyToId} is not null`),
    index('messages_files').on(t.conversationId, t.seq).where(sql`${t.attachments} <> '[]'`),
    index('messages_pinned').on(t.conversationId, t.pinnedAt).where(sql`${t.pinnedAt} is not null`),
  ],
)

export const messageReactions = sqliteTable(
  'message_reactions',
  {
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    emoji: text('emoji').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.userId, t.emoji] })],
)

/** "Delete" on somebody else's message hides it for this user only (MSG-2). */
export const messageHides = sqliteTable(
  'message_hides',
  {
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    /** The conversation's last revision at that time. A hide creates no revision, because nobody else may notice it. */
    rev: integer('rev').notNull(),
    hiddenAt: time('hidden_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.messageId] }),
    index('message_hides_rev').on(t.userId, t.conversationId, t.rev),
  ],
)

/** The file of a message. A file is sent once, and whoever may read the message may read it. */
export const messageFiles = sqliteTable(
  'message_files',
  {
    fileId: text('file_id')
      .primaryKey()
      .references(() => files.id),
    /** The message, or the pending one that awaits approval. */
    messageId: text('message_id').notNull(),
  },
  (t) => [index('message_files_message').on(t.messageId)],
)

/** Facts about an uploaded file beyond its name, determined on arrival. */
export const fileMedia = sqliteTable('file_media', {
  fileId: text('file_id')
    .primaryKey()
    .references(() => files.id),
  kind: text('kind', { enum: attachmentKinds }).notNull(),
  width: integer('width'),
  height: integer('height'),
  durationMs: integer('duration_ms'),
  waveform: text('waveform', { mode: 'json' }).$type<number[]>(),
  thumbnail: flag('thumbnail').notNull().default(false),
  voice: flag('voice').notNull().default(false),
})

/** Messages of a moderated group that await an admin's approval (GRP-2). */
export const pendingMessages = sqliteTable(
  'pending_messages',
  {
    id: id(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    clientId: text('client_id').notNull(),
    text: text('text').notNull(),
    replyToId: text('reply_to_id'),
    forwardedId: text('forwarded_id'),
    fileIds: text('file_ids', { mode: 'json' }).$type<string[]>().notNull(),
    status: text('status', { enum: approvalStatuses }).notNull(),
    createdAt: time('created_at').notNull(),
    decidedBy: text('decided_by').references(() => users.id),
    decidedAt: time('decided_at'),
  },
  (t) => [
    uniqueIndex('pending_messages_client').on(t.authorId, t.clientId),
    index('pending_messages_pending').on(t.conversationId, t.id).where(sql`${t.status} = 'pending'`),
    index('pending_messages_own')
      .on(t.conversationId, t.authorId, t.id)
      .where(sql`${t.status} IN ('pending', 'denied')`),
  ],
)

/** Requests to join an invite-only group, decided by its admins or withdrawn. */
export const joinRequests = sqliteTable(
  'join_requests',
  {
    id: id(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: approvalStatuses }).notNull(),
    createdAt: time('created_at').notNull(),
    decidedBy: text('decided_by').references(() => users.id),
    decidedAt: time('decided_at'),
  },
  (t) => [
    uniqueIndex('join_requests_pending').on(t.conversationId, t.userId).where(sql`${t.status} = 'pending'`),
    index('join_requests_user').on(t.userId, t.status),
  ],
)

export const drafts = sqliteTable(
  'drafts',
  {
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    replyToId: text('reply_to_id'),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.conversationId] })],
)

/** A user's own status text, and when they were last here. */
export const userStatus = sqliteTable('user_status', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Chosen by the user and stronger than what their sockets say; null for automatic. */
  chosen: text('chosen', { enum: presenceStatuses }),
  customText: text('custom_text').notNull().default(''),
  lastSeenAt: time('last_seen_at'),
  updatedAt: time('updated_at').notNull(),
})

/** A process that holds somebody's sockets. One whose heartbeat is old has died, and is swept by the others. */
export const presenceProcesses = sqliteTable('presence_processes', {
  id: id(),
  heartbeatAt: time('heartbeat_at').notNull(),
})

/** Who is connected to which process, and whether none of their sockets there is in use. */
export const presenceConnections = sqliteTable(
  'presence_connections',
  {
    processId: text('process_id')
      .notNull()
      .references(() => presenceProcesses.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    idle: flag('idle').notNull(),
  },
  (t) => [primaryKey({ columns: [t.processId, t.userId] }), index('presence_connections_user').on(t.userId)],
)

/** A person's own chat preferences. */
export const chatPreferences = sqliteTable('chat_preferences', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Keyboard shortcuts of chat and calls (MSG-9). */
  shortcuts: flag('shortcuts').notNull().default(true),
  /** Whether the server previews links in the person's messages (MSG-8). */
  linkPreviews: flag('link_previews').notNull().default(true),
  /** Whether the person's calls go through the relay only, which hides their address from the others (CALL-12). */
  relayCalls: flag('relay_calls').notNull().default(false),
  /** What conversations of more than two tell the person of, where they have chosen nothing else there (MSG-27). */
  groupLevel: text('group_level', { enum: ['all', 'mentions'] })
    .notNull()
    .default('all'),
  updatedAt: time('updated_at').notNull(),
})

/** Fetched link previews, including failures, cached for a day. */
export const linkPreviews = sqliteTable(
  'link_previews',
  {
    url: text('url').primaryKey(),
    title: text('title'),
    description: text('description'),
    siteName: text('site_name'),
    fetchedAt: time('fetched_at').notNull(),
  },
  (t) => [index('link_previews_age').on(t.fetchedAt)],
)
