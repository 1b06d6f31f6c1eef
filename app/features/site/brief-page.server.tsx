import { renderToStaticMarkup } from 'react-dom/server'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import type { Message } from '#app/platform/errors.ts'
import { isSecretField, restoreField } from '#app/platform/forms/form.server.ts'
import { productName } from '#app/platform/product.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import type { Refused } from '#app/platform/requests/request-failure.server.ts'
import { textOf } from '#app/ui/text.ts'

const style =
  'body{font:1.125rem/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}h1{font-size:1.5rem;line-height:1.3}button{font:inherit;padding:.5rem 1rem}:root{color-scheme:light dark}'

/**
 * A page without the shell, a session or a script, for refusals that must cost nothing: what happened, in the reader's
 * language, and the way on. A form comes back with what was typed (without passwords) when it has arrived.
 */
export async function briefPage({ asked, refusal: { text }, form, path, number }: Refused): Promise<string> {
  const { tag, locale } = await detectLanguage(asked, null)
  const i18n = i18nFor(locale)
  const say = (key: string, params?: Message['params']) => textOf(i18n, key, params)
  const told = say(text.key, text.params)
  const typed = [...(form ?? [])].filter(([name]) => !isSecretField(name) && name !== restoreField)
  const page = (
    <html lang={tag}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{`${told} – ${productName}`}</title>
        <style nonce={requestContext().nonce}>{style}</style>
      </head>
      <body>
        <main>
          <h1>{told}</h1>
          {number && <p>{`${say('ui:error.requestId')}: ${number}`}</p>}
          {form ? (
            <form method="post" action={path}>
              {typed.map(([name, value]) => (
                <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
              ))}
              <input type="hidden" name={restoreField} value="true" />
              <button type="submit">{say('serveronly:backToForm')}</button>
            </form>
          ) : asked.method === 'GET' ? (
            <p>
              <a href={path}>{say('ui:error.tryAgain')}</a>
            </p>
          ) : (
            <p>{say('serveronly:typedBefore')}</p>
          )}
          <p>
            <a href="/">{say('ui:error.goHome')}</a>
          </p>
        </main>
      </body>
    </html>
  )
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`
}
