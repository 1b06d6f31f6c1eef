const nowhere = 'http://nowhere.invalid'

/**
 * Returns a path of this site (with its query), or null. Refuses everything that a browser could resolve to another host:
 * `//evil`, `/\evil`, `javascript:`, and their encoded forms.
 */
export function localPath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, nowhere)) return null
  const url = new URL(value, nowhere)
  if (url.origin !== nowhere || /[\\\p{Cc}]/u.test(decoded(value)) || decoded(value).startsWith('//')) return null
  // Dot segments are resolved by now: `/.//evil` has become `//evil`.
  if (decoded(url.pathname).startsWith('//')) return null
  return url.pathname.replace(/\.data$/, '') + url.search
}

/** The path to go to after signing in: a path of this site, or /dashboard. */
export function rememberedPath(value: unknown): string {
  const path = localPath(value)
  return path === null || /^\/(login|signup|logout)(\/|\?|$)/i.test(path) ? '/dashboard' : path
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return '\\'
  }
}
