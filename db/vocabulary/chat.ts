import type { Module } from './accounts.ts'

/** One model serves all types (MSG-1): `team` is everybody in a company or project, `client` spans two companies. */
export const conversationTypes = ['direct', 'group', 'team', 'client'] as const
export type ConversationType = (typeof conversationTypes)[number]

/** The purpose of a group; `department` is shown as "Organization" (GRP-1). */
export const groupTypes = ['project', 'team', 'meeting', 'social', 'department', 'custom'] as const
export type GroupType = (typeof groupTypes)[number]

export const groupPrivacies = ['public', 'private', 'invite-only'] as const
export type GroupPrivacy = (typeof groupPrivacies)[number]

export const memberRoles = ['admin', 'member'] as const
export type MemberRole = (typeof memberRoles)[number]

/** What a conversation can belong to and be opened from. */
export const conversationSubjects = ['company', 'project', 'contract'] as const
export type ConversationSubject = (typeof conversationSubjects)[number]

/** The module that a conversation belongs to by its subject: whom that is closed to reads nothing of it (ACC-8). */
export const moduleOfSubject: Record<ConversationSubject, Module> = {
  company: 'team',
  project: 'projects',
  contract: 'contracts',
}

export const messageKinds = ['text', 'file', 'image', 'video', 'audio', 'system'] as const
export type MessageKind = (typeof messageKinds)[number]

/** `unsent` by its author, `removed` by a group admin; a tombstone stays (MSG-2). */
export const messageStates = ['live', 'unsent', 'removed'] as const
export type MessageState = (typeof messageStates)[number]

export const attachmentKinds = ['image', 'video', 'audio', 'document'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

/** Of a request to join a group, or of a message that needs approval. */
export const approvalStatuses = ['pending', 'approved', 'denied', 'withdrawn'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** Of a message to be sent later. */
export const scheduledStatuses = ['pending', 'sent', 'cancelled', 'refused'] as const

/** What a conversation tells a member of: every message, those that mention or answer them, or nothing. */
export const notificationLevels = ['all', 'mentions', 'none'] as const
export type NotificationLevel = (typeof notificationLevels)[number]

/** The five statuses that can be chosen (PRE-1). Without a choice, a person's sockets decide. */
export const presenceStatuses = ['online', 'away', 'busy', 'dnd', 'offline'] as const
export type PresenceStatus = (typeof presenceStatuses)[number]
