import { hostCookie } from '#app/platform/requests/host-cookie.server.ts'
import { defaultTheme } from '#app/ui/themes/theme-palette.ts'
import { isTheme } from '#app/ui/themes/themes.ts'
import { columns } from '#db/fields.server.ts'
import { database } from '#db/handle.server.ts'
import { users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

/** The chosen theme, kept for a year, so that the server renders it (GEN-4). */
export const themeCookie = hostCookie('theme', {
  maxAge: 31_536_000,
})

/**
 * The theme of a request: the device's cookie, else the signed-in user's saved theme, else the default. Unknown values are
 * ignored.
 */
export async function readTheme(request: Request, userId: string | null): Promise<string> {
  const chosen: unknown = await themeCookie.parse(request.headers.get('Cookie'))
  if (isTheme(chosen)) return chosen
  return (userId && savedTheme(userId)) || defaultTheme
}

const themeOf = sql(
  { params: columns(users, 'id'), row: columns(users, 'theme') },
  'SELECT theme FROM users WHERE id = :id',
)

function savedTheme(userId: string): string | null {
  const theme = themeOf.first(database(), { id: userId })?.theme
  return isTheme(theme) ? theme : null
}
