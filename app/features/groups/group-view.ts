import type { GroupPrivacy, GroupType } from '#db/vocabulary/chat.ts'

/** A group as people outside it see it. */
export type GroupCard = {
  id: string
  name: string
  description: string
  groupType: GroupType
  privacy: GroupPrivacy
  tags: string[]
  memberCount: number
  /** Whether anyone can join, or an admin has to approve a request. */
  joinPolicy: 'join' | 'request'
  /** The caller's own pending request. */
  requestId: string | null
}

export type JoinRequestView = {
  id: string
  userId: string
  name: string
  jobTitle: string | null
  companyName: string | null
  createdAt: number
}
