import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { timeZoneOf } from '#app/features/accounts/time-zones.ts'
import { getPreferences } from '#app/features/notifications/preferences/preferences.server.ts'
import { savePreferences } from '#app/features/notifications/preferences/save-preferences.server.ts'
import { preferencesSchema } from '#app/features/notifications/preferences/schema.server.ts'
import { PreferencesForm } from '#app/features/notifications/ui/preferences-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'mailsettings:title', description: 'mailsettings:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  const { email, emailVerified } = ctx.actor
  return { ...getPreferences(ctx), email, emailVerified, timeZone: timeZoneOf(ctx.actor).replaceAll('_', ' ') }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireUser(request)
  return handleForm(request, preferencesSchema, (input) => {
    savePreferences(ctx, input)
    return redirectWithFlash(request, '/notifications/settings', {
      tone: 'success',
      text: { key: 'mailsettings:saved' },
    })
  })
}

export default function NotificationSettingsPage() {
  return <PreferencesForm {...useLoaderData<typeof loader>()} lastResult={useActionData<typeof action>()?.lastResult} />
}
