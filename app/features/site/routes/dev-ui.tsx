import { Form, useSearchParams } from '@remix-run/react'
import { Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { mirroredTag } from '#app/i18n/locale.ts'
import { env } from '#app/platform/env.server.ts'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Actions } from '#app/ui/showcase/actions.tsx'
import { Data } from '#app/ui/showcase/data.tsx'
import { Feedback } from '#app/ui/showcase/feedback.tsx'
import { Forms } from '#app/ui/showcase/forms.tsx'
import { Navigation } from '#app/ui/showcase/navigation.tsx'
import { ThemeGallery } from '#app/ui/showcase/theme-gallery.tsx'
import { defaultTheme } from '#app/ui/themes/theme-palette.ts'
import { isTheme } from '#app/ui/themes/themes.ts'

export const handle: PageHandle = { title: 'site:devUi' }

export function loader() {
  if (!env.development) throw new Response('errors:notFound', { status: 404 })
  return null
}

/** Every component in every state, in any theme (`?theme=japan`, `?dir=rtl`); available in development only. */
export default function ComponentPage() {
  const { t } = useTranslation('site')
  const [search] = useSearchParams()
  const asked = search.get('theme')
  const theme = isTheme(asked) ? asked : defaultTheme
  return (
    <main
      data-theme={theme}
      dir={search.get('dir') === 'rtl' ? 'rtl' : undefined}
      className="min-h-dvh bg-background px-4 py-8 text-foreground sm:px-8"
    >
      <div className="mx-auto flex max-w-6xl flex-col gap-8">
        <h1 className="text-2xl font-semibold tracking-tight">{t('devUi')}</h1>
        <Form method="post" action="/language" reloadDocument>
          <input type="hidden" name="returnTo" value="/dev/ui" />
          <SubmitButton name="language" value={mirroredTag} variant="outline" icon={Languages}>
            {mirroredTag}
          </SubmitButton>
        </Form>
        <Navigation />
        <Actions />
        <Forms />
        <Data />
        <Feedback />
        <ThemeGallery current={theme} />
      </div>
    </main>
  )
}
