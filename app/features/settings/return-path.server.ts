import { localPath } from '#app/features/accounts/sessions/local-path.ts'

/** The path to return to after a choice: the form's own, else the referring page, else the landing page. Never another site. */
export function returnPath(request: Request, form: FormData): string {
  const said = localPath(form.get('returnTo'))
  if (said) return said
  const referer = request.headers.get('Referer')
  if (!referer || !URL.canParse(referer)) return '/'
  const from = new URL(referer)
  const here = new URL(request.url)
  return (from.host === here.host && localPath(from.pathname + from.search)) || '/'
}
