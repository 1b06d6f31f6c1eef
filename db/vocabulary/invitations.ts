/** States of an invitation to bid (PROJ-14). */
export const invitationStatuses = ['sent', 'declined', 'withdrawn'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]
