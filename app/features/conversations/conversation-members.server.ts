import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { conflict } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { conversationMembers, conversations, joinRequests } from '#db/schema/chat.ts'
import type { MemberRole } from '#db/vocabulary/chat.ts'
import { maxMembers } from './conversation-view.ts'

export type NewMember = { userId: string; role: MemberRole }

/**
 * Adds people to a conversation. Existing messages count as read for them, and their pending join requests are approved.
 * People who are members already keep their role.
 * @returns the ids of those who were not members.
 * @throws AppError conflict if a group would exceed `maxMembers`.
 */
export function addMembers(
  tx: Transaction,
  input: { conversationId: string; people: readonly NewMember[]; by: string | null; now: number },
): string[] {
  const { conversationId, people, by, now } = input
  const conversation = tx
    .select({ lastSeq: conversations.lastSeq, subjectType: conversations.subjectType })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .get()
  if (!conversation) throw new Error('addMembers: there is no such conversation')
  const place = { joinedAt: now, lastReadSeq: conversation.lastSeq, lastDeliveredSeq: conversation.lastSeq }
  const added = people.filter(({ userId, role }) => {
    const { changes } = tx
      .insert(conversationMembers)
      .values({ conversationId, userId, role, ...place })
      .onConflictDoUpdate({
        target: [conversationMembers.conversationId, conversationMembers.userId],
        set: { role, ...place, leftAt: null, lastReadAt: null, markedUnread: false, notifyLevel: null, pinnedAt: null },
        setWhere: sql`${conversationMembers.leftAt} IS NOT NULL`,
      })
      .run()
    return changes === 1
  })
  if (countMembers(tx, conversationId) > maxMembers && conversation.subjectType === null) {
    throw conflict('chatrefused:groupFull', { params: { count: maxMembers } })
  }
  const userIds = added.map(({ userId }) => userId)
  tx.update(joinRequests)
    .set({ status: 'approved', decidedBy: by, decidedAt: now })
    .where(and(isPending(conversationId), inArray(joinRequests.userId, userIds)))
    .run()
  return userIds
}

const isPending = (conversationId: string) =>
  and(eq(joinRequests.conversationId, conversationId), eq(joinRequests.status, 'pending'))

/** Denies all pending requests to join. */
export function denyRequests(tx: Transaction, conversationId: string, by: string | null, now: number): void {
  tx.update(joinRequests)
    .set({ status: 'denied', decidedBy: by, decidedAt: now })
    .where(isPending(conversationId))
    .run()
}

/** Removes people from a conversation. Returns the ids of those who were members. */
export function removeMembers(
  tx: Transaction,
  input: { conversationId: string; userIds: readonly string[]; now: number },
): string[] {
  const { conversationId, userIds, now } = input
  const dropped = tx
    .update(conversationMembers)
    .set({ leftAt: now })
    .where(
      and(
        eq(conversationMembers.conversationId, conversationId),
        inArray(conversationMembers.userId, [...userIds]),
        isNull(conversationMembers.leftAt),
      ),
    )
    .returning({ userId: conversationMembers.userId })
    .all()
  countMembers(tx, conversationId)
  return dropped.map(({ userId }) => userId)
}

/** Counts the current members and stores the number with the conversation. */
function countMembers(tx: Transaction, conversationId: string): number {
  const { memberCount } = tx
    .select({ memberCount: count() })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.conversationId, conversationId), isNull(conversationMembers.leftAt)))
    .get() ?? { memberCount: 0 }
  tx.update(conversations).set({ memberCount }).where(eq(conversations.id, conversationId)).run()
  return memberCount
}

/** The current members of a conversation, longest-standing first. */
export function membersOf(tx: Transaction, conversationId: string): NewMember[] {
  return tx
    .select({ userId: conversationMembers.userId, role: conversationMembers.role })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.conversationId, conversationId), isNull(conversationMembers.leftAt)))
    .orderBy(asc(conversationMembers.joinedAt), asc(sql`${conversationMembers}.rowid`))
    .all()
}

/**
 * Ensures that a group has an admin: when the last one has left, the longest-standing member becomes admin, and their id is
 * returned (else null). A group without members is deactivated, and the requests to join it are denied.
 */
export function ensureAdmin(tx: Transaction, conversationId: string, now: number): string | null {
  const members = membersOf(tx, conversationId)
  if (members.some(({ role }) => role === 'admin')) return null
  const [eldest] = members
  if (eldest) {
    setRole(tx, conversationId, { userId: eldest.userId, role: 'admin' })
    return eldest.userId
  }
  tx.update(conversations).set({ isActive: false, updatedAt: now }).where(eq(conversations.id, conversationId)).run()
  denyRequests(tx, conversationId, null, now)
  return null
}

/** A current member with their name; undefined for anybody else. */
export function findMember(tx: Transaction, conversationId: string, userId: string) {
  return tx
    .select({ userId: conversationMembers.userId, role: conversationMembers.role, name: users.name })
    .from(conversationMembers)
    .innerJoin(users, eq(users.id, conversationMembers.userId))
    .where(
      and(
        eq(conversationMembers.conversationId, conversationId),
        eq(conversationMembers.userId, userId),
        isNull(conversationMembers.leftAt),
      ),
    )
    .get()
}

export function setRole(tx: Transaction, conversationId: string, { userId, role }: NewMember): void {
  tx.update(conversationMembers)
    .set({ role })
    .where(and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)))
    .run()
}

export const memberIdsOf = (tx: Transaction, conversationId: string): string[] =>
  membersOf(tx, conversationId).map(({ userId }) => userId)

export const adminIdsOf = (tx: Transaction, conversationId: string): string[] =>
  membersOf(tx, conversationId)
    .filter(({ role }) => role === 'admin')
    .map(({ userId }) => userId)
