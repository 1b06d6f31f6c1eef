import type { GroupPrivacy, GroupType } from '#db/vocabulary/chat.ts'

/** A group as somebody outside sees it. */
export type GroupCard = {
  id: string
  name: string
  description: string
  groupType: GroupType
  privacy: GroupPrivacy
  tags: string[]
  memberCount: number
  /** How to get in. */
  way: 'join' | 'request'
  /** The caller's own request that waits for an answer. */
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
