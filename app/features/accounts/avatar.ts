import { initials } from '#app/ui/avatar.tsx'

/** Where a person's picture is: `/avatars/{userId}`, drawn by our own server (MSG-10); null for no person. */
export const avatarUrl = (userId: string | null): string | null => (userId === null ? null : `/avatars/${userId}`)

/** A person's initials as an SVG picture, in a hue of their own that white letters stand out from (WCAG AA on every hue). */
export function avatarSvg(userId: string, name: string): string {
  const letters = initials(name).replace(/[<>&"']/g, '')
  const hue = [...userId].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 360, 7)
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">',
    `<rect width="96" height="96" fill="hsl(${hue} 45% 30%)"/>`,
    '<text x="48" y="49" fill="#fff" font-family="system-ui, sans-serif" font-size="38" font-weight="600"',
    ` text-anchor="middle" dominant-baseline="central">${letters}</text></svg>`,
  ].join('')
}
