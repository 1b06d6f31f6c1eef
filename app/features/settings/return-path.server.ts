import { localPath } from '#app/features/accounts/sessions/local-path.ts'

/** Where a choice was made: what the form says, else the page that sent it, else the landing page. Never another site. */
export function returnPath(request: Request, form: FormData): string {
  const said = localPath(form.get('returnTo'))
  if (said) return said
  const referer = request.headers.get('Referer')
  if (!referer || !URL.canParse(referer)) return '/'
  const from = new URL(referer)
  const here = new URL(request.url)
  return (from.host === here.host && localPath(from.pathname + from.search)) || '/'
}
