/** Where a person's picture is: `/avatars/{userId}`, drawn by our own server (decision C13); null for no person. */
export const avatarOf = (userId: string | null): string | null => (userId === null ? null : `/avatars/${userId}`)
