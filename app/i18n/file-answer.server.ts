import { AppError, statusOf } from '#app/platform/errors.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import { detectLanguage, i18nFor } from './i18n.server.ts'

/**
 * The response of a route without a page. A refusal is translated here, because no error page would do it and a user
 * who followed the link would see the bare key.
 */
export async function fileAnswer(request: Request, make: () => Promise<Response>): Promise<Response> {
  try {
    return await make()
  } catch (thrown) {
    const refusal =
      thrown instanceof AppError ? new Response(thrown.text.key, { status: statusOf[thrown.code] }) : thrown
    if (!(refusal instanceof Response) || refusal.status < 400) throw thrown
    const { locale } = await detectLanguage(request, null)
    const { t } = i18nFor(locale)
    const key = (await refusal.text()) as 'errors:notFound'
    const said = [t('ui:error.title'), t(key), `${t('ui:error.requestId')} ${requestContext().requestId}`]
    const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Content-Language': locale })
    const wait = refusal.headers.get('Retry-After')
    if (wait) headers.set('Retry-After', wait)
    return new Response(`${said.join('\n')}\n`, { status: refusal.status, headers })
  }
}
