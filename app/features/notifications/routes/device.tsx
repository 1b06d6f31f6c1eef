import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { deviceOf, keepDevice } from '#app/features/accounts/sessions/known-devices.server.ts'
import { getDevicePreferences } from '#app/features/notifications/preferences/device-preferences.server.ts'
import { saveDevicePreferences } from '#app/features/notifications/preferences/save-device-preferences.server.ts'
import { devicePreferencesSchema } from '#app/features/notifications/preferences/schema.server.ts'
import { pushKeys } from '#app/features/notifications/push/push-keys.server.ts'
import { hasPush } from '#app/features/notifications/push/subscribe-push.server.ts'
import { DeviceForm } from '#app/features/notifications/ui/device-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'devicesettings:title', description: 'devicesettings:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'notifications.read')
  const push = { publicKey: pushKeys()?.publicKey ?? null, isOn: hasPush(ctx) }
  return { chosen: getDevicePreferences(ctx, await deviceOf(request, ctx.actor.id)), push }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireUser(request)
  return handleForm(request, devicePreferencesSchema, async (chosen) => {
    const { device, cookie } = await keepDevice(request, ctx.actor.id)
    saveDevicePreferences(ctx, { device, chosen })
    const saved = { tone: 'success' as const, text: { key: 'devicesettings:saved' } }
    const answer = await redirectWithFlash(request, '/notifications/device', saved)
    answer.headers.append('Set-Cookie', cookie)
    return answer
  })
}

export default function DeviceNotificationsPage() {
  return <DeviceForm {...useLoaderData<typeof loader>()} lastResult={useActionData<typeof action>()?.lastResult} />
}
