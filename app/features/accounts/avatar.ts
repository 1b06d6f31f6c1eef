import { initials } from '#app/ui/avatar.tsx'

/** The address of a person's picture, `/avatars/{userId}`, which our own server draws (MSG-10); null without a person. */
export const avatarUrl = (userId: string | null): string | null => (userId === null ? null : `/avatars/${userId}`)

/** A person's initials as an SVG picture. The hue depends on the person; white letters meet WCAG AA contrast on every hue. */
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
